"""Whether what is written of a deal can have happened (R5.4, R5.4a).

Two ways to write the hands, two ways to check them. Whole *tiles* must leave a domino chain on the table.
Mere *pips* must fit the tiles that there are, and the open ends must agree with their parity.

Why the figures are what they are:

* The pips left and the two ends are both even or both odd: all 28 tiles have 168 pips, an even number, and
  in the chain every number stands twice except at the two ends.
* At least 10 tiles lie on the table. In a fish on n these are the seven tiles with n, and the six other numbers on
  them each need a second half, which takes three tiles more. In a domino one player lays seven, with six gaps
  between them, and the others lay a tile in each gap in which they don't all pass; they all pass three times at
  most. For all pass only if every unlaid tile that fits is in his hand, so that in the end all that fit are laid.
  Were the two ends different numbers, these would be 13. So both ends show one number n, the same in every passed gap
  (two such numbers would be 13 tiles again). Count the six tiles n-m. The first time at n–n takes two of them, or
  none if n-n was led; each later time takes two more, one to leave and one to come back; and after the last passed
  gap he leaves with one, unless he goes out with n-n. If n-n was led that allows three times; if he goes out with it,
  three; otherwise two, and n-n laid while there adds one passed gap.
* At most 25 lie there after a domino (three hands hold a tile each), 24 after a fish (four do).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final

from scoring.errors import RuleViolation
from scoring.layout import TILES, Tile, is_joined, numbers_out, odd_numbers, pips, tile_text
from scoring.seats import SEATS

HAND: Final = 7
LEAST_LAID: Final = 10
MOST_LEFT: Final = len(TILES) - LEAST_LAID
MOST_IN_A_DEAL: Final = sum(sorted((pips([t]) for t in TILES), reverse=True)[:MOST_LEFT])
"""No deal can bring more points than the 18 heaviest tiles have."""

Ends = tuple[int, int]


def check_laid(laid: int, out: int | None, field: str = "laid") -> None:
    """Refuse a number of tiles on the table that this ending cannot have (R5.4a).

    ``out`` is the seat that went out by domino, ``None`` in a fish; ``field`` the entry that the number is
    from.
    """
    most = len(TILES) - len(_holders(out))
    if not LEAST_LAID <= laid <= most:
        raise RuleViolation("deal.laid_range", field=field, laid=laid, least=LEAST_LAID, most=most)


def check_pips(left: Sequence[int | None], out: int | None, ends: Ends | None, laid: int | None) -> None:
    """Refuse pips that no four hands can have (R5.4).

    ``left`` has the pips of seats 1 to 4, ``None`` where they aren't known yet.
    """
    if out is not None and left[out - 1]:
        raise RuleViolation("deal.closer_holds", field=f"pips.{out}", seat=out, pips=left[out - 1])
    pool = sorted(pips([t]) for t in TILES if out is not None or ends is None or ends[0] not in t)
    count = None if laid is None else len(TILES) - laid
    known = {seat: held for seat, held in zip(SEATS, left, strict=True) if held is not None}
    for seats, least, most in _bounds(_holders(out), pool, count):
        if known.keys() >= set(seats):
            _check_sum(seats, sum(known[seat] for seat in seats), least, most)
    if known.keys() >= set(_holders(out)):
        _check_parity(sum(known.values()), out, ends)


def _holders(out: int | None) -> tuple[int, ...]:
    """The seats that still hold at least one tile."""
    return tuple(seat for seat in SEATS if seat != out)


def _bounds(holders: tuple[int, ...], pool: list[int], count: int | None) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """For each group of hands, small ones first, the least and the most pips that it can hold.

    ``pool`` has the pips of the tiles that may be left, in ascending order; ``count`` how many are left, if
    known. A group of hands holds a tile each at least and seven each at most, and so do the hands beside
    it.
    """
    fewest, most = (count, count) if count is not None else (len(holders), MOST_LEFT)
    for size in range(1, len(holders) + 1):
        beside = len(holders) - size
        low = max(size, fewest - HAND * beside)
        high = min(HAND * size, most - beside)
        for seats in combinations(holders, size):
            yield seats, sum(pool[:low]), sum(pool[-high:])


def _check_sum(seats: tuple[int, ...], held: int, least: int, most: int) -> None:
    if least <= held <= most:
        return
    many = held > most
    bound = {"most": most} if many else {"least": least}
    if len(seats) == 1:
        code = "deal.pips_too_many" if many else "deal.pips_too_few"
        raise RuleViolation(code, field=f"pips.{seats[0]}", seat=seats[0], pips=held, **bound)
    code = "deal.pips_together_many" if many else "deal.pips_together_few"
    raise RuleViolation(code, field="pips", seats=", ".join(map(str, seats)), pips=held, **bound)


def _check_parity(left: int, out: int | None, ends: Ends | None) -> None:
    """The pips left and the two open ends are both even or both odd; in a fish the ends are equal."""
    if out is None and left % 2:
        raise RuleViolation("deal.fish_parity", field="pips", pips=left)
    if ends is None or left % 2 == sum(ends) % 2:
        return
    code = "deal.parity_odd" if sum(ends) % 2 else "deal.parity_even"
    raise RuleViolation(code, field="ends", pips=left, first=ends[0], second=ends[1])


def check_tiles_so_far(hands: Sequence[Collection[Tile]], out: int | None, ends: Ends | None) -> None:
    """Refuse tiles that are wrong whatever is still to be written in the hands (R5.4)."""
    _check_hands(hands, out)
    if out is None and ends is not None:
        _check_number_out(hands, ends[0])


def check_tiles(hands: Sequence[Collection[Tile]], out: int | None, ends: Ends | None, laid: int | None) -> None:
    """Refuse tiles left that leave no domino chain on the table (R5.4); ``hands`` are of seats 1 to 4."""
    _check_hands(hands, out)
    for seat in _holders(out):
        if not hands[seat - 1]:
            raise RuleViolation("deal.hand_empty", field=f"tiles.{seat}", seat=seat)
    left = {tile for hand in hands for tile in hand}
    table = [tile for tile in TILES if tile not in left]
    if laid is not None and laid != len(table):
        raise RuleViolation("deal.laid_differs", field="laid", laid=laid, counted=len(table))
    check_laid(len(table), out, "tiles")
    if out is None:
        _check_fish(hands, table, ends)
    _check_chain(table, ends, closed=out is None)


def _check_hands(hands: Sequence[Collection[Tile]], out: int | None) -> None:
    """No tile twice, at most seven in a hand, none with the one who went out."""
    seen: set[Tile] = set()
    for seat, hand in zip(SEATS, hands, strict=True):
        field = f"tiles.{seat}"
        if seat == out and hand:
            raise RuleViolation("deal.closer_holds_tiles", field=field, seat=seat, count=len(hand))
        if len(hand) > HAND:
            raise RuleViolation("deal.hand_too_large", field=field, seat=seat, count=len(hand))
        for tile in hand:
            if tile in seen:
                raise RuleViolation("deal.tile_twice", field=field, tile=tile_text(tile))
            seen.add(tile)


def _check_fish(hands: Sequence[Collection[Tile]], table: Collection[Tile], ends: Ends | None) -> None:
    """All seven tiles of the number that blocks the deal lie on the table (R5.2)."""
    if ends is None:
        if not numbers_out(table):
            raise RuleViolation("deal.fish_nothing_out", field="tiles")
        return
    _check_number_out(hands, ends[0])


def _check_number_out(hands: Sequence[Collection[Tile]], number: int) -> None:
    for seat, hand in zip(SEATS, hands, strict=True):
        for tile in hand:
            if number in tile:
                held = tile_text(tile)
                raise RuleViolation("deal.fish_not_out", field=f"tiles.{seat}", number=number, seat=seat, tile=held)


def _check_chain(table: Collection[Tile], ends: Ends | None, closed: bool) -> None:
    """The tiles form one chain, ``closed`` in a fish, and its open ends are those that are written."""
    odd = odd_numbers(table)
    if len(odd) > 2 or (closed and odd):
        raise RuleViolation("deal.chain_odd", field="tiles", numbers=", ".join(map(str, odd)))
    if not is_joined(table):
        raise RuleViolation("deal.chain_apart", field="tiles")
    if ends is None or (odd and set(ends) == set(odd)):
        return
    written = {"written_first": ends[0], "written_second": ends[1]}
    if odd:
        raise RuleViolation("deal.ends_differ", field="ends", first=odd[0], second=odd[1], **written)
    if ends[0] != ends[1]:
        raise RuleViolation("deal.ends_closed", field="ends", **written)
    if not any(ends[0] in tile for tile in table):
        raise RuleViolation("deal.ends_absent", field="ends", number=ends[0])
