"""Messages to other programs, sent after the act that they tell of."""

from datetime import timedelta

from django.utils import timezone

from tournament.jobs import ask_on_commit, job
from tournament.models import Webhook
from tournament.webhooks import services

from .bodies import body_of


@job
def deliver(webhook_id: int) -> None:
    """Send an address what waits for it."""
    webhook = Webhook.objects.select_related("tournament").filter(pk=webhook_id).first()
    if webhook is not None:
        services.deliver(webhook=webhook, body_of=body_of)


@deliver.given_up
def later(webhook_id: int) -> None:
    """Its senders died of something else, most likely: what waits isn't lost."""
    ask_on_commit(deliver.name, webhook_id, due=timezone.now() + timedelta(hours=1))
