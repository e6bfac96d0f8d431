"""Individual events: partners and opponents are drawn anew for each round (R13.4)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from . import Undrawable
from .field import Within
from .lots import lot
from .matching import cheapest
from .scale import LOT_PRIME

TRIES = 24
"""How many choices of partners, all with the fewest repeats, are tried for the best opponents."""

Pair = tuple[int, int]
Times = Counter[frozenset[int]]


@dataclass(frozen=True)
class Table:
    """Two pairs that meet: the players of side A and those of side B."""

    a: Pair
    b: Pair

    @property
    def entries(self) -> tuple[int, int, int, int]:
        """The four of them in the order of seats 1 to 4 (R1.2)."""
        return self.a[0], self.b[0], self.a[1], self.b[1]


@dataclass(frozen=True)
class Past:
    """Earlier rounds: who was whose partner, who met whom (four meetings at each table), how often each was free."""

    partners: Iterable[Pair] = ()
    opponents: Iterable[Pair] = ()
    free: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class IndividualDraw:
    """A round: the tables, the best players first; who is free; and the repeats.

    partners_again: each pair's earlier rounds together, squared, summed: the least there can be with these players.
    opponents_again: the same of opponents: the least there can be with these partners, and the least that was found.
    """

    tables: tuple[Table, ...]
    free: tuple[int, ...]
    partners_again: int
    opponents_again: int


def draw_individual(players: Sequence[int], past: Past, *, seed: str, within: Within = "adjacent") -> IndividualDraw:
    """Partners and opponents for a round.

    players: in the order of the standing, the best first. Up to three are free: those who were free least often, the
    lowest of them. Partners are those who repeat least, near each other in the standing (`adjacent`) or from the upper
    half and the lower (`fold`). By lots many such choices are tried; the one whose opponents repeat least is taken,
    and then the one truest to the standing.

    Raises Undrawable: too_few_players.
    """
    if len(players) < 4:
        raise Undrawable("too_few_players", count=len(players))
    free = _free(players, past.free)
    playing = [player for player in players if player not in free]
    return min(
        (_attempt(playing, free, past, within, f"{seed}:{at}" if at else None) for at in range(TRIES)),
        key=lambda drawn: drawn.opponents_again,
    )


def _free(players: Sequence[int], times: Mapping[int, int]) -> tuple[int, ...]:
    from_last = sorted(enumerate(players), key=lambda each: (times.get(each[1], 0), -each[0]))
    return tuple(player for _, player in from_last[: len(players) % 4])


def _attempt(
    playing: Sequence[int], free: tuple[int, ...], past: Past, within: Within, seed: str | None
) -> IndividualDraw:
    """One choice of partners and its best opponents; without a seed the one truest to the standing."""
    partners = Counter(frozenset(pair) for pair in past.partners)
    opponents = Counter(frozenset(pair) for pair in past.opponents)
    pairs = _pairs(playing, partners, len(playing) // 2 if within == "fold" else 1, seed)
    tables = _tables(pairs, opponents)
    return IndividualDraw(
        tuple(tables),
        free,
        sum(partners[frozenset(pair)] ** 2 for pair in pairs),
        sum(_again(table.a, table.b, opponents) for table in tables),
    )


def _pairs(playing: Sequence[int], partners: Times, ideal: int, seed: str | None) -> list[Pair]:
    """The partners that repeat least; then by the standing, or by lots where there is a seed."""
    count = len(playing)
    lots = [int.from_bytes(lot(player, seed or "")[:4]) for player in playing]
    off_most = LOT_PRIME if seed else count**2
    edges = []
    for i, one in enumerate(playing):
        for j in range(i + 1, count):
            off = lots[i] * lots[j] % LOT_PRIME if seed else (j - i - ideal) ** 2
            times = partners[frozenset((one, playing[j]))]
            edges.append((i, j, times**2 * off_most * count + off))
    mates = cheapest(count, edges) or []
    return [(playing[i], playing[j]) for i, j in enumerate(mates) if i < j]


def _tables(pairs: Sequence[Pair], opponents: Times) -> list[Table]:
    """The pairs, in the order of their better players, against each other: the fewest repeats, then neighbours."""
    count = len(pairs)
    edges = [
        (i, j, _again(pairs[i], pairs[j], opponents) * count**3 + (j - i - 1) ** 2)
        for i in range(count)
        for j in range(i + 1, count)
    ]
    mates = cheapest(count, edges) or []
    return [Table(pairs[i], pairs[j]) for i, j in enumerate(mates) if i < j]


def _again(a: Pair, b: Pair, opponents: Times) -> int:
    return sum(opponents[frozenset((one, other))] ** 2 for one in a for other in b)
