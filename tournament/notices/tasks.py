"""Notices, sent after the act that they tell of."""

from tournament.jobs import job
from tournament.models import Notice

from . import services


@job
def deliver(notice_id: int) -> None:
    """Send a notice."""
    notice = Notice.objects.select_related("tournament", "invitation__tournament").filter(pk=notice_id).first()
    if notice is not None:
        services.deliver(notice=notice)
