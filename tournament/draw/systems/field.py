"""What a draw is made from: the entries as they stand, their history, and the policy (R13.1)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import Pairing, Undrawable
from .lots import lot

Within = Literal["adjacent", "fold"]
Apart = Literal["never", "where_possible"] | int


@dataclass(frozen=True)
class Contender:
    """An entry that plays the round, as the draw sees it.

    number: the entry's number. place: its place in the full standing, from 1, shared by equals; lots decide among
    these. wins: wins so far, free games included. free: free games so far, byes and walkover wins (R8.4). apart:
    club, country, family: two that share one are kept apart as the policy says. dropped: whether it has met an
    entry with fewer wins before.
    """

    number: int
    place: int
    wins: int = 0
    free: int = 0
    apart: frozenset[str] = frozenset()
    dropped: bool = False


@dataclass(frozen=True)
class Policy:
    """How a round is drawn (R13.1).

    within: how equals in wins meet: `adjacent` 1–2, 3–4, or `fold`, the upper half against the lower half. apart:
    those who share a club or country meet like any others (`never` apart), or are kept apart in the first N rounds
    (an integer), or `where_possible`. round: the round's number, from 1. seed: of the lots, which decide between
    draws that are equal in everything else.
    """

    within: Within = "adjacent"
    apart: Apart = "never"
    round: int = 1
    seed: str = ""

    @property
    def keeps_apart(self) -> bool:
        """Whether clubs and countries are kept apart in this round."""
        return self.round <= self.apart if isinstance(self.apart, int) else self.apart == "where_possible"


@dataclass(frozen=True)
class Field:
    """Everybody who plays the round, in any order, and what binds them.

    met: the earlier meetings, a pair of numbers for each, so a pair that met twice stands there twice. forbidden:
    pairs that must not meet. locked: pairings that are settled already; the rest is drawn around them.
    """

    contenders: Sequence[Contender]
    met: Collection[tuple[int, int]] = ()
    forbidden: Collection[tuple[int, int]] = ()
    locked: Sequence[Pairing] = ()

    def ranked(self, seed: str) -> list[Contender]:
        """The contenders by the standing; lots decide among equals.

        Raises Undrawable: too_few, entry_twice, or about the locks: lock_unknown, lock_itself, lock_twice,
        lock_free (an entry is locked to be free, but the number of entries leaves nobody free).
        """
        numbers = [contender.number for contender in self.contenders]
        if len(numbers) < 2:
            raise Undrawable("too_few", count=len(numbers))
        if repeated := _repeated(numbers):
            raise Undrawable("entry_twice", entry=repeated[0])
        _check_locks(self.locked, set(numbers))
        return sorted(self.contenders, key=lambda each: (each.place, lot(each.number, seed)))


def _repeated(numbers: Iterable[int]) -> list[int]:
    return sorted(number for number, times in Counter(numbers).items() if times > 1)


def _check_locks(locked: Sequence[Pairing], playing: Collection[int]) -> None:
    seated = [entry for pairing in locked for entry in pairing.entries]
    if unknown := sorted(set(seated) - set(playing)):
        raise Undrawable("lock_unknown", entry=unknown[0])
    if itself := [pairing.a for pairing in locked if pairing.a == pairing.b]:
        raise Undrawable("lock_itself", entry=itself[0])
    if repeated := _repeated(seated):
        raise Undrawable("lock_twice", entry=repeated[0])
    free = [pairing.a for pairing in locked if pairing.b is None]
    if len(free) > len(playing) % 2:
        raise Undrawable("lock_free", entry=free[-1], count=len(playing))
