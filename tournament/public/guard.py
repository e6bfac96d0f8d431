"""What keeps programs from filling in a public form, without a riddle for people.

A stamp that only this installation can make says when the form was given out: sent back within three seconds it was
no person, after twelve hours it is stale, and sent twice it is one sending. A field that nobody sees has to stay empty.
And what is sent is counted, as wrong codes are (`access.throttle`): by browser, by address, over all. A hall stands
behind one address, so that limit is far above what a hall can send.
"""

import secrets
import time

from django.core import signing
from django.http import HttpRequest

from tournament.access.throttle import Throttle
from tournament.phrases import Refused

SALT = "public.form"
SHORTEST, LONGEST = 3, 12 * 3600
"""Seconds between giving the form out and its being sent."""
SENDINGS = Throttle("requests", browser=10, address=300, everybody=2_000)


def stamp(at: float | None = None) -> str:
    """A stamp for a form that is given out now, or at another time in seconds."""
    given = time.time() if at is None else at
    return signing.dumps([secrets.token_urlsafe(12), int(given)], salt=SALT)


def _read(stamped: str) -> tuple[str, float] | None:
    """The key of a stamp and its age in seconds; None for one that isn't ours."""
    try:
        key, given = signing.loads(stamped, salt=SALT)
    except signing.BadSignature:
        return None
    return str(key), time.time() - given


def key_of(stamped: str) -> str:
    """What is the same for whatever is sent with this stamp. Raises `Refused` if it is forged, too new or stale."""
    read = _read(stamped)
    if read is None or not SHORTEST <= read[1] <= LONGEST:
        raise Refused("registration.stale")
    return read[0]


def kept_or_new(stamped: str) -> str:
    """The stamp itself as long as it is or will be good, so that what is sent twice is one sending; else a new one."""
    read = _read(stamped)
    return stamped if read and read[1] <= LONGEST else stamp()


def require_calm(request: HttpRequest) -> None:
    """Refuses who has sent far too much within ten minutes."""
    if SENDINGS.is_blocked(request):
        raise Refused("registration.busy")
