"""Messages to other programs, in words."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import WebhookEvent

from . import sending

FAULTS = {
    sending.NOT_PUBLIC: gettext_lazy("the address lies in a private network"),
    sending.TOO_SLOW: gettext_lazy("no answer in time"),
}


@dataclass(frozen=True)
class MessageLine:
    """A message as the page lists it.

    about: which round and table. answer: the status with the beginning of the answer, or why there was none. again:
    when it is tried once more; None: it isn't, or for the first time.
    """

    address: str
    what: str
    about: str
    at: datetime
    state: str
    words: str
    attempts: int
    answer: str
    again: datetime | None


def message_line(event: WebhookEvent) -> MessageLine:
    """A message in words."""
    waits = event.state == WebhookEvent.State.WAITING.value and event.tried_at is not None
    return MessageLine(
        address=event.webhook.url,
        what=event.get_kind_display(),
        about=_about(event),
        at=event.happened_at,
        state=event.state,
        words=event.get_state_display(),
        attempts=event.attempts,
        answer=_answer(event),
        again=event.due if waits and event.webhook.is_on else None,
    )


def _about(event: WebhookEvent) -> str:
    if event.round_number is None:
        return ""
    if event.table is None:
        return _("round %(round)d") % {"round": event.round_number}
    return _("round %(round)d, table %(table)d") % {"round": event.round_number, "table": event.table}


def _answer(event: WebhookEvent) -> str:
    """What was answered, as it came: the words of a foreign program, escaped like any text."""
    if event.status is None:
        return str(FAULTS.get(event.answer, event.answer)) or "—"
    return f"{event.status} {event.answer}".strip()
