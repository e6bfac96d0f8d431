"""What an organiser has and wants: who plays, how many tables, when the hall is open, by which rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import scoring

PAIRS, INDIVIDUAL = "pairs", "individual"


@dataclass(frozen=True)
class Day:
    """Hours in which the hall is open for play; a break in them, in which nothing is played. All times are UTC."""

    opens: datetime
    closes: datetime
    rest_from: datetime | None = None
    rest_until: datetime | None = None


@dataclass(frozen=True)
class Wish:
    """What there is. entries: pairs, or players in an individual event. halls: the tables of each hall.

    rules: what the organiser would play by, if there is time for it. changeover: minutes between two rounds, for the
    protocols that are confirmed last, the draw, and finding one's table.
    """

    event: str
    entries: int
    halls: tuple[int, ...]
    days: Sequence[Day]
    rules: scoring.Regulations
    changeover: int = 10

    @property
    def tables(self) -> int:
        """Of all halls."""
        return sum(self.halls)

    @property
    def at_a_table(self) -> int:
        """How many entries sit at a table: two pairs, or four players each by himself (R1.3, R13.4)."""
        return 4 if self.event == INDIVIDUAL else 2

    @property
    def tables_needed(self) -> int:
        """Tables of a round in which everybody plays who can."""
        return self.entries // self.at_a_table

    @property
    def free(self) -> int:
        """How many entries are free in such a round (R8.4)."""
        return self.entries % self.at_a_table
