"""Pages that a whole hall reads at once: 304 while nothing has changed, else bytes that are ready.

The ETag names all that an answer depends on: the program, the tournament's version (which grows with every recorded
act, releases included), the address, the language, and whether everybody reads or one browser that is known. It is
computed from one cheap query, before anything is loaded for the page. The theme is no part of it: the browser alone
chooses the colours, the bytes are the same.

Only what everybody may read is kept, in the cache `pages`, and only if it holds nothing of a browser's own. A part of
a page, asked for by htmx, is what stands between `PART` and `END` in the page itself.
"""

import gzip
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournament.models import Tournament

View = Callable[..., HttpResponse]

PART, END = b'<div id="live"', b"<!--/live-->"
KEPT_SECONDS = 600
LONGEST_KEPT_QUERY = 200
"""Longer addresses are answered but not kept: whoever invents them would push out what others read."""
REST_SECONDS = 5
"""So long a cache that has failed isn't asked again."""
COMPRESSION = 6

_log = logging.getLogger(__name__)
# One page is drawn at a time in a process: after a change all readers want the same one.
_drawing = Lock()


@dataclass(frozen=True)
class Reading:
    """How a request reads a live page, for its view and template as `request.live`.

    etag: of the answer; part_etag: of the page's part, by which the page asks for news; shared: whether the answer is
    the same for everybody.
    """

    etag: str
    part_etag: str
    shared: bool


def live(view: View) -> View:
    """For views of a tournament's published pages, whose first argument is its slug."""

    @wraps(view)
    def answered(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        version = Tournament.objects.filter(slug=slug).values_list("pk", "version").first()
        if version is None or request.method not in ("GET", "HEAD"):
            return view(request, slug, *args, **kwargs)
        reading = _reading(request, version)
        vars(request)["live"] = reading
        if reading.etag in request.headers.get("If-None-Match", ""):
            return _labelled(HttpResponseNotModified(), reading)
        if not reading.shared:
            return _labelled(_part_of(request, view(request, slug, *args, **kwargs)), reading)
        return _kept_or_drawn(request, reading, lambda: view(request, slug, *args, **kwargs))

    return answered


def _reading(request: HttpRequest, version: tuple[int, int]) -> Reading:
    """Whose browser is known by a session, or has a message to be shown, reads for itself."""
    own = [request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, "messages")]
    address = [request.is_secure(), request.get_host(), request.get_full_path()]
    known = [_program(), *version, *address, get_language(), *own]
    part_etag, page_etag = (_etag(part, known) for part in ("part", "page"))
    return Reading(part_etag if _wants_part(request) else page_etag, part_etag, shared=not any(own))


def _etag(part: str, known: list[object]) -> str:
    """A weak one: the same page goes out compressed and not."""
    return f'W/"{sha256(repr([part, *known]).encode()).hexdigest()[:24]}"'


def _wants_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


@cache
def _program() -> str:
    """Which program draws the pages: after an update nobody is told that nothing has changed."""
    folders = (settings.BASE_DIR / "templates", settings.BASE_DIR / "tournament", settings.BASE_DIR / "scoring")
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".py", ".mo"))
    digest = sha256(settings.VERSION.encode())
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


# -- drawing and keeping ---------------------------------------------------------------------------------------


def _kept_or_drawn(request: HttpRequest, reading: Reading, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer for everybody, from the cache or drawn and kept there."""
    packed = _kept(reading.etag)
    if packed is None:
        with _drawing:
            packed = _kept(reading.etag)
            if packed is None:
                drawn = draw()
                if not _is_for_all(drawn):
                    return _labelled(_part_of(request, drawn), reading)
                packed = _pack(request, reading, drawn.content)
    return _labelled(_unpacked(request, packed), reading)


def _is_for_all(response: HttpResponse) -> bool:
    """Whether an answer holds nothing of one browser's own: no cookie, no form with its token."""
    return response.status_code == 200 and not response.cookies and b"csrfmiddlewaretoken" not in response.content


def _pack(request: HttpRequest, reading: Reading, page: bytes) -> bytes:
    """The answer, compressed; kept, unless its address is one that nobody else will ask for."""
    packed = gzip.compress(_part(page) if _wants_part(request) else page, COMPRESSION, mtime=0)
    if len(request.META.get("QUERY_STRING", "")) <= LONGEST_KEPT_QUERY:
        _keep(reading.etag, packed)
        if not _wants_part(request):
            _keep(reading.part_etag, gzip.compress(_part(page), COMPRESSION, mtime=0))
    return packed


def _unpacked(request: HttpRequest, packed: bytes) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(packed))


def _part_of(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if _wants_part(request) and response.status_code == 200:
        response.content = _part(response.content)
    return response


def _part(page: bytes) -> bytes:
    """What changes on a page; all of it where the page doesn't say."""
    start, end = page.find(PART), page.rfind(END)
    return page[start : end + len(END)] if 0 <= start < end else page


def _labelled(response: HttpResponse, reading: Reading) -> HttpResponse:
    """With the headers by which browsers and proxies keep an answer, and ask before they use it again."""
    if response.status_code in (200, 304):
        response.headers["ETag"] = reading.etag
        response.headers["Cache-Control"] = "public, no-cache" if reading.shared else "private, no-cache"
        patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding", "HX-Request"])
    return response


# -- the cache: where it fails, it is as if there were none -------------------------------------------------------

_rests_until = 0.0


def _kept(etag: str) -> bytes | None:
    found = _asking(lambda: caches["pages"].get(etag))
    return found if isinstance(found, bytes) else None


def _keep(etag: str, packed: bytes) -> None:
    _asking(lambda: caches["pages"].set(etag, packed, KEPT_SECONDS))


def _asking(ask: Callable[[], object]) -> object:
    """What the cache answers; None while it doesn't. Its errors are those of whatever backend it is."""
    global _rests_until
    if time.monotonic() < _rests_until:
        return None
    try:
        return ask()
    except Exception as error:  # any backend's: a page is drawn all the same
        _rests_until = time.monotonic() + REST_SECONDS
        _log.warning("Pages are drawn without the cache for %d seconds: %s", REST_SECONDS, error)
        return None
