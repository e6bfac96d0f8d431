"""Messages to other programs, sent after the act that they tell of."""

from tournament.jobs import job
from tournament.models import Webhook
from tournament.webhooks import services

from .bodies import body_of


@job
def deliver(webhook_id: int) -> None:
    """Send an address what waits for it."""
    webhook = Webhook.objects.select_related("tournament").filter(pk=webhook_id).first()
    if webhook is not None:
        services.deliver(webhook=webhook, body_of=body_of)
