"""The time stamp on a seal: a time stamp authority's word on when it was made (RFC 3161)."""

import threading
import time
import urllib.request
from functools import lru_cache
from urllib.error import HTTPError

from asn1crypto.tsp import TimeStampReq, TimeStampResp
from django.conf import settings
from pyhanko.sign.timestamps import TimeStamper
from pyhanko.sign.timestamps.common_utils import TimestampRequestError

from tournament.phrases import Refused

PATIENCE = 5.0
"""Seconds that the authority may take for an answer."""
REST = 30.0
"""Seconds for which an authority that can't be reached isn't asked again: else each paper of a round would wait."""
LARGEST = 64 * 1024
"""Bytes of an answer; a stamp with its chain has about six thousand."""


def stamper() -> "HttpStamper | None":
    """Who stamps the time on our seals; None where no authority is named."""
    return _stamper(settings.SEAL_TIMESTAMP_URL) if settings.SEAL_TIMESTAMP_URL else None


@lru_cache(maxsize=2)
def _stamper(url: str) -> "HttpStamper":
    if not url.startswith(("http://", "https://")):
        raise Refused("seal.stamp_address", url=url)
    return HttpStamper(url)


class HttpStamper(TimeStamper):
    """Asks a time stamp authority over HTTP. What fails is refused in words and can be tried again."""

    def __init__(self, url: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # pyHanko gives it no types
        self.url = url
        self._guard = threading.Lock()
        self._rests_until = 0.0  # time.monotonic()

    async def async_request_tsa_response(self, req: TimeStampReq) -> TimeStampResp:
        """The authority's answer. The seal waits for it; nothing else runs in this loop meanwhile."""
        with self._guard:
            resting = time.monotonic() < self._rests_until
        if resting:
            raise Refused("seal.stamp_unreachable", url=self.url)
        try:
            return TimeStampResp.load(self._asked(req.dump()), strict=True)
        except HTTPError as error:
            raise Refused("seal.stamp_refused", url=self.url, reason=f"HTTP {error.code}") from error
        except OSError as error:
            with self._guard:
                self._rests_until = time.monotonic() + REST
            raise Refused("seal.stamp_unreachable", url=self.url) from error
        except ValueError as error:
            raise Refused("seal.stamp_refused", url=self.url, reason=str(error)) from error

    async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> object:
        """The stamp itself; an authority that says no, or answers another question, is refused in words, too."""
        try:
            return await super().async_timestamp(message_digest, md_algorithm)
        except TimestampRequestError as error:
            raise Refused("seal.stamp_refused", url=self.url, reason=str(error)) from error

    def _asked(self, question: bytes) -> bytes:
        headers = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}
        request = urllib.request.Request(self.url, question, headers)  # noqa: S310 -- http or https, as checked above
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 -- as above
            said: bytes = answer.read(LARGEST)
        return said
