"""Strict priorities as one integer: units so large that nothing below can outweigh one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from . import Undrawable
from .board import PRIORITIES, Board, Cost
from .matching import MOST_BITS

LOT_PRIME = 2**31 - 1
LOT_BITS = 20
"""So many that two draws hardly ever weigh the same; always as many, so that the lots decide alike in any search."""


@dataclass(frozen=True)
class Scale:
    """What one of each of PRIORITIES weighs, in units of the last bit of a lot.

    lot_bits: of a pairing's lot. squeezed: the bits by which the range of `order` was cut short so that everything
    fits. Then the cheapest draw is an optimum only if its priorities above `order` are proven to be one.
    """

    units: Cost
    lot_bits: int = LOT_BITS
    squeezed: int = 0

    def weigh(self, cost: Sequence[int]) -> int:
        """The weight of a cost, the lots left out."""
        return sum(amount * unit for amount, unit in zip(cost, self.units, strict=True))

    def unit(self, priority: str) -> int:
        """What one of a priority weighs."""
        return self.units[PRIORITIES.index(priority)]

    def lots(self, a: int, b: int) -> int:
        """What the lots of two entries weigh together: as good as chance, and the same on any machine."""
        return a * b % LOT_PRIME & (1 << self.lot_bits) - 1


def scale(board: Board, off_order: int, *, breaches: bool, most_bits: int = MOST_BITS) -> Scale:
    """Units that fit the bits there are; if need be the range of `order`, the widest of all, is squeezed.

    off_order: the largest distance from the ideal opponent among the pairings that are looked at. breaches: whether
    pairings that break a rule are among them.

    Raises Undrawable: too_large.
    """
    amounts = _largest(board, off_order, breaches)
    fitting = _fitted(board, amounts)
    if (excess := _bits(fitting, amounts) - most_bits) > 0:
        fitting = _fitted(board, amounts, squeezed=excess + 1)
    if _bits(fitting, amounts) > most_bits:
        raise Undrawable("too_large", count=len(board))
    return fitting


def scale_above_order(board: Board, off_order: int, *, breaches: bool, most_bits: int = MOST_BITS) -> Scale:
    """Units of the priorities above `order` alone; that and all below weighs nothing."""
    amounts = _largest(board, 0, breaches)
    fitting = _fitted(board, amounts, lot_bits=0)
    if _bits(fitting, amounts) > most_bits:
        raise Undrawable("too_large", count=len(board))
    above = PRIORITIES.index("order")
    return Scale((*fitting.units[:above], *(0 for _ in PRIORITIES[above:])), lot_bits=0)


def _fitted(board: Board, amounts: Cost, lot_bits: int = LOT_BITS, squeezed: int = 0) -> Scale:
    """Each unit is larger than all below it together can be, summed over a whole draw."""
    pairings = board.vertices // 2
    below = pairings * ((1 << lot_bits) - 1)
    units = []
    for priority, amount in reversed(list(zip(PRIORITIES, amounts, strict=True))):
        unit = below + 1
        # Only one pairing of a draw has the free game.
        most = amount * (1 if priority in ("second_free", "free_place") else pairings)
        below += unit * (most >> squeezed if priority == "order" else most)
        units.append(unit)
    return Scale(tuple(reversed(units)), lot_bits, squeezed)


def _bits(fitting: Scale, amounts: Cost) -> int:
    """An upper bound of the bits of a single pairing's weight."""
    return (fitting.weigh(amounts) + (1 << fitting.lot_bits)).bit_length()


def _largest(board: Board, off_order: int, breaches: bool) -> Cost:
    """The most that a single pairing can cost, of each priority."""
    odd = board.vertices > len(board)
    wins = board.contenders[0].wins - board.contenders[-1].wins
    times = max((max(met.values(), default=0) for met in board.met), default=0) if breaches else 0
    most = {
        "rematch": min(times, 1),
        "again": max(times - 1, 0),
        "second_free": max(each.free for each in board.contenders) if odd and breaches else 0,
        "forbidden": int(breaches and any(board.forbidden)),
        "free_place": max(board.from_last) if odd else 0,
        "across": int(wins > 0),
        "distance": wins**2,
        "apart": int(any(board.tags)),
        "order": off_order**2,
        "drop": int(any(each.dropped for each in board.contenders)),
    }
    return tuple(most[priority] for priority in PRIORITIES)
