"""One file over the wire to the server that receives it, and what its answer means."""

import json
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.webhooks import sending
from tournament.webhooks.tables import FAULTS

LIMITS = sending.Limits(silence=60, altogether=120, most_read=20_000)
"""The server writes a whole tournament before it answers."""


@dataclass(frozen=True)
class Sent:
    """What came of sending. status: of the answer, None where none came; words: why it isn't there; empty: it is."""

    status: int | None
    words: str = ""

    @property
    def is_there(self) -> bool:
        return self.status in (200, 201)

    @property
    def is_final(self) -> bool:
        """Whether the server said no for good: sending the same again would be answered the same."""
        return self.status is not None and 400 <= self.status < 500 and self.status not in (408, 429)


def post(url: str, body: bytes, token: str) -> Sent:
    """Send a file, the token to that address and nowhere else; whatever goes wrong is the answer."""
    answer = sending.send(url, body, {"Accept": "application/json", "Authorization": f"Bearer {token}"}, LIMITS)
    if answer.text == sending.NOT_PUBLIC and answer.status is None:
        return Sent(None, _("The address lies in a private network; WEBHOOKS_PRIVATE allows that."))
    if answer.status is None:
        reason = FAULTS.get(answer.text, answer.text)
        return Sent(None, _("The server can't be reached: %(reason)s.") % {"reason": reason})
    return Sent(answer.status, "" if answer.status in (200, 201) else _said(answer.text, answer.status))


def _said(body: str, status: int) -> str:
    """The server's own sentence, if it is one of ours."""
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return _("The server answered %(status)d.") % {"status": status}
