"""Pages that a whole hall reads at once: 304 while nothing has changed, else bytes that are ready.

The ETag names all that an answer depends on: the program, the tournament's version (which grows with every recorded
act, releases included), the address, the language, and whether everybody reads or one browser that is known. It is
computed from one cheap query, before anything else of a request is looked at: sessions, accounts, the page itself.
The theme is no part of it: the browser alone chooses the colours, the bytes are the same.

Only what everybody may read is kept, in the cache `pages`, and only if it holds nothing of a browser's own. A part of
a page, asked for by htmx, is what stands between `PART` and `END` in the page itself.
"""

import gzip
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from hashlib import sha256
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

View = Callable[..., HttpResponse]

ADDRESS = re.compile(r"/t/([-\w]+)/")
"""How the addresses of a tournament's published pages begin."""
PART, END = b'<div id="live"', b"<!--/live-->"
KEPT_SECONDS = 600
LONGEST_KEPT_QUERY = 200
"""Longer addresses are answered but not kept: whoever invents them would push out what others read."""
REST_SECONDS = 5
"""So long a cache that has failed isn't asked again."""
COMPRESSION = 6
# Written by hand: the ORM takes longer to say it than the database to answer, and it is most of what a 304 costs.
VERSION = "SELECT id, version FROM tournament_tournament WHERE slug = %s"

_log = logging.getLogger(__name__)
# One page is drawn at a time in a process: after a change all readers want the same one.
_drawing = Lock()


@dataclass(frozen=True)
class Reading:
    """How a request reads a live page, for its template as `request.live`.

    etag: of the answer; part_etag: of the page's part, by which the page asks for news; shared: whether the answer is
    the same for everybody.
    """

    etag: str
    part_etag: str
    shared: bool


@dataclass(frozen=True)
class Packed:
    """An answer for everybody as it is kept: its headers, its body compressed."""

    headers: dict[str, str]
    body: bytes


def live(view: View) -> View:
    """For views of a tournament's published pages: `middleware` answers for them while it can."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        vars(request)["live"] = vars(request).get("reading")
        return view(request, *args, **kwargs)

    vars(answered)["is_live"] = True
    return answered


def middleware(get_response: View) -> View:
    """The first of all: what it can answer costs nothing of the others."""

    def answer(request: HttpRequest) -> HttpResponse:
        reading = _reading(request)
        if reading is None:
            return get_response(request)
        if reading.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
            return _labelled(HttpResponseNotModified(), reading)
        packed = _kept(reading.etag) if reading.shared else None
        if packed:
            return _unpacked(request, packed)
        if not _is_live(request):
            return get_response(request)
        vars(request)["reading"] = reading
        return _drawn_once(request, reading, get_response) if reading.shared else _drawn(request, get_response)

    return answer


def _reading(request: HttpRequest) -> Reading | None:
    """How a page of a tournament is read, None if there is none. Who has a session or a message reads for himself."""
    address = ADDRESS.match(request.path_info)
    if address is None or request.method not in ("GET", "HEAD"):
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [address[1]])
        version = cursor.fetchone()
    if version is None:
        return None
    own = [request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, "messages")]
    asked = [request.is_secure(), request.get_host(), request.get_full_path(), get_language_from_request(request)]
    known = repr([_program(), *version, *asked, *own])
    part_etag = _etag("part", known)
    return Reading(part_etag if _wants_part(request) else _etag("page", known), part_etag, shared=not any(own))


def _etag(part: str, known: str) -> str:
    """A weak one: the same page goes out compressed and not."""
    return f'W/"{sha256(f"{part} {known}".encode()).hexdigest()[:24]}"'


def _wants_part(request: HttpRequest) -> bool:
    return request.META.get("HTTP_HX_REQUEST") == "true"


def _is_live(request: HttpRequest) -> bool:
    try:
        return hasattr(resolve(request.path_info).func, "is_live")
    except Resolver404:
        return False


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


def _drawn_once(request: HttpRequest, reading: Reading, get_response: View) -> HttpResponse:
    """For everybody: drawn by whoever comes first, kept for the others."""
    with _drawing:
        packed = _kept(reading.etag)
        if packed is None:
            response = get_response(request)
            if not _is_for_all(response):
                return _part_of(request, response)
            packed = _pack(request, reading, response)
    return _unpacked(request, packed)


def _drawn(request: HttpRequest, get_response: View) -> HttpResponse:
    """For one browser alone."""
    response = _part_of(request, get_response(request))
    return _labelled(response, vars(request)["reading"]) if response.status_code == 200 else response


def _is_for_all(response: HttpResponse) -> bool:
    """Whether an answer holds nothing of one browser's own: no cookie, no form with its token."""
    return response.status_code == 200 and not response.cookies and b"csrfmiddlewaretoken" not in response.content


def _pack(request: HttpRequest, reading: Reading, response: HttpResponse) -> Packed:
    """The answer, compressed; kept, unless its address is one that nobody else will ask for."""
    page = response.content
    whole = _packed(response, reading.etag, _part(page) if _wants_part(request) else page)
    if len(request.META.get("QUERY_STRING", "")) <= LONGEST_KEPT_QUERY:
        _keep(reading.etag, whole)
        if not _wants_part(request):
            _keep(reading.part_etag, _packed(response, reading.part_etag, _part(page)))
    return whole


def _packed(response: HttpResponse, etag: str, body: bytes) -> Packed:
    headers = dict(_labelled(response, Reading(etag, etag, shared=True)).headers)
    headers.pop("Content-Length", None)
    return Packed(headers, gzip.compress(body, COMPRESSION, mtime=0))


def _unpacked(request: HttpRequest, packed: Packed) -> HttpResponse:
    if "gzip" not in request.META.get("HTTP_ACCEPT_ENCODING", ""):
        return HttpResponse(gzip.decompress(packed.body), headers=packed.headers)
    headers = packed.headers | {"Content-Encoding": "gzip", "Content-Length": str(len(packed.body))}
    return HttpResponse(packed.body, headers=headers)


def _part_of(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if _wants_part(request) and response.status_code == 200:
        response.content = _part(response.content)
        response.headers["Content-Length"] = str(len(response.content))
    return response


def _part(page: bytes) -> bytes:
    """What changes on a page; all of it where the page doesn't say."""
    start, end = page.find(PART), page.rfind(END)
    return page[start : end + len(END)] if 0 <= start < end else page


def _labelled(response: HttpResponse, reading: Reading) -> HttpResponse:
    """With the headers by which browsers and proxies keep an answer, and ask before they use it again."""
    response.headers["ETag"] = reading.etag
    response.headers["Cache-Control"] = "public, no-cache" if reading.shared else "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding", "HX-Request"])
    return response


# -- the cache: where it fails, it is as if there were none -------------------------------------------------------

_rests_until = 0.0


def _kept(etag: str) -> Packed | None:
    found = _asking(lambda: caches["pages"].get(etag))
    return found if isinstance(found, Packed) else None


def _keep(etag: str, packed: Packed) -> None:
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
