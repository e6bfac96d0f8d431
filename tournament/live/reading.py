"""How a page is read: under which address it is kept, and by which ETag its reader knows it."""

import re
import time
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language_from_request

ADDRESS = re.compile(r"/t/([-\w]+)/(?![^/]*\.)|/desk/([-\w]+)/$")
"""How the addresses of a tournament's published pages begin, and the desk's first page. Its calendar, feed and
card have tags of their own."""
DESK_SECONDS = 15
"""So long the desk's first page is the same while nothing happens: what comes due there is no act of anybody's."""
# Written by hand: the ORM takes longer to say it than the database to answer, and it is most of what a 304 costs.
VERSION = (
    "SELECT tournament_tournament.id, version, deadline < %s FROM tournament_tournament "
    "LEFT JOIN tournament_entryterms ON tournament_id = tournament_tournament.id WHERE slug = %s"
)


@dataclass(frozen=True)
class Reading:
    """How a request reads a live page, for its template as `request.live`.

    tournament, version: its key, and how it stands. address: under which the answer is kept, the same for each version;
    etag: of the answer now. part_address, part_etag: of the page's part, by which the page asks for news. shared:
    whether the answer is the same for everybody.
    """

    tournament: int
    version: int
    address: str
    etag: str
    part_address: str
    part_etag: str
    shared: bool


def reading_of(request: HttpRequest) -> Reading | None:
    """How a page of a tournament is read, None if there is none. Who has a session or a message reads for himself."""
    named = ADDRESS.match(request.path_info)
    if named is None or request.method not in ("GET", "HEAD"):
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [connection.ops.adapt_datetimefield_value(timezone.now()), named[1] or named[2]])
        version = cursor.fetchone()
    if version is None:
        return None
    own = [request.COOKIES.get(name, "") for name in (settings.SESSION_COOKIE_NAME, "messages")]
    if named[2]:
        own.append(str(int(time.time()) // DESK_SECONDS))
    try:
        host = request.get_host()
    except DisallowedHost:
        # Refused further in, where a refusal gets the headers of every answer.
        return None
    asked = [request.is_secure(), host, request.get_full_path(), get_language_from_request(request)]
    # That registration is over is nobody's act either; the page that says so is another one.
    asked.append(bool(version[2]))
    page, part = (_fingerprint(kind, version[0], *asked, *own) for kind in ("page", "part"))
    address = part if wants_part(request) else page
    return Reading(
        tournament=version[0],
        version=version[1],
        address=address,
        etag=_etag(address, version[1]),
        part_address=part,
        part_etag=_etag(part, version[1]),
        shared=not named[2] and not any(own),
    )


def _fingerprint(*what: object) -> str:
    return sha256(repr((_program(), *what)).encode()).hexdigest()[:24]


def _etag(address: str, version: int) -> str:
    """A weak one: the same page goes out compressed and not."""
    return f'W/"{address}-{version}"'


def wants_part(request: HttpRequest) -> bool:
    return request.META.get("HTTP_HX_REQUEST") == "true"


@cache
def _program() -> str:
    """Which program draws the pages: after an update nobody is told that nothing has changed."""
    folders = (settings.BASE_DIR / "templates", settings.BASE_DIR / "tournament", settings.BASE_DIR / "scoring")
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".py", ".mo"))
    digest = sha256(settings.VERSION.encode())
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()
