"""What a round keeps of its Swiss draw: plain data, from which the page says why, and anyone can check the proof."""

from collections.abc import Sequence

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


def still_accepted(accepted: Sequence[Sequence[object]], kept: Sequence[Pairing]) -> list[Sequence[object]]:
    """The breaches made by hand, each a code and its entries, whose pairings are kept."""
    return [breach for breach in accepted if any(set(breach[1:]) == set(pairing.entries) for pairing in kept)]
