"""The cells of a sheet in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.protocols.sheets import Sheet
from tournament.protocols.tables import KINDS

from .queries import Difference

CELLS = {
    "ending": gettext_lazy("How it ended"),
    "lead": gettext_lazy("Who led"),
    "closer": gettext_lazy("Who laid the last tile"),
    "pips_1": gettext_lazy("Pips of seat 1"),
    "pips_2": gettext_lazy("Pips of seat 2"),
    "pips_3": gettext_lazy("Pips of seat 3"),
    "pips_4": gettext_lazy("Pips of seat 4"),
    "end_1": gettext_lazy("Lower open end"),
    "end_2": gettext_lazy("Higher open end"),
    "laid": gettext_lazy("Tiles on the table"),
    "void": gettext_lazy("Points void"),
    "time_after": gettext_lazy("Deals finished when time ran out"),
    "time_playing": gettext_lazy("Another deal was being played at that moment"),
    "signed": gettext_lazy("Seats that have signed"),
}

STATES = {
    "open": gettext_lazy("not typed"),
    "entered": gettext_lazy("signatures missing"),
    "waiting": gettext_lazy("typed once"),
    "mine": gettext_lazy("typed once, by you"),
    "done": gettext_lazy("confirmed"),
}


@dataclass(frozen=True)
class DifferenceRow:
    """A cell in which two typings differ, in words."""

    cell: str
    first: str
    second: str


def difference_rows(sheet: Sheet, found: Iterable[Difference]) -> list[DifferenceRow]:
    """The differences of two typings, side by side."""
    return [
        DifferenceRow(_name(sheet, each.cell), _value(each.cell, each.first), _value(each.cell, each.second))
        for each in found
    ]


def _name(sheet: Sheet, cell: str) -> str:
    if cell.startswith("part_"):
        _word, part, key = cell.split("_")
        side = sheet.sides[key].name
        return _("Part %(part)s: %(side)s") % {"part": part, "side": side} if sheet.rules.best_of > 1 else side
    deal, _dash, name = cell.rpartition("-")
    if not deal:
        return str(CELLS[name])
    return _("Deal %(number)s: %(cell)s") % {"number": deal.removeprefix("deal_"), "cell": CELLS[name]}


def _value(cell: str, value: str | None) -> str:
    if value is None:
        return "—"
    return str(KINDS[value]) if cell.endswith("-ending") else value
