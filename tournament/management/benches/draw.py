"""How long Swiss draws take, and how that grows with the field. Pure: no database."""

from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from time import perf_counter
from typing import Any, get_args

from tournament.draw.checks import breaches
from tournament.draw.systems import Pairing
from tournament.draw.systems.field import Contender, Field, Policy, Within
from tournament.draw.systems.lots import lot
from tournament.draw.systems.swiss import Proposal, draw

HELP = "Plays Swiss tournaments and prints the seconds of each part of each draw."


def add_arguments(parser: ArgumentParser) -> None:
    """The size of the tournaments and how they are drawn."""
    sizes = [250, 500, 1000, 2000, 4000]
    parser.add_argument("--entries", type=_at_least(2), nargs="+", default=sizes, metavar="N")
    parser.add_argument("--rounds", type=_at_least(1), default=9)
    parser.add_argument("--within", choices=get_args(Within), default="adjacent")
    parser.add_argument("--countries", type=_at_least(0), default=0, help="kept apart where possible; 0: none")
    parser.add_argument("--seed", default="bench")


def _at_least(least: int) -> Callable[[str], int]:
    """An integer that isn't smaller."""

    def number(text: str) -> int:
        if (value := int(text)) < least:
            raise ArgumentTypeError(f"{value} is too small: at least {least}")
        return value

    return number


def run(
    write: Callable[[str], Any],
    *,
    entries: Sequence[int],
    rounds: int,
    within: Within,
    countries: int,
    seed: str,
    **options: Any,
) -> None:
    """Plays a tournament of each size; at the end, the power of the number of entries with which the time grows.

    options: Django's own, which don't matter here.
    """
    seconds = {}
    for count in entries:
        event = _Event(count, countries, seed)
        seconds[count] = sum(event.play(number, within, write) for number in range(1, rounds + 1))
        write(f"{count} entries, {rounds} rounds: {seconds[count]:.3f} s")
    if len(seconds) > 1:
        write(f"The time grows with the number of entries to the power of {exponent(seconds):.2f}.")


def exponent(seconds: dict[int, float]) -> float:
    """The slope of the straight line through the logarithms, by least squares."""
    points = [(log(count), log(took)) for count, took in seconds.items()]
    x_mean, y_mean = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    slope: float = sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)
    return slope


@dataclass
class _Watch:
    """The seconds of each part of the work, summed."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    since: float = field(default_factory=perf_counter)

    def __call__(self, part: str) -> None:
        now = perf_counter()
        self.seconds[part] += now - self.since
        self.since = now


class _Event:
    """A tournament whose results come from its seed alone."""

    def __init__(self, count: int, countries: int, seed: str) -> None:
        self.numbers = range(1, count + 1)
        self.seed = seed
        self.wins: Counter[int] = Counter()
        self.difference: Counter[int] = Counter()
        self.free: Counter[int] = Counter()
        self.dropped: set[int] = set()
        self.met: list[tuple[int, int]] = []
        self.country = {
            number: frozenset({str(lot(number, seed)[0] % countries)} if countries else ()) for number in self.numbers
        }

    def play(self, round_: int, within: Within, write: Callable[[str], Any]) -> float:
        """Draws a round, writes a line about it, and plays it; the seconds of the draw."""
        watch = _Watch()
        policy = Policy(within, "where_possible", round_, self.seed)
        proposal = draw(self._field(), policy, watch=watch)
        self._check(proposal)
        watch("check")
        parts = "  ".join(f"{part} {took:.3f}" for part, took in watch.seconds.items())
        cost = "  ".join(f"{name} {amount}" for name, amount in proposal.cost.items() if amount)
        write(f"{len(self.numbers):5} entries, round {round_}:  {parts}  |  {cost or 'nothing given up'}")
        for pairing in proposal.pairings:
            self._play(pairing, round_)
        return sum(watch.seconds.values())

    def _field(self) -> Field:
        order = sorted(self.numbers, key=lambda number: (-self.wins[number], -self.difference[number]))
        contenders = [
            Contender(number, place, self.wins[number], self.free[number], self.country[number], number in self.dropped)
            for place, number in enumerate(order, start=1)
        ]
        return Field(contenders, self.met)

    def _check(self, proposal: Proposal) -> None:
        met: dict[int, set[int]] = {}
        for a, b in self.met:
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)
        broken = breaches(proposal.pairings, self.numbers, met, {number for number in self.free if self.free[number]})
        if len(broken) != len(proposal.breaches):
            raise AssertionError(f"The draw says {proposal.breaches}, its check {broken}.")

    def _play(self, pairing: Pairing, round_: int) -> None:
        if pairing.b is None:
            self.wins[pairing.a] += 1
            self.free[pairing.a] += 1
            return
        self.met.append((pairing.a, pairing.b))
        if self.wins[pairing.a] != self.wins[pairing.b]:
            self.dropped.add(max(pairing.a, pairing.b, key=lambda number: self.wins[number]))
        points = {number: lot(number, f"{self.seed}:{round_}")[0] for number in (pairing.a, pairing.b)}
        winner = max(points, key=lambda number: points[number])
        self.wins[winner] += 1
        for number, others in ((pairing.a, pairing.b), (pairing.b, pairing.a)):
            self.difference[number] += points[number] - points[others]
