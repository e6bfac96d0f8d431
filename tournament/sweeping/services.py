"""What is removed once it is old: it grows with every click and is looked at by nobody any more.

Nothing of a tournament is among it: its journal, sheets, papers, requests and the links by which sheets were written
stay as long as the tournament itself.
"""

from datetime import timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Invitation, Job, Notice, WebhookEvent

AT_ONCE = 1000
"""Rows removed in one transaction: nobody has to wait long for one."""

WORDS = {
    "jobs": _("jobs that have ended"),
    "messages": _("messages to other programs, delivered or given up"),
    "notices": _("letters and announcements, sent or given up"),
    "invitations": _("invitations that have ended"),
    "sessions": _("sessions that have ended"),
    "attempts": _("failed log-ins"),
    "log-ins": _("log-ins"),
    "failures": _("records of failed log-ins"),
}
"""What is removed, by the name under which it is counted."""


def old(late: timedelta = timedelta(0)) -> dict[str, QuerySet[Any]]:
    """The rows that should have gone so long ago, by a name of `WORDS`; none where KEPT_DAYS is 0.

    A session that has ended opens nothing; it goes with the next sweep.
    """
    if not settings.KEPT_DAYS:
        return {}
    ended = timezone.now() - late
    before = ended - timedelta(days=settings.KEPT_DAYS)
    told = (WebhookEvent.State.DELIVERED.value, WebhookEvent.State.GIVEN_UP.value)
    return {
        "jobs": Job.objects.filter(status__in=(Job.Status.DONE, Job.Status.FAILED), finished__lt=before),
        "messages": WebhookEvent.objects.filter(state__in=told, happened_at__lt=before),
        "notices": Notice.objects.filter(created_at__lt=before).exclude(state=Notice.State.WAITING.value),
        "invitations": Invitation.objects.filter(expires_at__lt=before),
        "sessions": Session.objects.filter(expire_date__lt=ended),
        "attempts": AccessAttempt.objects.filter(attempt_time__lt=before),
        "log-ins": AccessLog.objects.filter(attempt_time__lt=before),
        "failures": AccessFailureLog.objects.filter(attempt_time__lt=before),
    }


def sweep() -> dict[str, int]:
    """Remove what is old; how many rows of each kind. Interrupted, it goes on where it was the next time."""
    return {name: _remove(rows) for name, rows in old().items()}


def _remove(rows: QuerySet[Any]) -> int:
    removed = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        removed += len(keys)
    return removed
