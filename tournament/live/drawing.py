"""Who draws a page, and what the others are given meanwhile."""

import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Lock

from django.db import close_old_connections
from django.db.models import Max
from django.http import HttpRequest, HttpResponse

from tournament.models import AuditRecord

from .keeping import Packed, is_for_all, keep_whole, kept, labelled, part_of, unpacked
from .reading import Reading

Draw = Callable[[HttpRequest], HttpResponse]

MAY_LAG = frozenset(
    {
        "deal.recorded",
        "totals.recorded",
        "sheet.recorded",
        "sheet.typed",
        "sheet.typed_again",
        "time.called",
        "protocol.taken_over",
        "protocol.entered",
        "protocol.signed",
        "protocol.refused",
        "protocol.confirmed",
        "photo.added",
        "entry.checked_in",
        "fee.taken",
        "request.made",
        "pin.wrong",
    }
)
"""What a hall does by the hundred, and what only adds."""

_log = logging.getLogger(__name__)
# One page is drawn at a time in a process: after a change all readers want the same one.
_drawing = Lock()
# One page after another is drawn beside the readers; the addresses that wait, and when each may be drawn again.
_beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")
_waiting: dict[str, float] = {}
_choosing = Lock()


def drawn_once(request: HttpRequest, reading: Reading, get_response: Draw) -> HttpResponse:
    """For everybody: drawn by whoever comes first, kept for the others."""
    with _drawing:
        packed = kept(reading.address)
        if packed is None or packed.etag != reading.etag:
            act = _last_act(reading)
            response = get_response(request)
            if not is_for_all(response):
                return part_of(request, response)
            packed = keep_whole(request, reading, response, act)
    return unpacked(request, packed)


def drawn(request: HttpRequest, reading: Reading, get_response: Draw) -> HttpResponse:
    """For one browser alone."""
    response = part_of(request, get_response(request))
    return labelled(response, reading.etag, shared=False) if response.status_code == 200 else response


def _last_act(reading: Reading) -> int:
    return AuditRecord.objects.filter(tournament=reading.tournament).aggregate(last=Max("number"))["last"] or 0


def may_lag(reading: Reading, packed: Packed) -> bool:
    """Whether nothing but what may be seen a moment later has happened since the page was drawn."""
    return _only_adds(reading.tournament, packed.act, reading.version)


@lru_cache(256)
def _only_adds(tournament: int, act: int, version: int) -> bool:
    """The acts after one, up to a version: each of them made the version grow, so that its answer never changes."""
    since = AuditRecord.objects.filter(tournament=tournament, number__gt=act)
    return since.exists() and not since.exclude(action__in=MAY_LAG).exists()


def draw_soon(request: HttpRequest, reading: Reading, get_response: Draw) -> None:
    """The page is drawn beside the readers, unless it is being drawn, or was just now."""
    with _choosing:
        if _waiting.get(reading.address, 0) > time.monotonic():
            return
        _waiting[reading.address] = math.inf
    _beside.submit(_draw_beside, request, reading, get_response)


def _draw_beside(request: HttpRequest, reading: Reading, get_response: Draw) -> None:
    """Takes at most half of the time, so that those who read and write have the other half."""
    began = time.monotonic()
    close_old_connections()
    try:
        drawn_once(request, reading, get_response)
    except Exception:
        _log.exception("A page could not be drawn: %s", request.path)
    finally:
        close_old_connections()
        now = time.monotonic()
        with _choosing:
            for address in [known for known, until in _waiting.items() if until < now]:
                del _waiting[address]
            _waiting[reading.address] = now + (now - began)
