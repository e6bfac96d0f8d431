"""Somebody who kills processes at random moments, one after another, and waits each time until all is there again."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.services.servers import wait_until

PATIENCE = 120.0


@dataclass(frozen=True)
class Target:
    """What is killed, and how one knows that it is there again."""

    kill: Callable[[], None]
    is_back: Callable[[], bool]


@dataclass(frozen=True)
class Blow:
    """What was killed, when by `time.time`, and the seconds until it was there again."""

    what: str
    at: float
    away: float


@dataclass
class Killer:
    """targets: by name; left: names in the order in which they are killed; pause: seconds between two blows at most."""

    targets: Mapping[str, Target]
    left: list[str]
    pause: float
    blows: list[Blow] = field(default_factory=list)
    _error: list[BaseException] = field(default_factory=list)

    @classmethod
    def of(cls, targets: Mapping[str, Target], times: int, pause: float) -> "Killer":
        """Each is killed so often, in any order."""
        left = list(targets) * times
        random.Random(1).shuffle(left)
        return cls(targets, left, pause)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """He kills during the block; at its end all is there again."""
        stopped = threading.Event()
        thread = threading.Thread(target=self._work, args=[stopped], daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()
        if self._error:
            raise self._error[0]

    def _work(self, stopped: threading.Event) -> None:
        try:
            while self.left and not stopped.wait(random.uniform(0.2, self.pause)):
                self._strike(self.left.pop())
        except BaseException as error:
            self._error.append(error)

    def _strike(self, what: str) -> None:
        target, began, at = self.targets[what], time.monotonic(), time.time()
        target.kill()
        wait_until(target.is_back, patience=PATIENCE)
        self.blows.append(Blow(what, at, time.monotonic() - began))

    def table(self, outages: Sequence[tuple[float, str]]) -> Iterator[list[str]]:
        """A row for each target: how often it was killed, how long it was away, and how many requests had no answer."""
        for what in self.targets:
            mine = [blow for blow in self.blows if blow.what == what]
            felt = sum(self._is_of(when, what) for when, _why in outages)
            longest = max((blow.away for blow in mine), default=0.0)
            yield [what, str(len(mine)), f"{longest:.1f} s", str(felt)]

    def _is_of(self, when: float, what: str) -> bool:
        before = [blow for blow in self.blows if blow.at <= when]
        return bool(before) and before[-1].what == what
