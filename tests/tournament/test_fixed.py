"""What never changes on a page is drawn once in each language."""

import pytest
from django.template import Context, Template
from django.utils import translation

from tournament.templatetags import fixed

KEYPAD = Template('{% load fixed %}{% fixed "protocols/_keypad.html" %}')


def in_(language: str) -> str:
    with translation.override(language):
        return KEYPAD.render(Context({"tournament": "is not seen by it"}))


def test_it_is_drawn_once_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def draw(name: str, content: dict[str, object]) -> str:
        drawn.append((name, translation.get_language(), content))
        return f"{translation.get_language()} {len(drawn)}"

    monkeypatch.setattr(fixed, "render_to_string", draw)
    fixed._drawn.cache_clear()
    said = [in_(language) for language in ("ru", "en", "ru", "en")]
    fixed._drawn.cache_clear()

    assert said == ["ru 1", "en 2", "ru 1", "en 2"]
    assert drawn == [("protocols/_keypad.html", "ru", {}), ("protocols/_keypad.html", "en", {})]


def test_its_words_are_those_of_the_reader() -> None:
    assert [word in in_(language) for language, word in (("ru", "Стереть"), ("en", "Erase"))] == [True, True]
