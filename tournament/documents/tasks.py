"""What is done after the answer has gone out."""

from tournament.jobs import job
from tournament.models import Document

from . import services


@job
def make(document_id: int) -> None:
    """Make, seal and file one paper."""
    services.make(Document.objects.select_related("tournament").get(pk=document_id))
