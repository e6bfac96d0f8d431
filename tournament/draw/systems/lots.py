"""Order by lots that anyone can check (R13.2, R13.8)."""

import hashlib
from collections.abc import Iterable

from . import Pairing


def lot(number: int, seed: str) -> bytes:
    """An entry's lot: the SHA-256 of "seed:number"."""
    return hashlib.sha256(f"{seed}:{number}".encode()).digest()


def by_lots(entries: Iterable[int], seed: str) -> list[int]:
    """The entries in the order of their lots, the smallest first.

    So the order follows from the recorded seed alone, in any language, on any day, and whatever order the entries
    came in.

    >>> by_lots([1, 2, 3, 4], seed="Москва")
    [1, 4, 3, 2]
    """
    return sorted(entries, key=lambda number: lot(number, seed))


def first_round(entries: Iterable[int], seed: str) -> list[Pairing]:
    """Neighbours in the order of lots meet; with an odd number the last is free (R13.2, R8.4)."""
    order = by_lots(entries, seed)
    met = [Pairing(a, b) for a, b in zip(order[::2], order[1::2], strict=False)]
    return met if len(order) % 2 == 0 else [*met, Pairing(order[-1])]
