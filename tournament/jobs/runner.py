"""The thread of the web process that carries out jobs where there is no broker."""

import atexit
import logging
import threading
import time

from django.db import DatabaseError, InterfaceError, connections

from tournament.jobs import execution

logger = logging.getLogger(__name__)

POLL = 15.0
"""Seconds after which an idle thread looks for jobs of dead workers, and for jobs of other processes."""

DRAIN = 20.0
"""Seconds that a stopping process still works on the queue; what is left then waits for the next start."""


class Runner:
    """One thread that does one job after the other; it starts at the first call of `wake`."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._work = threading.Event()
        self._deadline: float | None = None  # time.monotonic() at which a stopping thread leaves the queue

    def wake(self) -> None:
        """Says that there may be work. After `drain` it starts nothing: the next process finds the job."""
        self._work.set()
        with self._guard:
            # A forked child has the parent's object, but not its thread.
            if self._deadline is None and not (self._thread and self._thread.is_alive()):
                self._thread = threading.Thread(target=self._loop, name="jobs", daemon=True)
                self._thread.start()

    def drain(self, seconds: float = DRAIN) -> None:
        """Finishes what is queued, but takes no job after the given seconds, and ends the thread."""
        with self._guard:
            self._deadline = time.monotonic() + seconds
        self._work.set()
        if self._thread and self._thread.is_alive():
            self._thread.join(seconds)

    def _has_time(self) -> bool:
        return self._deadline is None or time.monotonic() < self._deadline

    def _loop(self) -> None:
        while True:
            self._work.clear()
            stopping = self._deadline is not None
            try:
                execution.revive()
                execution.run_queued(self._has_time)
            except (DatabaseError, InterfaceError) as error:
                logger.warning("The jobs wait, the database cannot be reached: %s", error)
            finally:
                connections.close_all()
            if stopping:
                return
            self._work.wait(POLL)


_runner = Runner()
wake = _runner.wake
atexit.register(_runner.drain)
