"""What a protocol says as plain data: what is signed, printed, kept as a revision, and fingerprinted."""

import hashlib
import json
from datetime import datetime
from typing import Any

import scoring
from tournament.models import Protest, Protocol, ProtocolRevision, Signature

# What a tournament, its hall or its stage are called is no matter of the players at a table.
NAMES = {"tournament", "venue", "timezone", "stage"}
OFFICIAL = {"state", "revision", "entered_by", "confirmed_by", "signatures", "ended", "corrections", "protests"}
NOT_SIGNED = OFFICIAL | NAMES


def canonical(content: Any) -> bytes:
    """Content as canonical JSON: keys sorted, no spaces, UTF-8."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def fingerprint(content: Any) -> str:
    """SHA-256 of content as canonical JSON."""
    return hashlib.sha256(canonical(content)).hexdigest()


def iso(moment: datetime | None) -> str | None:
    """A moment as text, to the second."""
    return moment.isoformat(timespec="seconds") if moment else None


def signature_dict(signature: Signature, protocol: Protocol) -> dict[str, Any]:
    """A signature as plain data; one on paper says no more than papers did before there were others."""
    said = {"seat": signature.seat, "player": signature.player.name, "at": iso(signature.signed_at)}
    said["revision"] = signed_revision(protocol, signature)
    if signature.how == Signature.How.PAPER.value:
        return said
    said |= {"how": signature.how, "strokes": signature.strokes, "reason": signature.reason}
    return {key: value for key, value in said.items() if value}


def deal_dict(deal: scoring.Deal, line: scoring.Line) -> dict[str, Any]:
    """A deal as it was written, with the points that it brought and the totals after it."""
    written = deal.to_dict()
    return {
        "number": line.number,
        "part": line.part,
        "lead": deal.lead,
        "ending": line.kind,
        "closer": deal.closer,
        "pips": list(deal.pips) if deal.pips else None,
        "tiles": written.get("tiles"),
        "ends": list(deal.ends) if deal.ends else None,
        "laid": deal.laid,
        "points": list(line.points),
        "totals": list(line.totals),
        "extra": line.extra,
    }


def signed_revision(protocol: Protocol, signature: Signature) -> int | None:
    """The revision whose text a player has signed: the first that was kept after he did; None while there is none.

    Nothing on a sheet changes between the signatures and its confirmation (R11.2).
    """
    return next((each.number for each in protocol.revisions.all() if each.made_at >= signature.signed_at), None)


def correction_dict(revision: ProtocolRevision) -> dict[str, Any]:
    """Why a later revision was made: what is printed of it (R11.4, R10.7)."""
    return {
        "revision": revision.number,
        "reason": revision.reason,
        "departure": revision.departure,
        "at": iso(revision.made_at),
    }


def protest_dict(protest: Protest) -> dict[str, Any]:
    """A protest as it is printed (R11.5)."""
    return {
        "number": protest.number,
        "side": protest.side,
        "refused_seat": protest.refused_seat,
        "text": protest.text,
        "at": iso(protest.lodged_at),
        "state": protest.state,
        "reason": protest.reason,
        "decided_at": iso(protest.decided_at),
    }
