"""Whether a draw is the best of all down to the priority `apart`, proven by prices instead of by the search (R13.1).

A witness proves by counting that a rule has to be broken. This proves also what isn't a rule: that no draw has fewer
meetings across groups, or within a country. It takes seconds for a hundred entries, so it's for those who doubt.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import Pairing
from .board import PRIORITIES, Board
from .field import Field, Policy
from .prices import Prices, prices
from .swiss import total

PROVEN = PRIORITIES[: PRIORITIES.index("order")]
"""The priorities of which the least is proven."""


@dataclass(frozen=True)
class Certificate:
    """What a draw has of each of PROVEN, and the least there can be; equal, or the draw isn't the best."""

    has: Mapping[str, int]
    least: Mapping[str, int]
    proof: Prices


def certify(field: Field, policy: Policy, pairings: Sequence[Pairing]) -> Certificate:
    """The proof for any draw of this field; pairings locked in the field are left out, as in the cost of a draw.

    Raises ArithmeticError if the prices prove nothing, which is an error of the search for them.
    """
    board = Board(field, policy)
    units = _units(board)
    costs = _costs(board, units)
    proof = prices(costs)
    bound = proof.bound(costs)
    if bound is None:
        raise ArithmeticError("The prices of a draw prove nothing.")
    return Certificate(_has(board, pairings), _amounts(bound, units), proof)


def _has(board: Board, pairings: Sequence[Pairing]) -> dict[str, int]:
    """What the pairings cost, those that aren't on the board left out."""
    pairs = [
        (board.position[pairing.a], len(board) if pairing.b is None else board.position[pairing.b])
        for pairing in pairings
        if pairing.a in board.position
    ]
    cost = total(board, [(min(pair), max(pair)) for pair in pairs])
    return dict(zip(PROVEN, cost, strict=False))


def _units(board: Board) -> list[int]:
    """What one of each priority weighs: more than all below it in a whole draw."""
    everybody = range(len(board))
    most = [
        max((board.cost(i, j)[at] for i in everybody for j in range(i + 1, board.vertices)), default=0)
        for at in range(len(PROVEN))
    ]
    units = [1]
    for each in reversed(most[1:]):
        units.append(units[-1] * (1 + each * board.vertices))
    return units[::-1]


def _costs(board: Board, units: Sequence[int]) -> list[list[int]]:
    """The weight of every pairing; who is met by nobody, the free game with itself, costs nothing."""
    costs = [[0] * board.vertices for _ in range(board.vertices)]
    for i in range(len(board)):
        for j in range(i + 1, board.vertices):
            cost = board.cost(i, j)
            costs[i][j] = costs[j][i] = sum(unit * amount for unit, amount in zip(units, cost, strict=False))
    return costs


def _amounts(weight: int, units: Sequence[int]) -> dict[str, int]:
    """The amounts of the priorities of which a weight is made."""
    amounts = {}
    for name, unit in zip(PROVEN, units, strict=True):
        amounts[name], weight = divmod(weight, unit)
    return amounts
