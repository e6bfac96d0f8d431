"""A paper whose makers die each time: the desk isn't left waiting for it."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tests.tournament.documents.conftest import Cup
from tournament.audit.services import Author
from tournament.documents import batches, services, tasks
from tournament.jobs import execution
from tournament.models import Job


def workers_die() -> None:
    """Three times in a row, the last a while ago."""
    long_ago = timezone.now() - timedelta(minutes=2)
    Job.objects.update(status="running", attempts=3, lease_until=long_ago)
    execution.revive()


def test_a_paper_has_failed_in_words_and_can_be_tried_again(cup: Cup) -> None:
    document = cup.issue("en")
    tasks.make.delay_on_commit(document.pk)

    workers_die()

    document.refresh_from_db()
    assert (document.state, bool(document.error)) == ("failed", True)
    services.make(services.retry(document=document, by=Author(cup.organiser)))
    document.refresh_from_db()
    assert document.state == "ready"


def test_an_order_of_papers_is_no_longer_under_way_and_can_be_repeated(cup: Cup) -> None:
    with transaction.atomic():
        batch = batches.order(round_=cup.round, language="en", by=Author(cup.organiser))
        tasks.issue_batch.delay_on_commit(batch.pk)

    workers_die()

    batch.refresh_from_db()
    progress = batches.progress(batch)
    assert (progress.under_way, len(progress.missing)) == (False, 1)
