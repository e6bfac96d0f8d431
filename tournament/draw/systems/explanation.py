"""Why these two meet, in codes for the phrases (R13.1)."""

from collections.abc import Iterator, Mapping, Sequence

from . import Reason
from .board import Board

REASONS = (
    "same_wins",  # wins, count: both have as many wins, as `count` entries have; first, second: their places there
    "across",  # upper, lower: the wins of the two, who come from different groups
    "odd_group",  # wins, count: an odd number of entries with so many wins, so one of them leaves the group
    "ideal",  # the two are the ideal opponents in the order of the standing
    "met",  # entry, other: the two would be closer, but have met
    "forbidden",  # entry, other: the two would be closer, but must not meet
    "kept_apart",  # entry, other: the two would be closer, but share a club or country
    "taken",  # entry, other, opponent: the two would be closer, but all in all `other` had better meet `opponent`
    "free",  # entry, from_last: is free, so many places from the last one
    "had_free",  # entry: stands lower, but was free before
    "needed",  # entry: stands lower, but if it were free the others couldn't be drawn without breaking a rule
    "locked",  # settled by hand before the draw
)
"""Codes of reasons; codes of BREACHES follow them where a rule had to be broken."""
CLOSER_SHOWN = 3


def explain(board: Board, mates: Mapping[int, int], i: int) -> list[Reason]:
    """Why position i meets its mate, which is a later position or the free game."""
    j = mates[i]
    if j == len(board):
        return [*_free(board, i)]
    upper, lower = board.contenders[i], board.contenders[j]
    group = board.groups[board.group_of[i]]
    if j not in group:
        reasons = [Reason("across", {"upper": upper.wins, "lower": lower.wins})]
        if len(group) % 2:
            reasons.append(Reason("odd_group", {"wins": upper.wins, "count": len(group)}))
    else:
        places = {"first": i - group.start + 1, "second": j - group.start + 1}
        reasons = [Reason("same_wins", {"wins": upper.wins, "count": len(group), **places})]
    if not board.off_order(i, j):
        reasons.append(Reason("ideal"))
    return [*reasons, *(_why_not(board, mates, i, k) for k in _closer(board, i, j))]


def _closer(board: Board, i: int, j: int) -> list[int]:
    """The positions after i that would be closer to its ideal opponent than j is, the closest first."""
    group = board.groups[board.group_of[i]]
    if j not in group:
        nearest = sorted(range(i + 1, group.stop), key=lambda k: board.off_order(i, k))
        return nearest[:CLOSER_SHOWN]
    ideal, off = i + board.ideal[board.group_of[i]], board.off_order(i, j)
    near = (k for step in range(off) for k in dict.fromkeys((ideal - step, ideal + step)))
    return [k for k in near if i < k < group.stop][:CLOSER_SHOWN]


def _why_not(board: Board, mates: Mapping[int, int], i: int, k: int) -> Reason:
    """Why position i doesn't meet k, who would be closer."""
    both = {"entry": board.contenders[i].number, "other": board.contenders[k].number}
    if k in board.met[i]:
        return Reason("met", both)
    if k in board.forbidden[i]:
        return Reason("forbidden", both)
    if board.tags[i] & board.tags[k]:
        return Reason("kept_apart", both)
    opponent = board.contenders[mates[k]].number if mates[k] < len(board) else 0
    return Reason("taken", {**both, "opponent": opponent})


def _free(board: Board, i: int) -> Iterator[Reason]:
    """Why position i is free and nobody below it."""
    yield Reason("free", {"entry": board.contenders[i].number, "from_last": board.from_last[i]})
    for k in _below(board, i):
        yield Reason("had_free" if board.contenders[k].free else "needed", {"entry": board.contenders[k].number})


def _below(board: Board, i: int) -> Sequence[int]:
    """The positions that stand lower than i, from the last one."""
    lower = [k for k in range(len(board)) if board.from_last[k] < board.from_last[i]]
    return sorted(lower, key=lambda k: board.from_last[k])
