"""What the paper of a cross-table shows: who met whom with what result (R12.6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.regulation_phrases import signed
from tournament.standings.cross_table import MOST_ON_A_SHEET, OUTCOMES

ROUNDS_ON_A_SHEET = 14
"""So many columns still fit, where a column is a round."""


@dataclass(frozen=True)
class Cell:
    """A meeting in a cell: its mark, the points as they count, the round, and who was met where rounds are columns."""

    mark: str
    score: str
    round: int
    opponent: str


@dataclass(frozen=True)
class CrossRow:
    """A row: who it is, how he stands, and his meetings, column by column; None: the cell with himself."""

    place: int
    entry: int
    players: tuple[str, ...]
    wins: int
    difference: str
    cells: tuple[tuple[Cell, ...] | None, ...]


@dataclass(frozen=True)
class CrossGrid:
    """A table on the paper. by_rounds: whether its columns are rounds, since there are too many to be met."""

    letter: str
    by_rounds: bool
    has_free: bool
    heads: tuple[int, ...]
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True)
class CrossTablePaper:
    """The cross-table of a stage after a round."""

    landscape: ClassVar = True
    grids: tuple[CrossGrid, ...]
    legend: tuple[tuple[str, str], ...]
    missing: str


def cross_table_paper(content: Mapping[str, Any]) -> CrossTablePaper:
    """A cross-table from the content of `contents.content_of_round`."""
    return CrossTablePaper(
        grids=tuple(grid for group in content["groups"] for grid in _grids(group)),
        legend=tuple((str(mark), str(words)) for mark, words in OUTCOMES.values()),
        missing=", ".join(f"{number}/{table}" for number, table in content["missing"]),
    )


def _grids(group: Mapping[str, Any]) -> Iterable[CrossGrid]:
    """A grid of all against all, or with too many for it tables of so many rounds as fit."""
    lines = group["lines"]
    if len(lines) <= MOST_ON_A_SHEET:
        yield _against_all(group["letter"], lines)
        return
    rounds = sorted({meeting["round"] for line in lines for meeting in line["meetings"]})
    for at in range(0, len(rounds), ROUNDS_ON_A_SHEET):
        yield _by_rounds(group["letter"], lines, rounds[at : at + ROUNDS_ON_A_SHEET])


def _against_all(letter: str, lines: Sequence[Mapping[str, Any]]) -> CrossGrid:
    """Columns are opponents in the order of the standings; one more, where somebody was free."""
    heads = tuple(line["entry"] for line in lines)
    has_free = any(meeting["opponent"] is None for line in lines for meeting in line["meetings"])
    columns = (*heads, None) if has_free else heads
    rows = tuple(
        _row(line, (None if head == line["entry"] else _met(line, "opponent", head) for head in columns))
        for line in lines
    )
    return CrossGrid(letter, False, has_free, heads, rows)


def _by_rounds(letter: str, lines: Sequence[Mapping[str, Any]], rounds: Sequence[int]) -> CrossGrid:
    rows = tuple(_row(line, (_met(line, "round", number) for number in rounds)) for line in lines)
    return CrossGrid(letter, True, False, tuple(rounds), rows)


def _row(line: Mapping[str, Any], cells: Iterable[tuple[Cell, ...] | None]) -> CrossRow:
    return CrossRow(
        place=line["place"],
        entry=line["entry"],
        players=tuple(line["players"]),
        wins=line["wins"],
        difference=signed(line["difference"]),
        cells=tuple(cells),
    )


def _met(line: Mapping[str, Any], key: str, value: int | None) -> tuple[Cell, ...]:
    """The meetings of a line with this opponent, or in this round."""
    return tuple(_cell(meeting) for meeting in line["meetings"] if meeting[key] == value)


def _cell(meeting: Mapping[str, Any]) -> Cell:
    return Cell(
        mark=str(OUTCOMES[meeting["how"]][0]),
        score="{}:{}".format(*meeting["score"]) if meeting["score"] else "",
        round=meeting["round"],
        opponent=str(meeting["opponent"] or ""),
    )
