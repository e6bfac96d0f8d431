"""What the hall's screen says, in panels that it shows one after another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.clock.queries import round_clock
from tournament.clock.tables import Face, face
from tournament.models import Round, Tournament
from tournament.phrases import place_label
from tournament.planning.timetable import Line, coming, last_begun, lines_of
from tournament.protocols.lists import TableLine, tables
from tournament.regulation_phrases import signed
from tournament.releases.queries import Seen
from tournament.standings.queries import table as standings_after

from .queries import public_name, rounds_on

LINES = 12
"""Of pairs on a panel: more can't be read at ten metres."""
NUMBERS = 30
"""Of tables on a panel that shows nothing but their numbers."""


@dataclass(frozen=True)
class DrawLine:
    """Who plays at a table; table None: free this round."""

    table: int | None
    a: str
    b: str


@dataclass(frozen=True)
class PlaceLine:
    """A row of the standings. place: with its group's letter, where there are groups."""

    place: str
    entry: int
    name: str
    wins: int
    difference: str


@dataclass(frozen=True)
class Panel:
    """One thing to show; page: of pages, from 1.

    kind: `missing` (numbers of tables), `playing` and `draw` (`DrawLine`s), or `standings`.
    """

    kind: str
    title: str
    lines: tuple[Any, ...]
    page: int
    pages: int

    @property
    def key(self) -> str:
        """By which the page finds it again when it has renewed itself."""
        return f"{self.kind}-{self.page}"


@dataclass(frozen=True)
class Screen:
    """The hall's screen. done: of `tables` that play in the round have a result that counts.

    coming: what is planned next, up to the next round.
    """

    round: Round | None
    face: Face | None
    done: int
    tables: int
    panels: tuple[Panel, ...]
    coming: tuple[Line, ...]


def screen(tournament: Tournament, sees: Seen) -> Screen:
    """What there is to show, as far as the reader may see it."""
    on, after = rounds_on(tournament, sees)
    lines = tables(on) if on else []
    playing = [line for line in lines if line.table is not None]
    panels: list[Panel] = []
    if on and not _has_begun(on, lines):
        panels += _draw(on, lines, sees)
    else:
        panels += _missing([line for line in playing if not line.counts], sees)
    if after:
        panels += _draw(after, tables(after), sees)
    panels += _standings(tournament, sees)
    clock = round_clock(on) if on and on.state == Round.State.PUBLISHED.value else None
    return Screen(
        round=on,
        face=face(clock) if clock else None,
        done=sum(line.counts for line in playing),
        tables=len(playing),
        panels=tuple(panels),
        coming=tuple(_coming(tournament, [each for each in (on, after) if each])),
    )


def _coming(tournament: Tournament, rounds: Sequence[Round]) -> list[Line]:
    """By the timetable, after the round that is on; rounds: that one and the one after it."""
    begun = last_begun(rounds) or max(0, min((each.number for each in rounds), default=1) - 1)
    return coming(lines_of(tournament, rounds), begun)


def _has_begun(round_: Round, lines: Iterable[TableLine]) -> bool:
    """Whether play goes on: until then people look for their tables."""
    closed = round_.state == Round.State.CLOSED.value
    return closed or round_.started_at is not None or any(line.deals or _has_result(line) for line in lines)


def _has_result(line: TableLine) -> bool:
    return line.counts and line.table is not None


def _missing(lines: Sequence[TableLine], sees: Seen) -> Iterable[Panel]:
    """The tables that are waited for: with those who sit there, if they are few."""
    title = _("Tables without a result")
    if len(lines) > LINES:
        return _paged("missing", title, [line.table for line in lines], NUMBERS)
    return _paged("playing", title, _seated(lines, sees), LINES)


def _draw(round_: Round, lines: Iterable[TableLine], sees: Seen) -> Iterable[Panel]:
    return _paged("draw", _("Draw of round %(number)d") % {"number": round_.number}, _seated(lines, sees), LINES)


def _seated(lines: Iterable[TableLine], sees: Seen) -> list[DrawLine]:
    return [
        DrawLine(line.table, *(public_name(sees, side.players) if side else "" for side in (line.a, line.b)))
        for line in lines
    ]


def _standings(tournament: Tournament, sees: Seen) -> Iterable[Panel]:
    """Of the last stage that has standings which the reader sees."""
    for stage in reversed(tournament.stages.all()):
        after = sees.last_standings(stage)
        if after is None:
            continue
        table = standings_after(stage, after)
        if table.missing:
            title = _("Standings, while round %(number)d is on") % {"number": table.missing[0][0]}
        else:
            title = _("Standings after round %(number)d") % {"number": after}
        lines = [
            PlaceLine(
                place_label(row.place, row.group),
                row.entry,
                public_name(sees, row.players),
                row.standing.wins,
                signed(row.standing.difference),
            )
            for row in table.rows
        ]
        return _paged("standings", title, lines, LINES)
    return []


def _paged(kind: str, title: str, lines: Sequence[Any], size: int) -> list[Panel]:
    pages = [tuple(lines[at : at + size]) for at in range(0, len(lines), size)]
    return [Panel(kind, title, page, number, len(pages)) for number, page in enumerate(pages, 1)]
