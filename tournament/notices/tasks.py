"""Notices, sent after the act that they tell of."""

from datetime import timedelta

from django.utils import timezone

from tournament.jobs import ask_on_commit, job
from tournament.models import Notice

from . import services


@job
def deliver(notice_id: int) -> None:
    """Send a notice."""
    notice = Notice.objects.select_related("tournament", "invitation__tournament").filter(pk=notice_id).first()
    if notice is not None:
        services.deliver(notice=notice)


@deliver.given_up
def later(notice_id: int) -> None:
    """Its senders died of something else, most likely: what waits isn't lost."""
    ask_on_commit(deliver.name, notice_id, due=timezone.now() + timedelta(hours=1))
