"""The table: four seats, two sides, and the order of play (R1.2)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Side = Literal["a", "b"]

SEATS: Final = (1, 2, 3, 4)
SIDES: Final[tuple[Side, Side]] = ("a", "b")
SEATS_OF: Final[dict[Side, tuple[int, int]]] = {"a": (1, 3), "b": (2, 4)}


class Score(NamedTuple):
    """Points of the two sides."""

    a: int
    b: int

    @property
    def ahead(self) -> Side | None:
        """The side with more points; ``None`` when level.

        >>> Score(120, 95).ahead
        'a'
        """
        if self.a == self.b:
            return None
        return "a" if self.a > self.b else "b"


def side_of(seat: int) -> Side:
    """The side that a seat plays for: 1 and 3 are side A, 2 and 4 side B (R1.2).

    >>> side_of(3)
    'a'
    """
    return "a" if seat % 2 else "b"


def other_side(side: Side) -> Side:
    """The opponents of a side."""
    return "b" if side == "a" else "a"


def next_seat(seat: int) -> int:
    """The seat whose turn comes after ``seat``; the order of play is counter-clockwise (R1.2).

    >>> [next_seat(seat) for seat in SEATS]
    [2, 3, 4, 1]
    """
    return seat % 4 + 1


def partner(seat: int) -> int:
    """The seat across the table.

    >>> partner(4)
    2
    """
    return (seat + 1) % 4 + 1
