"""The pairings that are worth looking at, and a proof that the others aren't.

In a large field nearly all pairings of a good draw join near neighbours in the standing, so only those within a
*reach* of the ideal opponent are listed as edges (and the few that break a rule, where these are looked at). What is
left out falls into *pools*: the pairings inside one group, and those across each two groups. Everything left out of a
pool costs at least the pool's floor. Two *hubs* stand for one pairing of the pool at that floor: free of charge the
hubs are paired with each other, and for the floor any entry that is *open*, of which a pairing was left out, with the
first, and one of the other side with the second.

If in the cheapest pairing of entries and hubs every hub is paired with its partner, then no draw is better, whatever
pairings it has. For suppose that a better one exists. Where it differs from ours there are closed chains, ours and
theirs in turn, and one of them must be cheaper in theirs. Take that chain at the pools' floors. If it used a pool twice
it could be cut there and closed again into two chains by the same pool (or, where an across pool is used in both
directions, by the cheaper pools inside the two groups), and one of the two is still cheaper. So there is a cheaper
chain that uses each pool at most as often as it has hubs, and the hubs would have been used. Where they are used, the
reach is widened, until it spans everything if need be.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from .board import Board
from .matching import Edge
from .scale import Scale

FIRST_REACH = 10
DENSE = 160
"""Up to so many entries every pairing is looked at from the start."""

Pool = tuple[int, int]
"""Two groups, by index, the upper first; the same twice: the pairings inside it."""
Sides = tuple[list[int], list[int]]
"""Positions of the upper and of the lower group of a pool."""


@dataclass(frozen=True)
class Hub:
    """One pair of hubs: two vertices that stand for a pairing of a pool that is no edge."""

    pool: Pool
    first: int
    second: int


class Reach:
    """How far from the ideal opponent the pairings of each pool are looked at."""

    def __init__(self, board: Board, *, everything: bool) -> None:
        self._span = {pool: _span(board, pool) for pool in _pools(board)}
        self._of = {
            pool: span if everything or span <= 2 * FIRST_REACH else FIRST_REACH for pool, span in self._span.items()
        }

    def __getitem__(self, pool: Pool) -> int:
        return self._of[pool]

    def __iter__(self) -> Iterator[Pool]:
        return iter(self._of)

    def complete(self, pool: Pool) -> bool:
        """Whether all pairings of the pool are looked at."""
        return self._of[pool] >= self._span[pool]

    @property
    def incomplete(self) -> set[Pool]:
        """The pools of which something is left out."""
        return {pool for pool in self._of if not self.complete(pool)}

    def widest(self, *, breaches: bool) -> int:
        """The largest distance from the ideal opponent among all edges and floors."""
        if breaches:
            return max(self._span.values())
        return max(reach if self.complete(pool) else reach + 1 for pool, reach in self._of.items())

    def widen(self, pools: set[Pool]) -> None:
        """Three times as far in these pools."""
        for pool in pools:
            self._of[pool] = min(3 * self._of[pool], self._span[pool])


def _pools(board: Board) -> list[Pool]:
    groups = range(len(board.groups))
    return [(upper, lower) for upper in groups for lower in groups[upper:]]


def _span(board: Board, pool: Pool) -> int:
    """The largest distance from the ideal opponent that occurs in a pool."""
    upper, lower = pool
    if upper != lower:
        return len(board.groups[upper]) + len(board.groups[lower]) - 2
    ideal, farthest = board.ideal[upper], len(board.groups[upper]) - 1
    return max(abs(1 - ideal), abs(farthest - ideal)) if farthest else 0


def edges(board: Board, reach: Reach, scale: Scale, *, breaches: bool) -> tuple[list[Edge], list[Hub]]:
    """All edges of entries, free game and hubs, and the hubs.

    breaches: whether pairings that break a rule are edges, all of them; otherwise none is.
    """
    listed = {pool: list(_pairings(board, pool, reach[pool], scale, breaches)) for pool in reach}
    open_ = {pool: _open(board, pool, listed[pool], breaches) for pool in reach if not reach.complete(pool)}
    found = [edge for pairings in listed.values() for edge in pairings] + _free_games(board, scale, breaches)
    hubs: list[Hub] = []
    for pool in open_:
        floor = _base(board, pool, scale) + scale.unit("order") * (reach[pool] + 1) ** 2
        for _ in range(_hub_pairs(pool, open_)):
            first = board.vertices + 2 * len(hubs)
            hubs.append(Hub(pool, first, first + 1))
            found += _hub_edges(hubs[-1], open_[pool], floor)
    return found, hubs


def _pairings(board: Board, pool: Pool, reach: int, scale: Scale, breaches: bool) -> Iterator[Edge]:
    """The edges of a pool: those that are no more than `reach` from ideal, and those that break a rule."""
    inside = pool[0] == pool[1]
    base = _base(board, pool, scale)
    order, apart = scale.unit("order"), scale.unit("apart")
    drop = 0 if inside else scale.unit("drop")
    tags, lots, barred = board.tags, board.lots, board.barred
    for i, j, off in chain(_within_reach(board, pool, reach), _beyond(board, pool, reach) if breaches else ()):
        cost = base + order * off * off
        if j in barred[i]:
            if not breaches:
                continue
            cost += scale.weigh((*board.cost(i, j)[:4], 0, 0, 0, 0, 0, 0))
        if tags[i] & tags[j]:
            cost += apart
        if drop and board.contenders[i].dropped:
            cost += drop
        # Ideal opponents of one group need no lots, since no closed chain consists of them alone; it saves time.
        yield i, j, cost if inside and not off else cost + scale.lots(lots[i], lots[j])


def _beyond(board: Board, pool: Pool, reach: int) -> Iterator[tuple[int, int, int]]:
    """Pairs of positions of a pool that break a rule and aren't within reach."""
    upper, lower = (board.groups[group] for group in pool)
    for i in upper:
        for j in sorted(board.barred[i]):
            if i < j and j in lower and (off := board.off_order(i, j)) > reach:
                yield i, j, off


def _within_reach(board: Board, pool: Pool, reach: int) -> Iterator[tuple[int, int, int]]:
    """Pairs of positions of a pool, and how far from ideal they are."""
    upper, lower = (board.groups[group] for group in pool)
    if upper == lower:
        ideal = board.ideal[pool[0]]
        for apart in range(max(1, ideal - reach), min(ideal + reach, len(upper) - 1) + 1):
            off = abs(apart - ideal)
            for i in range(upper.start, upper.stop - apart):
                yield i, i + apart, off
        return
    for x in range(min(reach + 1, len(upper))):
        for y in range(min(reach + 1 - x, len(lower))):
            yield upper.stop - 1 - x, lower.start + y, x + y


def _base(board: Board, pool: Pool, scale: Scale) -> int:
    """What every pairing of a pool weighs at least: that it joins two groups."""
    wins = [board.contenders[board.groups[group].start].wins for group in pool]
    across = wins[0] - wins[1]
    return scale.unit("across") + scale.unit("distance") * across**2 if across else 0


def _open(board: Board, pool: Pool, listed: Sequence[Edge], breaches: bool) -> Sides:
    """The positions of both sides of a pool of which a pairing was left out."""
    upper, lower = (board.groups[group] for group in pool)
    times = Counter(chain.from_iterable((i, j) for i, j, _ in listed))

    def left_out(at: int, others: range) -> bool:
        unlisted = len(others) - (at in others) - times[at]
        # Those that break a rule aren't left out: they are listed, or they mustn't be.
        return unlisted > (0 if breaches else sum(other in others for other in board.barred[at]))

    return [i for i in upper if left_out(i, lower)], [j for j in lower if left_out(j, upper)]


def _hub_pairs(pool: Pool, open_: Mapping[Pool, Sides]) -> int:
    """How many pairs of hubs a pool needs: two for an across pool if those inside the groups don't help it out."""
    if not all(open_[pool]):
        return 0
    upper, lower = pool
    inside = [open_.get((group, group), ([], []))[0] for group in pool]
    helped = all(set(side) <= set(helpers) for side, helpers in zip(open_[pool], inside, strict=True))
    return 1 if upper == lower or helped else 2


def _hub_edges(hub: Hub, sides: Sides, floor: int) -> list[Edge]:
    """The edges of one pair of hubs; the floor stands on the first one's side."""
    upper, lower = sides
    return [
        (hub.first, hub.second, 0),
        *((i, hub.first, floor) for i in upper),
        *((j, hub.second, 0) for j in lower),
    ]


def _free_games(board: Board, scale: Scale, breaches: bool) -> list[Edge]:
    """Who may be free, where the number of entries is odd."""
    if board.vertices == len(board):
        return []
    return [
        (i, len(board), scale.weigh(board.cost(i, len(board))))
        for i, each in enumerate(board.contenders)
        if breaches or not each.free
    ]
