"""Answers for everybody, compressed, in a cache."""

import gzip
from dataclasses import dataclass

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from .reading import Reading, wants_part

PART, END = b'<div id="live"', b"<!--/live-->"
KEPT_SECONDS = 600
LONGEST_KEPT_QUERY = 200
"""Longer addresses are answered but not kept: whoever invents them would push out what others read."""
COMPRESSION = 6


@dataclass(frozen=True)
class Packed:
    """An answer for everybody as it is kept: after which act it was drawn, its headers, its body compressed."""

    etag: str
    act: int
    headers: dict[str, str]
    body: bytes


def is_for_all(response: HttpResponse) -> bool:
    """Whether an answer holds nothing of one browser's own: no cookie, no form with its token."""
    return response.status_code == 200 and not response.cookies and b"csrfmiddlewaretoken" not in response.content


def keep_whole(request: HttpRequest, reading: Reading, response: HttpResponse, act: int) -> Packed:
    """The answer, compressed; kept, unless its address is one that nobody else will ask for."""
    page = response.content
    whole = _packed(response, reading.etag, act, _part(page) if wants_part(request) else page)
    if len(request.META.get("QUERY_STRING", "")) <= LONGEST_KEPT_QUERY:
        keep(reading.address, whole)
        if not wants_part(request):
            keep(reading.part_address, _packed(response, reading.part_etag, act, _part(page)))
    return whole


def _packed(response: HttpResponse, etag: str, act: int, body: bytes) -> Packed:
    headers = dict(labelled(response, etag, shared=True).headers)
    headers.pop("Content-Length", None)
    return Packed(etag, act, headers, gzip.compress(body, COMPRESSION, mtime=0))


def unpacked(request: HttpRequest, packed: Packed) -> HttpResponse:
    if "gzip" not in request.META.get("HTTP_ACCEPT_ENCODING", ""):
        return HttpResponse(gzip.decompress(packed.body), headers=packed.headers)
    headers = packed.headers | {"Content-Encoding": "gzip", "Content-Length": str(len(packed.body))}
    return HttpResponse(packed.body, headers=headers)


def part_of(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if wants_part(request) and response.status_code == 200:
        response.content = _part(response.content)
        response.headers["Content-Length"] = str(len(response.content))
    return response


def _part(page: bytes) -> bytes:
    """What changes on a page; all of it where the page doesn't say."""
    start, end = page.find(PART), page.rfind(END)
    return page[start : end + len(END)] if 0 <= start < end else page


def labelled(response: HttpResponse, etag: str, *, shared: bool) -> HttpResponse:
    """With the headers by which browsers and proxies keep an answer, and ask before they use it again."""
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "public, no-cache" if shared else "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding", "HX-Request"])
    return response


def kept(address: str) -> Packed | None:
    found = caches["pages"].get(address)
    return found if isinstance(found, Packed) else None


def keep(address: str, packed: Packed) -> None:
    caches["pages"].set(address, packed, KEPT_SECONDS)
