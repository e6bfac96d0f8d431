"""The field laid out for pricing: positions by wins and standing, groups, and what every pairing would cost.

A position is an entry's index in that order, from 0. Where the number of entries is odd, position `len(board)` is the
free game: who is paired with it is free.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from .field import Contender, Field, Policy
from .lots import lot

PRIORITIES = (
    "rematch",  # pairings of entries that have met
    "again",  # meetings beyond the second of those pairings
    "second_free",  # free games that the free entry had before
    "forbidden",  # pairings that must not be
    "free_place",  # places between the free entry and the last one
    "across",  # pairings across wins groups
    "distance",  # their squared differences of wins
    "apart",  # pairings of entries that share a club or country
    "order",  # squared distances from the ideal opponent in the order of the standing
    "drop",  # entries that meet one with fewer wins for a second time
)
"""What a draw costs, the most important first; a draw is better if the first that differs is smaller (R13.1)."""
BREACHES = PRIORITIES[:4]
"""The first of them are rules: if one of these isn't 0, a rule is broken, and no draw without it exists."""

Cost = tuple[int, ...]
"""An amount for each of PRIORITIES."""


class Board:
    """The entries that are still to be paired, by position, and the cost of each possible pairing."""

    def __init__(self, field: Field, policy: Policy) -> None:
        settled = {entry for pairing in field.locked for entry in pairing.entries}
        ranked = [each for each in field.ranked(policy.seed) if each.number not in settled]
        self.policy = policy
        self.contenders: Sequence[Contender] = sorted(ranked, key=lambda each: -each.wins)
        self.position = {each.number: at for at, each in enumerate(self.contenders)}
        # Among all who play, the last of the standing comes first for the free game.
        self.from_last = self._places_from_last(ranked)
        self.met = self._by_position(field.met)
        self.forbidden = [set(others) for others in self._by_position(field.forbidden)]
        # Whom each position can't meet without breaking a rule.
        self.barred = [{*met, *others} for met, others in zip(self.met, self.forbidden, strict=True)]
        self.tags = self._tag_bits()
        self.lots = [int.from_bytes(lot(each.number, policy.seed)[:4]) for each in self.contenders]
        self._lay_out_groups()

    def __len__(self) -> int:
        return len(self.contenders)

    @property
    def vertices(self) -> int:
        """The positions to be paired, that of the free game included: always even."""
        return len(self) + len(self) % 2

    def cost(self, i: int, j: int) -> Cost:
        """What it costs that positions i < j meet; j may be the free game."""
        if j == len(self):
            return (0, 0, self.contenders[i].free, 0, self.from_last[i], 0, 0, 0, 0, 0)
        times = self.met[i][j]
        wins = self.contenders[i].wins - self.contenders[j].wins
        return (
            int(times > 0),
            max(times - 1, 0),
            0,
            int(j in self.forbidden[i]),
            0,
            int(wins != 0),
            wins**2,
            int(bool(self.tags[i] & self.tags[j])),
            self.off_order(i, j) ** 2,
            int(wins != 0 and self.contenders[i].dropped),
        )

    def off_order(self, i: int, j: int) -> int:
        """How far positions i < j are from being ideal opponents in the order of the standing; 0 is ideal.

        Within a group: by how many places i's ideal opponent is missed. Across groups the last of the upper one and
        the first of the lower one are ideal.
        """
        upper, lower = self.group_of[i], self.group_of[j]
        if upper == lower:
            return abs(j - i - self.ideal[upper])
        return self.groups[upper].stop - 1 - i + j - self.groups[lower].start

    def _lay_out_groups(self) -> None:
        """The wins groups as ranges of positions, and each one's ideal distance of opponents."""
        self.groups: list[range] = []
        for _, members in groupby(self.contenders, key=lambda each: each.wins):
            start = self.groups[-1].stop if self.groups else 0
            self.groups.append(range(start, start + len(list(members))))
        self.group_of = [group for group, members in enumerate(self.groups) for _ in members]
        fold = self.policy.within == "fold"
        self.ideal = [max(len(members) // 2, 1) if fold else 1 for members in self.groups]

    def _places_from_last(self, ranked: Sequence[Contender]) -> list[int]:
        last = len(ranked) - 1
        from_last = {each.number: last - at for at, each in enumerate(ranked)}
        return [from_last[each.number] for each in self.contenders]

    def _by_position(self, pairs: Iterable[tuple[int, int]]) -> list[Counter[int]]:
        found: list[Counter[int]] = [Counter() for _ in self.contenders]
        for a, b in pairs:
            if a in self.position and b in self.position:
                i, j = self.position[a], self.position[b]
                found[i][j] += 1
                found[j][i] += 1
        return found

    def _tag_bits(self) -> list[int]:
        """Each position's tags as bits of a number, so that `&` finds a shared one; all 0 if nobody is kept apart."""
        if not self.policy.keeps_apart:
            return [0] * len(self.contenders)
        tags = sorted(set().union(*(each.apart for each in self.contenders)))
        bit = {tag: 1 << at for at, tag in enumerate(tags)}
        return [sum(bit[tag] for tag in each.apart) for each in self.contenders]
