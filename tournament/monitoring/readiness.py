"""Whether a request can be answered now. Each part says a word and its time; why it isn't ready, `doctor` tells."""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError

from tournament.safety import health

READY = "ready"


@dataclass(frozen=True)
class Part:
    """A part of the installation: `ready`, or the code of what is wrong with it, and how long it took to know it."""

    name: str
    word: str
    milliseconds: float


def parts() -> list[Part]:
    """What answering needs, each asked now. A database that is away isn't asked for its clock: that would wait long."""
    database = _asked("database", _database)
    found = [database, *(_asked(name, ask) for name, ask in PARTS.items())]
    return [*found, _asked("clock", _clock) if database.word == READY else Part("clock", database.word, 0.0)]


def _asked(name: str, ask: Callable[[], Iterable[str]]) -> Part:
    begun = time.perf_counter()
    try:
        word = next(iter(ask()), READY)
    except DatabaseError:
        word = "database.away"
    return Part(name, word, round((time.perf_counter() - begun) * 1000, 1))


def _database() -> Iterable[str]:
    health.reach_database()
    return ()


def _broker() -> Iterator[str]:
    yield from (finding.code for finding in health.broker())


def _cache() -> Iterator[str]:
    key, value = f"ready/{token_hex(4)}", token_hex(4)
    cache.set(key, value, 10)
    # While Redis is away, our cache is an empty one and says nothing.
    if cache.get(key) != value:
        yield "cache.away"
    cache.delete(key)


def _disk() -> Iterator[str]:
    yield from (finding.code for finding in health.folders())
    if shutil.disk_usage(Path(settings.DATA_DIR)).free < health.LEAST_FREE:
        yield "disk.full"


def _clock() -> Iterator[str]:
    yield from (finding.code for finding in health.clock_of_database())


PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "broker": _broker,
    "cache": _cache,
    "disk": _disk,
}
