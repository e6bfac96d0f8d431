"""A thumb that writes deals down on the page of a table, by pips or by tiles, and counts its touches."""

import re

from playwright.sync_api import Page, expect

import scoring
from tests.browser.draws import author
from tournament.draw import services as draw
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.management.commands.demo import PAIRS
from tournament.models import Stage
from tournament.planning import services as planning

MOST = 69
"""Pips of seven tiles: a number that can't grow is whole, so that the page goes on by itself."""


def make(slug: str) -> None:
    """A tournament of two pairs whose only table waits for its first deal; run in the program's own database."""
    by = author("organiser")
    tournament = planning.create_tournament(
        slug=slug,
        name="Кубок касаний",
        venue="",
        timezone="Europe/Moscow",
        regulations=scoring.preset("fdr_deals"),
        stage_name="Финал",
        system=Stage.System.SWISS.value,
        by=by,
    )
    for first, second, club in PAIRS[:2]:
        entries.add_entry(tournament=tournament, application=Application((first, second), club=club), by=by)
    draw.publish(round_=draw.propose_by_lots(stage=tournament.stages.get(), seed="1", by=by), by=by)


class Thumb:
    """touches: of the deal that is being written."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).click()
        self.touches += 1

    def press(self, name: str, value: object) -> None:
        """The key of a choice."""
        self.tap(f"main label:has([name={name}][value='{value}'])")

    def draw(self, tile: str, seat: int) -> None:
        """A tile from the board onto a hand, in one touch."""
        places = [self.page.locator(place) for place in (f"[data-tile='{tile}']", f"[data-hand='{seat}']")]
        (key, hand) = (place.bounding_box() for place in places)
        assert key
        assert hand
        mouse = self.page.mouse
        mouse.move(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
        mouse.down()
        mouse.move(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2, steps=5)
        mouse.up()
        self.touches += 1

    def write(self, deal: scoring.Deal, *, first: bool, way: str) -> int:
        """A whole deal, from the empty form to the written line; how many touches that took."""
        self.touches = 0
        self.fill_in(deal, first=first, way=way)
        self.send()
        return self.touches

    def fill_in(self, deal: scoring.Deal, *, first: bool, way: str = "pips") -> None:
        """Everything but the main button. Who leads is asked before the first deal only, a domino is the rule."""
        assert deal.ends
        if first:
            self.press("lead", deal.lead)
        fish = deal.ending is scoring.Ending.FISH
        if fish:
            self.press("ending", "fish")
        self.press("closer", deal.closer)
        holders = [seat for seat in scoring.SEATS if fish or seat != deal.closer]
        if way == "pips":
            self._pips(deal, holders)
        else:
            self._tiles(deal, holders)
        for half in deal.ends[:1] if fish else deal.ends:
            self.tap(f"[data-half='{half}']")

    def _pips(self, deal: scoring.Deal, holders: list[int]) -> None:
        """Two figures lead to the next hand, and so does one that no other can follow."""
        assert deal.pips
        for seat in holders:
            pips = deal.pips[seat - 1]
            for digit in str(pips):
                self.tap(f"[data-digit='{digit}']")
            if 0 < 10 * pips <= MOST and seat != holders[-1]:
                self.tap("[data-next]")

    def _tiles(self, deal: scoring.Deal, holders: list[int]) -> None:
        """The first hand is lit; the first tile of each other is drawn there and lights it."""
        assert deal.tiles
        for seat in holders:
            tiles = [scoring.tile_text(tile) for tile in deal.tiles[seat - 1]]
            if seat != holders[0]:
                self.draw(tiles.pop(0), seat)
            for tile in tiles:
                self.tap(f"[data-tile='{tile}']")

    def send(self) -> None:
        """The main button once it says what it writes, after the questions that the page asks."""
        expect(self.page.locator("button[data-write]")).to_have_text(re.compile("Write down (?!the deal)"))
        for box in self.page.locator("[name=sure]").all():
            box.check()
            self.touches += 1
        written = self.page.locator("table.deals tbody tr").count()
        self.tap("button[data-write]")
        expect(self.page.locator("table.deals tbody tr")).to_have_count(written + 1)
