"""What is done after the answer has gone out."""

from tournament.jobs import job
from tournament.models import EntryRequest, Tournament

from .mail import letter


@job
def tell_registrants(tournament_id: int, site: str) -> None:
    """Write to everybody whose request has another state than he was told of; a letter that fails is tried again later.

    site: how addresses begin in the letters.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    failed: Exception | None = None
    for request in tournament.entry_requests.exclude(email="").select_related("tournament"):
        if request.told == request.state:
            continue
        try:
            letter(request, site).send()
        except OSError as error:  # no mail server, or it refuses the address: the others get theirs
            failed = error
        else:
            EntryRequest.objects.filter(pk=request.pk).update(told=request.state)
    if failed:
        raise failed
