"""What a round keeps of its draw: plain data, from which the page says why, and anyone can check the proof."""

from collections.abc import Mapping, Sequence
from typing import Any

from .systems import Pairing, Reason
from .systems.swiss import Proposal
from .systems.witness import Witness


def on_record(proposal: Proposal) -> dict[str, object]:
    """What was settled before, the cost, why each pairing by its entries, what had to be broken, and the proof."""
    said = list(zip(proposal.pairings, proposal.reasons, strict=True))
    locked = [list(pairing.entries) for pairing, why in said if any(reason.code == "locked" for reason in why)]
    return ({"locked": locked} if locked else {}) | {
        "cost": {priority: amount for priority, amount in proposal.cost.items() if amount},
        "explanation": [[list(pairing.entries), [_reason(reason) for reason in why]] for pairing, why in said],
        "breaches": [_reason(breach) for breach in proposal.breaches],
        "proof": _proof(proposal.witness) if proposal.witness else None,
    }


def _reason(reason: Reason) -> list[object]:
    return [reason.code, dict(reason.params)]


def _proof(witness: Witness) -> dict[str, object]:
    parts = [list(part) for part in witness.parts]
    return {"rules": list(witness.rules), "removed": list(witness.removed), "parts": parts}


def on_override(missing: Sequence[tuple[int, int]], reason: str) -> dict[str, object]:
    """Which tables, each a round and its number, weren't confirmed when a round was drawn, and why it didn't wait."""
    return {"unconfirmed": [list(place) for place in missing], "override_reason": reason} if missing else {}


# -- what people changed -------------------------------------------------------------------------------------

BY_HAND = ("changed", "accepted", "by_hand", "reason")
"""What a round keeps of changes by hand; `drawn` beside them is how it stood before the first of them."""
Placed = Sequence[tuple[int, Pairing]]
"""The pairings of a round with their tables; table 0: free."""


def changed_by_hand(
    draw: Mapping[str, Any], before: Placed, now: Placed, accepted: Sequence[object], who: str, reason: str
) -> dict[str, Any]:
    """The record of a round whose tables were changed by hand: which, by whom and why, and all that is broken now.

    Once all tables are as they were drawn, so is the record.
    """
    rows, earlier = _rows(now), _rows(before)
    own = {key: draw[key] for key in BY_HAND if key in draw}
    drawn = draw.get("drawn") or {"tables": earlier, "record": own}
    rest = {key: value for key, value in draw.items() if key not in (*BY_HAND, "drawn")}
    if rows == drawn["tables"]:
        return {**rest, **drawn["record"]}
    untouched = [sorted(_entries(row)) for row in rows if row in earlier]
    marks = [mark for mark in draw.get("by_hand", ()) if sorted(mark["entries"]) in untouched]
    marks += [
        {"entries": _entries(row), "by": who, "reason": reason}
        for row in rows
        if row not in earlier and row not in drawn["tables"]
    ]
    return {**rest, **own, "changed": True, "accepted": list(accepted), "by_hand": marks, "drawn": drawn}


def _rows(placed: Placed) -> list[list[int | None]]:
    return [[table, pairing.a, pairing.b] for table, pairing in placed]


def _entries(row: Sequence[int | None]) -> list[int]:
    """Who sits at a table, given as the table, side A and side B."""
    return [entry for entry in row[1:] if entry is not None]


def kept_by_hand(past: Mapping[str, Any], kept: Sequence[Pairing]) -> dict[str, Any]:
    """What of a round's changes by hand still stands when only these pairings are kept."""
    standing = [set(pairing.entries) for pairing in kept]
    accepted = [breach for breach in past.get("accepted", ()) if set(breach[1:]) in standing]
    marks = [mark for mark in past.get("by_hand", ()) if set(mark["entries"]) in standing]
    found = {"accepted": accepted, "by_hand": marks} | ({"reason": past.get("reason", "")} if accepted else {})
    return {key: value for key, value in found.items() if value}
