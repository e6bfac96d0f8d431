"""What a walk is, and the two things that its people do at every step: go somewhere, and look at what is there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from playwright.sync_api import Page, ViewportSize, expect

import scoring
from tests.browser import inspection


class Pair(NamedTuple):
    """A pair as it stands in a list."""

    first: str
    second: str
    club: str

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"


# Letters that a wrong code page or font would spoil: ё, щ, ъ, and those of Serbian and Ukrainian.
PAIRS = [
    Pair("Ёлкин Пётр", "Щукин Юрий", "Клуб «Сокол»"),
    Pair("Ђорђевић Љубиша", "Ґалаґан Євген", "Клуб «Ак Барс»"),
    Pair("Иванов Иван", "Жук Эдуард", "Клуб «Сокол»"),
    Pair("Цой Фёдор", "Чащин Хасан", "«Невский дубль»"),
    Pair("Мыльникова Зоя", "Объедкова Ася", "«Невский дубль»"),
]


@dataclass(frozen=True)
class Walk:
    """What differs between one walk and another.

    `rules` and `system` are the words of the form, `preset` the rules' name, `deals` what is played at the first
    table, `score` how that ends for sides A and B, `deal` how the page calls a deal. `mark` is what the public reads
    beside the result: who refuses to sign protests by that (R11.5).
    """

    size: ViewportSize
    name: str
    slug: str
    preset: str
    rules: str
    system: str
    deals: Sequence[scoring.Deal]
    deal: str
    score: tuple[int, int]
    mark: str = ""

    @property
    def regulations(self) -> scoring.Regulations:
        return scoring.preset(self.preset)


def look(page: Page) -> None:
    """The page as it stands now is well made."""
    page.wait_for_load_state()
    assert inspection.faults(page) == []


def go(page: Page, walk: Walk, section: str) -> None:
    """Open a section of the tournament's desk by its list."""
    if f"/desk/{walk.slug}/" not in page.url or "/protocols/1/" in page.url:
        page.goto("/desk/")
        page.get_by_role("link", name=walk.name).click()
    link = page.get_by_role("navigation", name="Tournament").get_by_role("link", name=section)
    link.click()
    expect(link).to_have_attribute("aria-current", "page")
    look(page)


def says(page: Page, sentence: str) -> None:
    """The page says on top what was just done."""
    expect(page.locator("#messages")).to_have_text(sentence)
