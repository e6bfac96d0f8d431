"""The desk speaks to the hall."""

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import HallMessage, Tournament
from tournament.phrases import Refused

LONGEST_MESSAGE = 200


def put_up(*, tournament: Tournament, text: str, by: Author) -> HallMessage:
    """Put a message up in the hall, in place of the one that is up."""
    text = " ".join(text.split())
    with act(tournament, "hall.put_up", by) as doing:
        if not text:
            raise Refused("hall.empty", field="text")
        if len(text) > LONGEST_MESSAGE:
            raise Refused("hall.too_long", field="text", most=LONGEST_MESSAGE, length=len(text))
        now = timezone.now()
        up = doing.tournament.hall_messages.filter(taken_down_at__isnull=True)
        same = up.filter(text=text).first()
        if same:
            doing.unchanged()
            return same
        up.update(taken_down_at=now)
        doing.data = {"text": text}
        return HallMessage.objects.create(tournament=doing.tournament, text=text, put_up_at=now, put_up_by=by.user)


def take_down(*, tournament: Tournament, by: Author) -> None:
    """Take the message down."""
    with act(tournament, "hall.taken_down", by) as doing:
        up = doing.tournament.hall_messages.filter(taken_down_at__isnull=True).first()
        if up is None:
            raise Refused("hall.nothing_up")
        up.taken_down_at = timezone.now()
        up.save(update_fields=["taken_down_at"])
        doing.data = {"text": up.text}
