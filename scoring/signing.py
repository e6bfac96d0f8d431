"""Who has to sign a protocol (R11.3)."""

from __future__ import annotations

from collections.abc import Collection

from scoring.regulations import Regulations
from scoring.seats import SEATS, SEATS_OF, SIDES, Side, other_side


def missing_signatures(regulations: Regulations, signed: Collection[int], winner: Side | None) -> tuple[int, ...]:
    """The seats that could still give a signature that is needed; empty when the protocol is signed.

    Where a pair signs, one of its players is enough, and both are named until one has. Without a winner
    there is no losing pair: both pairs sign.

    >>> from scoring import preset
    >>> missing_signatures(preset("fdr"), {1, 2, 3}, "a")
    (4,)
    >>> missing_signatures(preset("fdr").replace(signers="losing_pair"), (), "a")
    (2, 4)
    """
    if regulations.signers == "all_players":
        return tuple(seat for seat in SEATS if seat not in signed)
    sides = [other_side(winner)] if regulations.signers == "losing_pair" and winner else list(SIDES)
    waiting = [side for side in sides if set(SEATS_OF[side]).isdisjoint(signed)]
    return tuple(seat for seat in SEATS for side in waiting if seat in SEATS_OF[side])
