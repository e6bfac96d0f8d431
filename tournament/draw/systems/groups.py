"""Groups that each play a round robin, and who goes through from them (R13.3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from . import Pairing, Undrawable
from .matching import cheapest
from .round_robin import berger


@dataclass(frozen=True)
class GroupPlace:
    """An entry's place in its group's standing.

    place: from 1, shared by equals. key: what compares entries of different groups, the larger the better, such as
    (wins, difference, points); where groups differ in size, averages or sums over as many opponents.
    """

    entry: int
    group: int
    place: int
    key: tuple[float, ...]


@dataclass(frozen=True)
class Through:
    """Who goes through, best first: winners of groups, then the second, and so on, each by key.

    undecided: entries equal in all, among whom `open` places must be decided, by lots or by play.
    """

    entries: tuple[int, ...]
    undecided: tuple[tuple[int, ...], ...] = ()
    open: tuple[int, ...] = ()


def snake(seeds: Sequence[int], groups: int) -> list[list[int]]:
    """The entries spread over groups by seed, to and fro.

    Raises Undrawable: group_size, if a group would have fewer than two.

    >>> snake([1, 2, 3, 4, 5, 6, 7, 8], groups=3)
    [[1, 6, 7], [2, 5, 8], [3, 4]]
    """
    if groups < 1 or len(seeds) < 2 * groups:
        raise Undrawable("group_size", groups=groups, count=len(seeds))
    spread: list[list[int]] = [[] for _ in range(groups)]
    for at, entry in enumerate(seeds):
        row, column = divmod(at, groups)
        spread[column if row % 2 == 0 else groups - 1 - column].append(entry)
    return spread


def group_rounds(groups: Sequence[Sequence[int]], legs: int = 1) -> list[list[Pairing]]:
    """The rounds of all groups side by side; in a group of odd size one entry is free in each round."""
    tables = [berger(group, legs) for group in groups]
    return [[pairing for round_ in rounds for pairing in round_] for rounds in zip_longest(*tables, fillvalue=[])]


def through(standings: Sequence[GroupPlace], best: int, best_next: int = 0) -> Through:
    """Who goes through: the `best` first of each group, and the `best_next` best among those of the next place.

    Equals at the border aren't cut by chance: they are undecided.
    """
    chosen: list[GroupPlace] = []
    undecided, open_ = [], []
    by_group = [[row for row in standings if row.group == group] for group in _groups(standings)]
    for rows in by_group:
        sure, tied, left = _cut(sorted(rows, key=lambda row: row.place), lambda row: (row.place,), best)
        chosen += sure
        if tied:
            undecided.append(tuple(sorted(row.entry for row in tied)))
            open_.append(left)
    next_ones = sorted((row for row in standings if row.place == best + 1), key=lambda row: row.key, reverse=True)
    sure, tied, left = _cut(next_ones, lambda row: row.key, best_next)
    if tied:
        undecided.append(tuple(sorted(row.entry for row in tied)))
        open_.append(left)
    ranked = sorted([*chosen, *sure], key=lambda row: (row.place, tuple(-part for part in row.key), row.entry))
    return Through(tuple(row.entry for row in ranked), tuple(undecided), tuple(open_))


def _groups(standings: Sequence[GroupPlace]) -> list[int]:
    return sorted({row.group for row in standings})


def _cut(
    rows: Sequence[GroupPlace], key: Callable[[GroupPlace], tuple[float, ...]], count: int
) -> tuple[list[GroupPlace], list[GroupPlace], int]:
    """The first `count` rows, sorted by key; where equals stand on both sides of the cut: who, for how many places."""
    if count >= len(rows) or count < 1 or key(rows[count - 1]) != key(rows[count]):
        return list(rows[:count]), [], 0
    border = key(rows[count])
    before = next(at for at, row in enumerate(rows) if key(row) == border)
    return list(rows[:before]), [row for row in rows if key(row) == border], count - before


def seeds_apart(entries: Sequence[int], group_of: Mapping[int, int]) -> list[int]:
    """The order of seeds for a knockout in whose first round nobody of one group meets, if that can be.

    entries: those who go through, best first. The upper half keeps its seeds, and with them the free places; the lower
    half is moved as little as can be.
    """
    half = 1
    while 2 * half < len(entries):
        half *= 2
    lower = range(half, len(entries))
    one_meeting = len(entries) ** 3  # more than all moves together
    edges = []
    for entry in lower:
        for seed in lower:
            # In the first round the seeds of a meeting add up to the size of the bracket.
            opponent = entries[2 * half - 1 - seed]
            same = group_of[entries[entry]] == group_of[opponent]
            edges.append((entry - half, seed - half + len(lower), one_meeting * same + (entry - seed) ** 2))
    mates = cheapest(2 * len(lower), edges) or []
    moved = {mates[entry - half]: entries[entry] for entry in lower}
    return [*entries[:half], *(moved[at] for at in sorted(moved))]
