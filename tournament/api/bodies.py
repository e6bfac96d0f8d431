"""What a message to another program says: the event, and what is published of it, in the shapes of the interface."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournament.models import WebhookEvent
from tournament.phrases import Refused
from tournament.protocols.lists import tables
from tournament.releases.queries import DRAW, RESULTS

from . import queries, shapes
from .queries import Published, published

OF_RESULTS = (WebhookEvent.Kind.RESULT_CONFIRMED.value, WebhookEvent.Kind.RESULT_CORRECTED.value)


def body_of(event: WebhookEvent) -> dict[str, Any] | None:
    """The message about an event, as things are now; None while the public may not know."""
    data: dict[str, Any] | None = {}
    if event.kind != WebhookEvent.Kind.TEST.value:
        data = _data(event)
    if data is None:
        return None
    return {"id": str(event.key), "type": event.kind, "timestamp": event.happened_at.isoformat(), "data": data}


def _data(event: WebhookEvent) -> dict[str, Any] | None:
    number = event.round_number or 0
    try:
        public = published(event.webhook.tournament.slug)
    except Refused:
        return None
    taken_back = event.kind == WebhookEvent.Kind.DRAW_TAKEN_BACK.value
    shown = public.seen.may(RESULTS if event.kind in OF_RESULTS else DRAW, number)
    if not (shown or taken_back):
        return None
    slug = public.tournament.slug
    address = (settings.PUBLIC_URL or event.webhook.site.rstrip("/")) + reverse("api:tables", args=[slug, number])
    about = {"tournament": slug, "round": number, "url": address}
    if not shown:
        # Only who was told of the draw is told that it holds no more.
        return about | {"details": None}
    return about | (_result(public, number, event.table) if event.kind in OF_RESULTS else _round(public, number))


def _round(public: Published, number: int) -> dict[str, Any]:
    planned = queries.planned_starts(public).get(number)
    row = queries.round_row(public, public.tournament.rounds.select_related("stage").get(number=number), planned)
    return {"details": shapes.RoundRow(**row).model_dump(mode="json")}


def _result(public: Published, number: int, table: int | None) -> dict[str, Any]:
    """The table with its result; without one if it doesn't count any more."""
    rounds = public.tournament.rounds.select_related("tournament", "stage", "regulations")
    found = tables(rounds.get(number=number), table=table)
    rows = [shapes.TableRow(**queries.table_row(public, line)).model_dump(mode="json") for line in found]
    return {"table": rows[0] if rows else None}
