"""The chief referee corrects a confirmed protocol: one act, one reason, one revision; the old one stays (R11.4)."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

import scoring
from tournament.audit.services import Author, act
from tournament.models import Deal, Partida, Protocol
from tournament.phrases import Refused
from tournament.protocols.queries import corrections_closed, corrections_end, sheet
from tournament.protocols.revisions import keep_revision
from tournament.protocols.sheets import Sheet

from .queries import Correction, outcome, written


def correct(
    *,
    partida: Partida,
    correction: Correction,
    reason: str,
    by: Author,
    departure: str = "",
    version: int | None = None,
) -> None:
    """Put what is written on a confirmed sheet right, as a whole; it counts from now on.

    departure: why it is done although the time for corrections is over (R10.7). version: of the protocol that the
    author saw; None: a program that has just read it. All deals are judged again: RuleViolation or Refused if the
    partida can't have been so, or isn't over then.
    """
    with act(partida.round.tournament, "protocol.corrected", by) as doing:
        current = sheet(partida)
        require_correctable(current, version)
        if not reason.strip():
            raise Refused("correction.reason", field="reason")
        _require_time(current, departure)
        score = outcome(current, correction)
        doing.subject = f"round {current.partida.round.number}, table {current.partida.table}"
        doing.data = _changes(current, correction) | {"reason": reason.strip(), "totals": list(score.totals)}
        doing.data |= {"departure": departure.strip()} if departure.strip() else {}
        _write(current, correction, by)
        keep_revision(current.partida, reason=reason.strip(), departure=departure.strip(), by=by)


def require_correctable(current: Sheet, version: int | None = None) -> None:
    """Refuse unless the sheet counts, was played, and is still the one that the author saw."""
    protocol = current.protocol
    if not protocol.counts:
        raise Refused("protocol.not_confirmed", state=protocol.get_state_display())
    if not current.played:
        raise Refused("protocol.not_played", kind=current.partida.get_kind_display())
    if version not in (None, protocol.version):
        raise Refused("protocol.changed", theirs=protocol.version, yours=version)


def _require_time(current: Sheet, departure: str) -> None:
    """R11.4: within the time for corrections, or with the reason for the departure."""
    round_ = current.partida.round
    ends = corrections_end(round_)
    if ends is None or not corrections_closed(round_) or departure.strip():
        return
    until = date_format(timezone.localtime(ends, round_.tournament.zone), "DATETIME_FORMAT")
    minutes = current.rules.corrections_close
    raise Refused("correction.closed", field="departure", round=round_.number, until=until, minutes=minutes)


def _write(current: Sheet, correction: Correction, by: Author) -> None:
    """The corrected deals, totals and time; what stays as it was keeps who wrote it and when."""
    protocol = current.protocol
    kept = {deal.number: deal for deal in protocol.deals.all()}
    for number, deal in enumerate(correction.deals, 1):
        if number not in kept:
            _add(protocol, number, deal, by)
        elif kept[number].value != deal:
            kept[number].data = deal.to_dict()
            kept[number].save(update_fields=["data"])
    protocol.deals.filter(number__gt=len(correction.deals)).delete()
    protocol.parts = [list(part) for part in correction.parts] or None
    protocol.time_after_deals = correction.time.after_deals if correction.time else None
    protocol.time_in_progress = correction.time.in_progress if correction.time else None
    protocol.state = Protocol.State.CORRECTED.value
    protocol.version += 1
    protocol.save()


def _add(protocol: Protocol, number: int, deal: scoring.Deal, by: Author) -> None:
    Deal.objects.create(
        protocol=protocol, number=number, data=deal.to_dict(), recorded_by=by.user, recorded_at=timezone.now()
    )


def _changes(current: Sheet, correction: Correction) -> dict[str, Any]:
    """What the journal keeps: whatever differs, before and after."""
    before, after = _plain(written(current)), _plain(correction)
    deals = [
        {"number": number, "before": _at(before["deals"], number), "after": _at(after["deals"], number)}
        for number in range(1, max(len(before["deals"]), len(after["deals"])) + 1)
        if _at(before["deals"], number) != _at(after["deals"], number)
    ]
    others = {name: {"before": before[name], "after": after[name]} for name in ("parts", "time")}
    changed = {name: both for name, both in others.items() if both["before"] != both["after"]}
    return ({"deals": deals} if deals else {}) | changed


def _plain(correction: Correction) -> dict[str, Any]:
    time = correction.time
    return {
        "deals": [deal.to_dict() for deal in correction.deals],
        "parts": [list(part) for part in correction.parts],
        "time": {"after_deals": time.after_deals, "in_progress": time.in_progress} if time else None,
    }


def _at(deals: list[Any], number: int) -> Any:
    return deals[number - 1] if number <= len(deals) else None
