"""Tiles and the chain that they form on the table (R2, R5.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from scoring.errors import RuleViolation

Tile = tuple[int, int]
"""The two halves of a tile, the higher first: ``(6, 4)``."""

NUMBERS: Final = range(7)
TILES: Final[tuple[Tile, ...]] = tuple((high, low) for high in NUMBERS for low in range(high + 1))
"""All 28 tiles, from 0-0 to 6-6 (R2.1)."""

_BY_TEXT: Final[dict[str, Tile]] = {f"{high}-{low}": (high, low) for high, low in TILES} | {
    f"{low}-{high}": (high, low) for high, low in TILES
}


def tile(value: object) -> Tile:
    """A tile from its text or its two halves, in any order of the halves (R2.1).

    >>> tile("4-6"), tile((0, 3))
    ((6, 4), (3, 0))

    Raises :class:`RuleViolation` ``tile.unknown`` for anything else.
    """
    if isinstance(value, str):
        found = _BY_TEXT.get(value)
    elif isinstance(value, (tuple, list)) and len(value) == 2 and all(type(half) is int for half in value):
        found = _BY_TEXT.get(f"{value[0]}-{value[1]}")
    else:
        found = None
    if found is None:
        raise RuleViolation("tile.unknown", value=str(value)[:20])
    return found


def tile_text(tile: Tile) -> str:
    """The written form of a tile, the higher half first.

    >>> tile_text((6, 4))
    '6-4'
    """
    return f"{tile[0]}-{tile[1]}"


def pips(tiles: Iterable[Tile]) -> int:
    """The sum of both halves of all the tiles.

    >>> pips(TILES), pips(t for t in TILES if 5 in t)
    (168, 56)
    """
    return sum(high + low for high, low in tiles)


def odd_numbers(tiles: Iterable[Tile]) -> tuple[int, ...]:
    """The numbers that stand an odd number of times on the tiles; a double counts twice.

    Inside a chain every number stands in pairs, so only its two open ends can be odd.

    >>> odd_numbers([(6, 6), (6, 4), (4, 1)])
    (1, 6)
    """
    odd: set[int] = set()
    for high, low in tiles:
        odd ^= {high} ^ {low}
    return tuple(sorted(odd))


def is_joined(tiles: Collection[Tile]) -> bool:
    """Whether every tile can be reached from every other through equal numbers.

    >>> is_joined([(6, 4), (4, 1)]), is_joined([(6, 4), (3, 1)])
    (True, False)
    """
    apart = list(tiles)
    reached = set(apart[0]) if apart else set()
    while apart:
        still = []
        for halves in apart:
            if reached.isdisjoint(halves):
                still.append(halves)
            else:
                reached.update(halves)
        if len(still) == len(apart):
            return False
        apart = still
    return True


def numbers_out(tiles: Collection[Tile]) -> tuple[int, ...]:
    """The numbers whose seven tiles are all among ``tiles``: a fish is on one of them (R5.2).

    >>> numbers_out([t for t in TILES if 3 in t])
    (3,)
    """
    return tuple(number for number in NUMBERS if sum(number in tile for tile in tiles) == len(NUMBERS))
