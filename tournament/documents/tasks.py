"""What is done after the answer has gone out."""

from django.utils import timezone

from tournament.jobs import job
from tournament.models import Batch, Document

from . import batches, services


@job
def make(document_id: int) -> None:
    """Make, seal and file one paper."""
    services.make(Document.objects.select_related("tournament", "approved_by").get(pk=document_id))


@make.given_up
def never_made(document_id: int) -> None:
    """Its workers died of it: the desk reads that there is no paper, and may try again."""
    services.give_up(Document.objects.select_related("tournament").get(pk=document_id))


@job
def issue_batch(batch_id: int) -> None:
    """Issue each paper of a batch; the file of each is a job of its own, for as many workers as there are."""
    batch = Batch.objects.select_related("tournament", "created_by").get(pk=batch_id)
    batches.issue(batch=batch, ask=make.delay_once_on_commit)


@issue_batch.given_up
def half_issued(batch_id: int) -> None:
    """The desk no longer waits for it: tables without a paper are shown as such, and the order can be repeated."""
    Batch.objects.filter(pk=batch_id).update(prepared_at=timezone.now())
