"""A Swiss tournament played by the systems alone, whose results come from its seed."""

from collections import Counter
from collections.abc import Mapping

from tournament.draw.checks import breaches
from tournament.draw.systems import Pairing
from tournament.draw.systems.field import Contender, Field
from tournament.draw.systems.lots import lot
from tournament.draw.systems.swiss import Proposal


class Event:
    """What has happened so far. country: of each entry, "" if it has none."""

    def __init__(self, country: Mapping[int, str], seed: str) -> None:
        self.country = {number: frozenset({name} if name else ()) for number, name in country.items()}
        self.numbers = list(country)
        self.seed = seed
        self.wins: Counter[int] = Counter()
        self.difference: Counter[int] = Counter()
        self.free: Counter[int] = Counter()
        self.dropped: set[int] = set()
        self.met: list[tuple[int, int]] = []

    def field(self) -> Field:
        """The field of the next round."""
        order = sorted(self.numbers, key=lambda number: (-self.wins[number], -self.difference[number]))
        contenders = [
            Contender(number, place, self.wins[number], self.free[number], self.country[number], number in self.dropped)
            for place, number in enumerate(order, start=1)
        ]
        return Field(contenders, list(self.met))

    def check(self, proposal: Proposal) -> None:
        """The checks find what the draw says; anything else is an error of the program."""
        met: dict[int, set[int]] = {}
        for a, b in self.met:
            met.setdefault(a, set()).add(b)
            met.setdefault(b, set()).add(a)
        broken = breaches(proposal.pairings, self.numbers, met, {number for number in self.free if self.free[number]})
        if len(broken) != len(proposal.breaches):
            raise AssertionError(f"The draw says {proposal.breaches}, its check {broken}.")

    def play(self, proposal: Proposal, round_: int) -> None:
        """All tables of a round are played."""
        for pairing in proposal.pairings:
            self._play(pairing, round_)

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
