"""What chance decides about an event: its pairs and policy, who leaves and returns, who wins, what is kept by hand.

Everything is drawn by lots of its own from the seed, the event and what it is about, never from what was drawn before.
So an event takes the same course whoever plays it: the systems alone, or the program through its services.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

import scoring
from tournament.draw.policy import Forbidden, StagePolicy

Opponents = tuple[int, int | None]
"""The entries of a table, the smaller number first; None: free."""

WITHDRAWS, RETURNS = 0.04, 0.3
"""How likely a pair withdraws before a round, and how likely it returns."""
WALKOVER, BOTH_ABSENT = 0.02, 0.01
BY_HAND = 0.15
"""How likely the organiser exchanges opponents of two tables and has the rest drawn anew around them."""
CLUBS = 6
RULES = scoring.Regulations.from_dict(
    {"preset": "fdr", "target": 100, "detail": "totals", "no_show_minutes": None},
)


@dataclass(frozen=True)
class Outcome:
    """What comes of a table. kind: as in `scoring`; winner: the entry; points: the winner's and the loser's."""

    kind: str
    winner: int | None = None
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Course:
    """An event by number. pairs, rounds: the least and the most that it may have."""

    seed: str
    event: int
    pairs_between: tuple[int, int] = (8, 64)
    rounds_between: tuple[int, int] = (5, 9)
    # What has happened so far, counted for the report.
    seen: Counter[str] = field(default_factory=Counter, compare=False)

    def chance(self, *about: object) -> Random:
        """The lots about one thing."""
        return Random(f"{self.seed}/{self.event}/{about}")  # noqa: S311 -- repeatable on purpose

    @cached_property
    def entries(self) -> range:
        """The numbers of the entries."""
        return range(1, self.chance("pairs").randint(*self.pairs_between) + 1)

    @cached_property
    def rounds(self) -> int:
        return self.chance("rounds").randint(*self.rounds_between)

    @cached_property
    def policy(self) -> StagePolicy:
        """Any way of drawing; in half of the events some pairs must not meet."""
        chance = self.chance("policy")
        apart: list[str | int] = ["never", "where_possible", chance.randint(1, 4)]
        pairs = [chance.sample(self.entries, 2) for _ in range(chance.choice([0, 0, 1, 4]))]
        return StagePolicy(
            first=chance.choice(["seed", "lots"]),
            within=chance.choice(["adjacent", "fold"]),
            apart=chance.choice(apart),
            by=chance.choice(["club", "country"]),
            forbidden=tuple(Forbidden((a, b), "family") for a, b in {(min(pair), max(pair)) for pair in pairs}),
        )

    def belongs(self, entry: int, by: str) -> str:
        """The club or country of an entry; some have none."""
        at = self.chance(by, entry).randint(0, CLUBS)
        return f"{by} {at}" if at else ""

    def rank(self, entry: int) -> int | None:
        """The rank at entry, in no order; some have none."""
        chance = self.chance("rank", entry)
        return chance.randint(1, 3 * len(self.entries)) if chance.random() < 0.8 else None

    def lots(self, number: int, time: str = "") -> str:
        """The seed of the lots of a round, and of what is drawn anew in it."""
        return str(self.chance("lots", number, time).random())

    def goes(self, number: int, playing: Collection[int]) -> list[int]:
        """Who withdraws before a round; two are always left."""
        leaving = [entry for entry in sorted(playing) if self.chance("goes", number, entry).random() < WITHDRAWS]
        return leaving[: max(0, len(playing) - 2)]

    def comes(self, number: int, away: Collection[int]) -> list[int]:
        """Who returns before a round."""
        return [entry for entry in sorted(away) if self.chance("comes", number, entry).random() < RETURNS]

    def exchanged(self, number: int, tables: Sequence[Opponents]) -> tuple[int, int] | None:
        """Two tables, by index, whose second opponents the organiser exchanges; None: he leaves all as it is."""
        chance = self.chance("hand", number)
        if len(tables) < 3 or chance.random() >= BY_HAND:
            return None
        first, second = sorted(chance.sample(range(len(tables)), 2))
        return first, second

    def outcome(self, number: int, a: int, b: int) -> Outcome:
        """What comes of a meeting of two entries in a round, whichever is named first."""
        a, b = sorted((a, b))
        chance = self.chance("outcome", number, a, b)
        what, winner, loser = chance.random(), chance.choice([a, b]), chance.randint(0, 99)
        if what < BOTH_ABSENT:
            return Outcome("both_absent")
        if what < BOTH_ABSENT + WALKOVER:
            return Outcome("walkover", winner)
        return Outcome("played", winner, (100, loser))


def exchange(tables: Sequence[Opponents], first: int, second: int) -> tuple[Opponents, Opponents]:
    """The two tables with their second opponents exchanged."""
    (a, b), (c, d) = tables[first], tables[second]
    return opponents(a, d), opponents(c, b)


def opponents(a: int, b: int | None) -> Opponents:
    """The entries of a table, the smaller number first."""
    return (a, None) if b is None else (min(a, b), max(a, b))
