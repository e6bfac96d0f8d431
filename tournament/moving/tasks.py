"""Results sent up while there is a net, as long as a server is named."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.jobs import ask_on_commit, job
from tournament.models import Job, Upstream

from . import services

EVERY = timedelta(seconds=30)
"""Between two looks whether something is new."""
LATER = timedelta(minutes=5)
"""After an answer that no repeating will change."""


@job
def push(upstream_id: int) -> None:
    """Send what is new, and look again in a while; ends when no server is named any more."""
    upstream = Upstream.objects.filter(pk=upstream_id).first()
    if upstream is None:
        return
    # One row for each look would fill the table: what is done is forgotten.
    Job.objects.filter(task=push.name, arguments=[upstream_id], status=Job.Status.DONE).delete()
    ask_again(upstream_id, EVERY)
    sent = services.push(upstream=upstream)
    if sent and sent.is_final:
        _waiting(upstream_id).update(due=timezone.now() + LATER)


def ask_again(upstream_id: int, wait: timedelta = timedelta(0)) -> None:
    """Have it sent, once: a look that waits already is enough."""
    with transaction.atomic():
        if not wait:
            _waiting(upstream_id).delete()
        if not _waiting(upstream_id).exists():
            ask_on_commit(push.name, upstream_id, due=timezone.now() + wait if wait else None)


def _waiting(upstream_id: int) -> QuerySet[Job]:
    return Job.objects.filter(task=push.name, arguments=[upstream_id], status=Job.Status.QUEUED)
