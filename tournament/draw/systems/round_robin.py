"""Everybody meets everybody, by Berger tables (R13.3)."""

from collections.abc import Sequence

from . import Pairing


def berger(entries: Sequence[int], legs: int = 1) -> list[list[Pairing]]:
    """The rounds of a round robin, each a list of pairings, by the Berger table for the entries in this order.

    With an odd number the last place of the table is empty: who would meet it is free. In a second leg the
    sides are changed about.

    >>> [[(p.a, p.b) for p in round_] for round_ in berger([1, 2, 3, 4])]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    places: list[int | None] = list(entries)
    if len(places) % 2:
        places.append(None)
    once = [_paired(places, turn) for turn in range(len(places) - 1)]
    back = [[_turned(pairing) for pairing in pairings] for pairings in once]
    return [pairings for leg in range(legs) for pairings in (back if leg % 2 else once)]


def _paired(places: list[int | None], turn: int) -> list[Pairing]:
    """One round of the table: the last place meets each other place in turn, the rest fold around that one."""
    circle = len(places) - 1
    pivot = turn * (len(places) // 2) % circle
    first = (places[pivot], places[-1]) if turn % 2 == 0 else (places[-1], places[pivot])
    rest = [(places[(pivot + step) % circle], places[(pivot - step) % circle]) for step in range(1, len(places) // 2)]
    return [_pairing(a, b) for a, b in (first, *rest)]


def _pairing(a: int | None, b: int | None) -> Pairing:
    if a is None:
        a, b = b, None
    assert a is not None, "only one place of the table can be empty"  # noqa: S101 -- a broken invariant, no refusal
    return Pairing(a, b)


def _turned(pairing: Pairing) -> Pairing:
    return pairing if pairing.b is None else Pairing(pairing.b, pairing.a)
