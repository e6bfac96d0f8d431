"""What a script is told that sends a deal: taken, taken before, changed meanwhile, or refused.

201 the first time, 200 the same again, 409 for other figures under the same key and for a protocol that somebody
changed meanwhile, 422 for what can't be; who may not gets 401, 403 or 404 before that. The key comes back with each
answer: a deal leaves the phone only when its own key has come back with 201 or 200.
"""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.timezone import localtime

import scoring
from tournament.audit.services import Author
from tournament.models import Deal
from tournament.phrases import Refused, author_words

from . import queries, waiting
from .deal_forms import DealForm
from .sheets import Sheet
from .tables import DealRow, deal_rows
from .waiting import AFTER, INSTEAD, Waited

CREATED, OK, CONFLICT, UNPROCESSABLE = 201, 200, 409, 422


def to_deal(request: HttpRequest, sheet: Sheet) -> JsonResponse:
    """Write down the deal that was sent, and say what became of it."""
    form, code = DealForm.of(sheet, request.POST), ""
    if form.is_valid():
        given = form.cleaned_data
        waited = Waited(given["version"], given["key"] or None, _choice(request))
        try:
            recorded = waiting.write(seen=sheet, deal=given["deal"], waited=waited, by=Author.of(request))
        except (scoring.RuleViolation, Refused) as refusal:
            code = refusal.code
            form.refuse(refusal)
        else:
            return _taken(recorded.deal, recorded.created, waited)
    return _not_taken(queries.sheet(sheet.partida), form, code)


def _choice(request: HttpRequest) -> str:
    choice = request.POST.get("choice", "")
    return choice if choice in (AFTER, INSTEAD) else ""


def _taken(deal: Deal, created: bool, waited: Waited) -> JsonResponse:
    """Its version is that right after this deal: what was changed later is told to the one that comes next."""
    acts = 2 if waited.choice == INSTEAD else 1
    said = {"key": deal.key, "number": deal.number, "version": waited.version + acts}
    return JsonResponse(said, status=CREATED if created else OK)


def _not_taken(sheet: Sheet, form: DealForm, code: str) -> JsonResponse:
    """Why, by field; where the sheet isn't what its writer has seen, with the sheet as it stands now."""
    errors = [{"field": field, "sentence": str(each)} for field, found in form.errors.items() for each in found]
    said = {"key": form.data.get("key", ""), "errors": errors}
    seen = form.cleaned_data.get("version")
    if code == "protocol.key_reused" or seen not in (None, sheet.protocol.version):
        return JsonResponse(said | {"server": as_it_stands(sheet)}, status=CONFLICT)
    return JsonResponse(said, status=UNPROCESSABLE)


def as_it_stands(sheet: Sheet) -> dict[str, Any]:
    """The sheet for whoever has to choose: its deals in words, who wrote each and when, and what can be done."""
    written = sheet.protocol.deals.select_related("recorded_by")
    return {
        "version": sheet.protocol.version,
        "open": sheet.is_open and not sheet.score.over,
        "undo_seconds": sheet.undo_seconds,
        "deals": [_deal(sheet, row, one) for row, one in zip(deal_rows(sheet), written, strict=True)],
    }


def _deal(sheet: Sheet, row: DealRow, written: Deal) -> dict[str, Any]:
    zone = sheet.partida.round.tournament.zone
    return {
        "number": row.number,
        "kind": row.kind,
        "closer": row.closer.seat if row.closer else None,
        "pips": list(row.pips) or None,
        "points": list(row.points),
        "totals": list(row.totals),
        "by": author_words(str(written.recorded_by or "")),
        "at": localtime(written.recorded_at, zone).strftime("%H:%M:%S"),
        "key": written.key,
    }
