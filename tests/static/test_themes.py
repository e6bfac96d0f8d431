"""The three themes: whoever can read one can read them all."""

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static/css/base.css").read_text()
TEXT_ROLES = ["ink", "muted", "accent", "side-a", "side-b", "ok", "warn", "stop"]
GROUNDS = ["surface", "raised"]
SELECTORS = {
    "light": ":root",
    "dark by the system": ":root:not([data-theme])",
    "dark by choice": '[data-theme="dark"]',
    "high contrast": '[data-theme="contrast"]',
}


def colours(selector: str) -> dict[str, str]:
    """The colour of each role under the first rule with exactly this selector."""
    body = re.search(rf"^ *{re.escape(selector)} {{(.*?)}}", TOKENS, re.DOTALL | re.MULTILINE)
    return dict(re.findall(r"--([\w-]+): #([0-9a-f]+);", body[1]))


def luminance(colour: str) -> float:
    """Relative luminance of `rgb` or `rrggbb` as WCAG 2 defines it, 0 to 1."""
    digits = "".join(2 * digit for digit in colour) if len(colour) == 3 else colour
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_itself():
    assert contrast("000", "ffffff") == 21
    assert round(contrast("777777", "ffffff"), 2) == 4.48


@pytest.mark.parametrize("theme", SELECTORS)
def test_every_text_is_seven_times_its_ground(theme):
    theme_colours = colours(SELECTORS[theme])
    too_pale = [
        (role, ground)
        for role, ground in product(TEXT_ROLES, GROUNDS)
        if contrast(theme_colours[role], theme_colours[ground]) < 7
    ]
    assert too_pale == []


def test_dark_is_the_same_by_the_system_and_by_choice():
    assert colours(SELECTORS["dark by the system"]) == colours(SELECTORS["dark by choice"])


@pytest.mark.parametrize("theme", SELECTORS)
def test_every_theme_names_every_role(theme):
    assert sorted(colours(SELECTORS[theme])) == sorted([*TEXT_ROLES, *GROUNDS, "line"])
