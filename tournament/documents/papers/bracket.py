"""What the paper of a bracket shows: its meetings, cut into pieces that fit a sheet (R13.3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

MOST_ROWS = 8
"""So many meetings one under another still fit on a sheet lying."""
MOST_COLUMNS = 5

Meetings = Sequence[Mapping[str, Any]]
BracketRound = Mapping[str, Any]


@dataclass(frozen=True)
class PieceCell:
    """A meeting in a piece, and how many rows it stands beside."""

    meeting: Mapping[str, Any]
    rows: int


@dataclass(frozen=True)
class Piece:
    """A part of a section that is printed as one table: the names of its rounds, and its cells row by row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[PieceCell, ...], ...]


@dataclass(frozen=True)
class BracketPaper:
    """The bracket of a stage, the places that are decided, and what results have torn."""

    landscape: ClassVar = True
    pieces: tuple[Piece, ...]
    places: tuple[tuple[int, str], ...]
    torn: tuple[str, ...]


def bracket_paper(content: Mapping[str, Any]) -> BracketPaper:
    """A bracket from the content of `contents.content_of_round`."""
    return BracketPaper(
        pieces=tuple(
            piece for section in content["sections"] for piece in _pieces(section["title"], section["rounds"])
        ),
        places=tuple((place, name) for place, name in content["places"]),
        torn=tuple(content["torn"]),
    )


def _pieces(title: str, rounds: Sequence[BracketRound]) -> Iterator[Piece]:
    """The section cut across: as many rounds beside one another as can be shared out among equal pieces."""
    while rounds:
        count = -(-len(rounds[0]["meetings"]) // MOST_ROWS)
        width = _width(rounds, count)
        for at in range(count):
            yield _piece(title, [(each["title"], _share(each["meetings"], at, count)) for each in rounds[:width]])
        rounds = rounds[width:]


def _width(rounds: Sequence[BracketRound], count: int) -> int:
    """How many of the first rounds can stand in each of `count` pieces, each meeting beside those that feed it."""
    width = 1
    while width < min(len(rounds), MOST_COLUMNS):
        first, next_ = len(rounds[0]["meetings"]), len(rounds[width]["meetings"])
        if next_ % count or first % next_:
            break
        width += 1
    return width


def _share(meetings: Meetings, at: int, count: int) -> Meetings:
    size = -(-len(meetings) // count)
    return meetings[at * size : (at + 1) * size]


def _piece(title: str, columns: Sequence[tuple[str, Meetings]]) -> Piece:
    height = len(columns[0][1])
    rows = tuple(tuple(_row(columns, row, height)) for row in range(height))
    return Piece(title, tuple(head for head, _meetings in columns), rows)


def _row(columns: Sequence[tuple[str, Meetings]], row: int, height: int) -> Iterable[PieceCell]:
    """The meetings that begin in a row: one in the first column, fewer in the later ones."""
    for _head, meetings in columns:
        spans = height // len(meetings)
        if row % spans == 0:
            yield PieceCell(meetings[row // spans], spans)
