"""The criteria of the order (R12): each is a function that lists what it adds up.

A criterion returns *terms*: (the result that it comes from, an amount, an opponent or ``None``). Its value is the sum
of the amounts, so an explanation (R12.6) cannot differ from the value. They are plain tuples until somebody asks for
an explanation, since a table of a thousand entries has a hundred thousand of them. To add one: its code in
:data:`scoring.fields.CRITERIA_CODES` and a function here under ``@criterion``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from scoring.results import Result

Entry = Hashable


class Term(NamedTuple):
    """One summand of a value: the result that it comes from (``None`` for seed and lots) and its amount.

    ``opponent`` is the entry whose wins are added, where a criterion adds up wins of opponents.
    """

    result: Result | None
    amount: int
    opponent: Entry | None = None


@dataclass(frozen=True)
class Table:
    """What criteria may look at: everybody's results, and what was known before."""

    results: Mapping[Entry, Sequence[Result]]
    seeds: Mapping[Entry, int] = field(default_factory=dict)
    lots: Mapping[Entry, int] = field(default_factory=dict)
    wins: Mapping[Entry, int] = field(default_factory=dict)

    @cached_property
    def after_seeds(self) -> int:
        """The rank of those who have none: after all that have one."""
        return max(self.seeds.values(), default=0) + 1

    @cached_property
    def after_lots(self) -> int:
        """The lot of those who have none: after all that have one."""
        return max(self.lots.values(), default=0) + 1


Terms = Sequence[tuple[Result | None, int, Entry | None]] | None
"""The summands of a value, as :class:`Term` has them; ``None`` where the criterion cannot be applied."""
Group = Collection[Entry]
Function = Callable[[Table, Entry, Group], Terms]


@dataclass(frozen=True)
class Criterion:
    """One key of the order: ``best`` is ``high`` or ``low``; ``mean`` divides the sum by the number of terms.

    ``within`` marks a criterion that compares exactly the tied with each other; all others ignore the group.
    """

    code: str
    meaning: str
    rule: str
    terms: Function
    best: str = "high"
    mean: bool = False
    within: bool = False

    def value(self, terms: Terms) -> int | Fraction | None:
        """What the terms come to: a whole number, for a mean a fraction, ``None`` if not applicable."""
        if terms is None:
            return None
        total = sum([term[1] for term in terms])
        if not self.mean:
            return total
        return Fraction(total, len(terms)) if terms else Fraction(0)

    def key(self, value: int | Fraction | None) -> int | Fraction:
        """A sort key: the better value is the smaller key; where there is no value all are equal."""
        if value is None:
            return 0
        return -value if self.best == "high" else value


CRITERIA: Final[dict[str, Criterion]] = {}
"""Criterion code → criterion."""


def criterion(
    code: str, rule: str, meaning: str, *, best: str = "high", mean: bool = False, within: bool = False
) -> Callable[[Function], Function]:
    """Register a function as the criterion ``code``."""

    def register(terms: Function) -> Function:
        CRITERIA[code] = Criterion(code, meaning, rule, terms, best, mean, within)
        return terms

    return register


@criterion("wins", "R12.1", "partidas won")
def wins(table: Table, entry: Entry, group: Group) -> Terms:
    """Wins, those by walkover and bye included (R8.1, R8.4)."""
    return [(result, 1, None) for result in table.results[entry] if result.won]


@criterion("difference", "R12.1", "points for less points against")
def difference(table: Table, entry: Entry, group: Group) -> Terms:
    """The sum of differences, as credited where nothing was played."""
    return [(result, result.difference, None) for result in table.results[entry]]


@criterion("points_for", "R12.1", "points for")
def points_for(table: Table, entry: Entry, group: Group) -> Terms:
    """All points for."""
    return [(result, result.points_for, None) for result in table.results[entry]]


@criterion("points_against", "R12.3", "points against, fewer is better", best="low")
def points_against(table: Table, entry: Entry, group: Group) -> Terms:
    """All points against."""
    return [(result, result.points_against, None) for result in table.results[entry]]


@criterion("average", "R12.3", "points for in an average played partida", mean=True)
def average(table: Table, entry: Entry, group: Group) -> Terms:
    """Points of played partidas by their number."""
    return [(result, result.points_for, None) for result in table.results[entry] if result.kind == "played"]


@criterion("head_to_head", "R12.3", "wins against each other, if all of the tied have met", within=True)
def head_to_head(table: Table, entry: Entry, group: Group) -> Terms:
    """Wins among exactly the tied; not applied unless each has met each."""
    return _mutual(table, entry, group, lambda result: int(result.won))


@criterion(
    "head_to_head_difference",
    "R12.3",
    "difference against each other, if all of the tied have met",
    within=True,
)
def head_to_head_difference(table: Table, entry: Entry, group: Group) -> Terms:
    """The difference among exactly the tied; not applied unless each has met each."""
    return _mutual(table, entry, group, lambda result: result.difference)


def _mutual(table: Table, entry: Entry, group: Group, amount: Callable[[Result], int]) -> Terms:
    others = set(group) - {entry}
    mutual = [
        result for result in table.results[entry] if result.kind == "played" and not others.isdisjoint(result.opponents)
    ]
    met = {opponent for result in mutual for opponent in result.opponents}
    return [(result, amount(result), None) for result in mutual] if others <= met else None


@criterion("buchholz", "R12.3", "wins of the opponents met")
def buchholz(table: Table, entry: Entry, group: Group) -> Terms:
    """Opponents' wins, over played partidas."""
    return _wins_of_opponents(table, [result for result in table.results[entry] if result.kind == "played"])


def _wins_of_opponents(table: Table, met: Sequence[Result]) -> list[tuple[Result | None, int, Entry | None]]:
    wins = table.wins
    return [(result, wins[opponent], opponent) for result in met for opponent in result.opponents]


@criterion("buchholz_minus_worst", "R12.3", "wins of the opponents met, without the weakest of them")
def buchholz_minus_worst(table: Table, entry: Entry, group: Group) -> Terms:
    """Opponents' wins less the fewest."""
    terms = list(buchholz(table, entry, group) or ())
    if terms:
        terms.remove(min(terms, key=lambda term: term[1]))
    return terms


@criterion("sonneborn_berger", "R12.3", "wins of the opponents beaten")
def sonneborn_berger(table: Table, entry: Entry, group: Group) -> Terms:
    """The wins of beaten opponents, over played partidas."""
    return _wins_of_opponents(
        table, [result for result in table.results[entry] if result.kind == "played" and result.won]
    )


@criterion("fewest_penalties", "R12.3", "penalties, fewer is better", best="low")
def fewest_penalties(table: Table, entry: Entry, group: Group) -> Terms:
    """The number of penalties."""
    return [(result, result.penalties, None) for result in table.results[entry] if result.penalties]


@criterion("fewest_free", "R12.3", "wins without play, fewer is better", best="low")
def fewest_free(table: Table, entry: Entry, group: Group) -> Terms:
    """Byes and wins by walkover."""
    return [(result, 1, None) for result in table.results[entry] if result.won and result.kind in ("bye", "walkover")]


@criterion("seed", "R12.3", "rank at entry", best="low")
def seed(table: Table, entry: Entry, group: Group) -> Terms:
    """The seed; entries without one come after all that have one."""
    return [(None, table.seeds.get(entry, table.after_seeds), None)]


@criterion("lots", "R12.3", "lot drawn", best="low")
def lots(table: Table, entry: Entry, group: Group) -> Terms:
    """The number of the lot that was drawn; entries without one come after all that have one.

    Not applied before any lot is drawn.
    """
    if not table.lots:
        return None
    return [(None, table.lots.get(entry, table.after_lots), None)]
