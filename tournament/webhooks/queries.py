"""Reads about addresses and what waits for them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from tournament.models import Tournament, Webhook, WebhookEvent

LAST_SHOWN = 30
"""Messages of a tournament that the page lists."""


@dataclass(frozen=True)
class Address:
    """An address as the page lists it: how many messages wait for it, are held back, were given up."""

    webhook: Webhook
    waiting: int
    held: int
    given_up: int


def addresses(tournament: Tournament) -> list[Address]:
    """The addresses of a tournament in the order in which they came."""
    events = WebhookEvent.objects.filter(webhook__tournament=tournament).order_by()
    counted = events.values_list("webhook", "state").annotate(count=Count("pk"))
    counts = {(webhook, state): count for webhook, state, count in counted}
    return [
        Address(webhook, *(counts.get((webhook.pk, state), 0) for state in ("waiting", "held", "given_up")))
        for webhook in tournament.webhooks.all()
    ]


def last_messages(tournament: Tournament) -> QuerySet[WebhookEvent]:
    """The newest messages to all addresses of a tournament, the latest first."""
    mine = WebhookEvent.objects.filter(webhook__tournament=tournament)
    return mine.select_related("webhook").order_by("-pk")[:LAST_SHOWN]


def waiting(webhook: Webhook) -> QuerySet[WebhookEvent]:
    """What is to be sent to an address, in the order in which it happened."""
    return webhook.events.filter(state=WebhookEvent.State.WAITING.value)


def due(webhook: Webhook) -> WebhookEvent | None:
    """What is to be sent to an address next, if anything can be now."""
    return waiting(webhook).filter(due__lte=timezone.now()).first()


def rests_until(webhook: Webhook) -> datetime | None:
    """Until when an address that gave no answer is left in peace; None: it isn't."""
    unanswered = waiting(webhook).filter(tried_at__isnull=False, status=None, due__gt=timezone.now())
    latest: datetime | None = unanswered.aggregate(latest=Max("due"))["latest"]
    return latest
