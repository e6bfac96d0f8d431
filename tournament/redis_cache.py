"""Redis as the program's cache: while it is away, the cache is one that holds nothing and keeps nothing.

So nobody who asks the cache has to think of that: what is kept is only ever kept to be quicker, or for a while.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from redis.exceptions import RedisError

REST_SECONDS = 5.0
"""So long a Redis that has failed isn't asked again: else each question would wait for it."""

logger = logging.getLogger(__name__)
T = TypeVar("T")
# By address: each thread has a cache of its own, and all of them the same Redis.
_rests_until: dict[str, float] = {}


class RedisCache(redis.RedisCache):
    """Django's, but for what happens while Redis is away."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._where = str(server)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._asked(lambda: super(RedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._asked(lambda: super(RedisCache, self).set(key, value, timeout, version), None)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """True while it is away: nobody else has added it."""
        return self._asked(lambda: super(RedisCache, self).add(key, value, timeout, version), True)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._asked(lambda: super(RedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: super(RedisCache, self).delete(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Raises ValueError for a key that isn't there, as any cache does; while it is away, none is."""
        value = self._asked(lambda: super(RedisCache, self).incr(key, delta, version), None)
        if value is None:
            raise ValueError(f"Key {key!r} not found")
        return value

    def _asked(self, ask: Callable[[], T], instead: T) -> T:
        """What Redis answers, or else what an empty cache would."""
        if time.monotonic() < _rests_until.get(self._where, 0.0):
            return instead
        try:
            return ask()
        except (RedisError, OSError) as error:
            _rests_until[self._where] = time.monotonic() + REST_SECONDS
            logger.warning("Redis is away, so nothing is kept for %.0f seconds: %s", REST_SECONDS, error)
            return instead
