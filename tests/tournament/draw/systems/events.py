"""Simulated Swiss tournaments with all that happens at real ones: odd numbers, withdrawals, returns, walkovers."""

import random
from collections import Counter

from tournament.draw.checks import Drawn
from tournament.draw.systems import Pairing
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import Proposal, draw


class Event:
    """A Swiss tournament that is drawn and played round by round; `history` is what the checks see of it."""

    def __init__(
        self, seed: int, entries: int, *, trouble: float = 0.04, countries: dict[int, str] | None = None
    ) -> None:
        self.chance = random.Random(seed)
        self.seed = str(seed)
        self.numbers = range(1, entries + 1)
        self.trouble = trouble
        self.countries = countries or {}
        self.wins: Counter[int] = Counter()
        self.difference: Counter[int] = Counter()
        self.free: Counter[int] = Counter()
        self.dropped: set[int] = set()
        self.away: set[int] = set()
        self.met: list[tuple[int, int]] = []
        self.unplayed: list[int] = []
        self.history: list[Drawn] = []

    def round(self, policy: Policy) -> Proposal:
        """Some leave, some return; then the round is drawn and played."""
        self._come_and_go()
        playing = [number for number in self.numbers if number not in self.away]
        proposal = draw(Field(self._standing(playing), self.met), policy)
        walked_over: list[int] = []
        self.unplayed = []
        for pairing in proposal.pairings:
            walked_over += self._play(pairing)
        self.history.append(Drawn(policy.round, proposal.pairings, playing, walked_over, unplayed=self.unplayed))
        return proposal

    def _come_and_go(self) -> None:
        for number in self.numbers:
            likely = 0.3 if number in self.away else self.trouble
            if self.chance.random() < likely and (number in self.away or len(self.numbers) - len(self.away) > 4):
                self.away ^= {number}

    def _standing(self, playing: list[int]) -> list[Contender]:
        order = sorted(playing, key=lambda number: (-self.wins[number], -self.difference[number]))
        keys = [(self.wins[number], self.difference[number]) for number in order]
        return [
            Contender(
                number,
                keys.index((self.wins[number], self.difference[number])) + 1,
                self.wins[number],
                self.free[number],
                frozenset({self.countries[number]} if self.countries else ()),
                number in self.dropped,
            )
            for number in order
        ]

    def _play(self, pairing: Pairing) -> list[int]:
        """Plays a pairing out; who won by walkover."""
        a, b = pairing.a, pairing.b
        if b is None:
            self.wins[a] += 1
            self.free[a] += 1
            return []
        if self.wins[a] != self.wins[b]:
            self.dropped.add(a if self.wins[a] > self.wins[b] else b)
        what = self.chance.random()
        if what < self.trouble / 4:  # both missing: both lose (R8.3), and it is no meeting
            self.unplayed += [a, b]
            return []
        winner, loser = (a, b) if self.chance.random() < 0.5 else (b, a)
        self.wins[winner] += 1
        self.difference[winner] += (points := self.chance.randint(5, 200))
        self.difference[loser] -= points
        if what > 1 - self.trouble / 2:  # a walkover is a free game (R8.4), and no meeting
            self.free[winner] += 1
            self.unplayed += [a, b]
            return [winner]
        self.met.append((a, b))
        return []
