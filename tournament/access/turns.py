"""Those who write at the tables take turns.

In one process Python works at one thing at a time, and SQLite lets one write. Of eight requests that are all begun,
each takes eight times as long, and now and then one far longer: who waits for SQLite's lock stands in no queue but
asks again and again. So two are begun, one may wait for the disk, and the others come in the order in which they came.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

AT_ONCE = 2
PATIENCE = 5.0
"""Seconds after which a request is begun in any case: should those before it wait for something that doesn't come."""

_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """The block is begun when its turn has come, among all threads of this process."""
    has_come = _turns.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if has_come:
            _turns.release()
