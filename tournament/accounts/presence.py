"""Who is online, and when each session was last heard of: noted at every request of an account, in the cache.

Without Redis each process has its own; when the cache is away, nobody is said to be online, and that is all.
"""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.models import SignIn, User

ONLINE = timedelta(minutes=2)
"""So long after it was last heard of an account is said to be online."""
KEPT = 14 * 86_400
EVERY = 20
"""Seconds between two notes about one session."""
REST = 5
"""Seconds for which a cache that has failed isn't asked again."""

logger = logging.getLogger(__name__)
_rests_until = 0.0
View = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: View) -> View:
    """Notes who asks, after the answer is made; for whom no account was looked up, none is looked up here."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user: Any = vars(request).get("_cached_user")
        if isinstance(user, User) and request.session.session_key:
            _asking(lambda: _note(user, str(request.session.session_key)))
        return response

    return answer


def _note(user: User, session: str) -> None:
    now = timezone.now()
    if cache.add(f"seen/lately/{_short(session)}", True, EVERY):
        cache.set_many({_of_session(session): now, _of_user(user.pk): now}, KEPT)


def last_seen(users: Iterable[User]) -> dict[int, datetime]:
    """When accounts were last heard of, by key; those of whom nothing is known are left out."""
    keys = {_of_user(user.pk): user.pk for user in users}
    return {keys[key]: at for key, at in _many(keys).items()}


def online(users: Iterable[User]) -> set[int]:
    """The accounts, by key, that were heard of in the last two minutes."""
    now = timezone.now()
    return {pk for pk, at in last_seen(users).items() if now - at <= ONLINE}


def heard(sign_ins: Iterable[SignIn]) -> dict[str, datetime]:
    """When sessions were last heard of, by their keys."""
    keys = {_of_session(each.session_id): each.session_id for each in sign_ins}
    return {keys[key]: at for key, at in _many(keys).items()}


def _many(keys: Iterable[str]) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    _asking(lambda: found.update(cache.get_many(keys)))
    return found


def _asking(ask: Callable[[], object]) -> None:
    """Ask the cache; its errors are those of whatever backend it is, and nobody's but its own."""
    global _rests_until
    if time.monotonic() < _rests_until:
        return
    try:
        ask()
    except Exception:  # any backend's
        _rests_until = time.monotonic() + REST
        logger.exception("The cache is away: nobody is said to be online.")


def _of_session(key: str) -> str:
    return f"seen/session/{_short(key)}"


def _of_user(pk: int) -> str:
    return f"seen/user/{pk}"


def _short(session: str) -> str:
    return sha256(session.encode()).hexdigest()[:32]
