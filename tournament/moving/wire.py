"""One file over the wire to the server that receives it, and what its answer means."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.webhooks.sending import is_public_host

PATIENCE = 60.0
"""Seconds that the server may take: it writes a whole tournament."""
MOST_READ = 20_000


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


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token goes to the address that it was given for, and nowhere else."""

    def redirect_request(self, *_args: object, **_kwargs: object) -> None:
        return None


def post(url: str, body: bytes, token: str) -> Sent:
    """Send a file; whatever goes wrong is the answer."""
    if not settings.WEBHOOKS_PRIVATE and not is_public_host(urlsplit(url).hostname or ""):
        return Sent(None, _("The address lies in a private network; WEBHOOKS_PRIVATE allows that."))
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Authorization": f"Bearer {token}",
        "User-Agent": f"domino-tournament/{settings.VERSION}",
    }
    request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310 - the form takes http(s) alone
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(request, timeout=PATIENCE) as answer:
            return Sent(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return Sent(error.code, _said(error.read(MOST_READ), error.code))
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        return Sent(None, _("The server can't be reached: %(reason)s.") % {"reason": reason})


def _said(body: bytes, status: int) -> str:
    """The server's own sentence, if it is one of ours."""
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return _("The server answered %(status)d.") % {"status": status}
