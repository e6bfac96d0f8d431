"""Whether a draw keeps the rules, however it came about (R13.1, R13.6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from .systems import Pairing


@dataclass(frozen=True)
class Breach:
    """One broken rule of a draw.

    `code`: twice, unknown, unseated (an entry that should play does not), itself, two_free (more than one
    entry is free in this round), rematch, second_free. Only the last two may be accepted, with a reason (R13.6).
    """

    code: str
    entries: tuple[int, ...]

    @property
    def may_be_accepted(self) -> bool:
        return self.code in {"rematch", "second_free"}


def breaches(
    pairings: Sequence[Pairing],
    playing: Collection[int],
    met: Mapping[int, Collection[int]],
    free_before: Collection[int],
    *,
    rematches_allowed: bool = False,
) -> list[Breach]:
    """All breaches of a round's pairings.

    playing: the entries that should play this round; met: whom each has met already; free_before: who had a
    free game (bye or walkover win) already; rematches_allowed: for the second leg of a round robin.
    """
    found = [*_seating(pairings, playing)]
    if not rematches_allowed:
        found += [Breach("rematch", (p.a, p.b)) for p in pairings if p.b is not None and p.b in met.get(p.a, ())]
    return found + [Breach("second_free", (p.a,)) for p in pairings if p.b is None and p.a in free_before]


def _seating(pairings: Sequence[Pairing], playing: Collection[int]) -> Iterable[Breach]:
    """Who sits twice, who doesn't sit, who shouldn't."""
    seated = [entry for pairing in pairings for entry in (pairing.a, pairing.b) if entry is not None]
    yield from (Breach("itself", (p.a,)) for p in pairings if p.a == p.b)
    yield from (Breach("twice", (entry,)) for entry in sorted(set(seated)) if seated.count(entry) > 1)
    yield from (Breach("unknown", (entry,)) for entry in sorted(set(seated) - set(playing)))
    yield from (Breach("unseated", (entry,)) for entry in sorted(set(playing) - set(seated)))
    free = tuple(pairing.a for pairing in pairings if pairing.b is None)
    if len(free) > 1:
        yield Breach("two_free", free)
