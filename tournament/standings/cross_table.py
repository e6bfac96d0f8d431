"""Who met whom with what result: the cross-table of a stage, from the rows of its standings (R12.6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby, permutations

from django.utils.translation import pgettext_lazy

import scoring
from tournament.models import Partida
from tournament.phrases import group_letter
from tournament.regulation_phrases import signed

from .queries import Row, Table
from .results import Sitting

MOST_IN_A_GRID = 64
"""With more entries a grid is read by nobody; the list says the same."""
MOST_ON_A_SHEET = 24
"""So many columns still fit on a sheet of A4 lying; with more the list is printed."""

# How a meeting came out for an entry: its mark in the grid, and the words that the legend explains it with.
OUTCOMES = {
    "won": ("+", pgettext_lazy("meeting", "won")),
    "lost": ("−", pgettext_lazy("meeting", "lost")),
    "level": ("=", pgettext_lazy("meeting", "level")),
    "walkover_won": ("(+)", pgettext_lazy("meeting", "won without play")),
    "walkover_lost": ("(−)", pgettext_lazy("meeting", "lost by absence")),
    "both_absent": ("(−/−)", pgettext_lazy("meeting", "both absent")),
    "void": ("×", pgettext_lazy("meeting", "annulled")),
    "bye": (pgettext_lazy("mark of a free game", "F"), pgettext_lazy("meeting", "free")),
    "waiting": ("…", pgettext_lazy("meeting", "no confirmed result yet")),
}
WITHOUT_SCORE = ("void", "both_absent", "waiting")


@dataclass(frozen=True)
class Meeting:
    """A meeting of an entry, or a round that it was free in.

    table: None where it was free. opponent: the other's row; None where there is none. how: `won`, `lost`, `level`,
    `walkover_won`, `walkover_lost`, `both_absent`, `void`, `bye`, or `waiting`, while no result is confirmed (R11.2).
    score: points for and against as they count, credits included (R8.2); None where none do.
    """

    round: int
    table: int | None
    opponent: Row | None
    how: str
    score: tuple[int, int] | None

    @property
    def mark(self) -> str:
        """How it came out, in a sign that needs no colour."""
        return str(OUTCOMES[self.how][0])

    @property
    def words(self) -> str:
        """How it came out."""
        return str(OUTCOMES[self.how][1])


@dataclass(frozen=True)
class Line:
    """A row of the cross-table.

    meetings: all, in the order of rounds. cells: those with each other entry of the group, in the order of the
    standing; None with itself. free: the rounds that it was free in.
    """

    row: Row
    meetings: tuple[Meeting, ...]
    cells: tuple[tuple[Meeting, ...] | None, ...]
    free: tuple[Meeting, ...]

    @property
    def difference(self) -> str:
        """With its sign, as the standings write it."""
        return signed(self.row.standing.difference)


@dataclass(frozen=True)
class Group:
    """The cross-table of a group; of the stage, where it has no groups and `number` is None."""

    number: int | None
    lines: tuple[Line, ...]

    @property
    def letter(self) -> str:
        """What the group is called; "" where there is one only."""
        return group_letter(self.number) if self.number else ""

    @property
    def has_free(self) -> bool:
        """Whether anybody was free, so that the grid needs a column for it."""
        return any(line.free for line in self.lines)

    @property
    def has_grid(self) -> bool:
        """Whether a grid can still be read."""
        return len(self.lines) <= MOST_IN_A_GRID

    @property
    def fits_a_sheet(self) -> bool:
        """Whether its grid can be printed."""
        return len(self.lines) <= MOST_ON_A_SHEET


@dataclass(frozen=True)
class CrossTable:
    """The cross-table of a stage. by_pairs: False where partners change, so that nobody meets as an entry (R13.4)."""

    standings: Table
    groups: tuple[Group, ...]
    by_pairs: bool

    @property
    def has_begun(self) -> bool:
        """Whether a round is published."""
        return self.standings.after is not None

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The marks with their words."""
        return [(str(mark), str(words)) for mark, words in OUTCOMES.values()]


def cross_table(standings: Table) -> CrossTable:
    """The cross-table behind standings, the entries in their order. No query."""
    sittings = standings.basis.sittings
    by_pairs = all(len(sitting.side(side)) <= 1 for sitting in sittings for side in "ab")
    groups = groupby(standings.rows, key=lambda row: row.group)
    return CrossTable(
        standings=standings,
        groups=tuple(_group(number, list(rows), sittings) for number, rows in groups) if by_pairs else (),
        by_pairs=by_pairs,
    )


def _group(number: int | None, rows: list[Row], sittings: Iterable[Sitting]) -> Group:
    by_entry = {row.entry: row for row in rows}
    found: dict[int, list[Meeting]] = {entry: [] for entry in by_entry}
    results = {(row.entry, term.result.round): term.result for row in rows for term in _terms(row) if term.result}
    for sitting in sittings:
        for mine, others in permutations((sitting.side("a"), sitting.side("b"))):
            for entry in mine & by_entry.keys():
                opponent = next((by_entry[other] for other in others if other in by_entry), None)
                found[entry].append(_meeting(sitting, entry, opponent, results.get((entry, sitting.round))))
    return Group(number, tuple(_line(row, rows, found[row.entry]) for row in rows))


def _terms(row: Row) -> tuple[scoring.Term, ...]:
    """The counted results of an entry: each gives its points."""
    return row.standing.explain("points_for")


def _meeting(sitting: Sitting, entry: int, opponent: Row | None, result: scoring.Result | None) -> Meeting:
    how = how_it_ended(sitting, entry, result)
    score = (result.points_for, result.points_against) if result and how not in WITHOUT_SCORE else None
    return Meeting(sitting.round, sitting.table, opponent, how, score)


def how_it_ended(sitting: Sitting, entry: int, result: scoring.Result | None) -> str:
    """How a partida came out for an entry; what isn't confirmed waits (R11.2)."""
    if not sitting.counts:
        return "waiting"
    if sitting.kind == Partida.Kind.WALKOVER.value:
        return "walkover_won" if entry in sitting.side(sitting.winner) else "walkover_lost"
    if sitting.kind != Partida.Kind.PLAYED.value:
        return sitting.kind
    won, lost = (result.won, result.lost) if result else (False, False)
    return "won" if won else "lost" if lost else "level"


def _line(row: Row, rows: Iterable[Row], meetings: list[Meeting]) -> Line:
    against: Mapping[int, list[Meeting]] = {each.entry: [] for each in rows}
    for meeting in meetings:
        if meeting.opponent:
            against[meeting.opponent.entry].append(meeting)
    return Line(
        row=row,
        meetings=tuple(meetings),
        cells=tuple(None if entry == row.entry else tuple(mine) for entry, mine in against.items()),
        free=tuple(meeting for meeting in meetings if meeting.opponent is None),
    )
