"""Requests at the tables take turns: two at once, the others in the order in which they came."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

import pytest

from tests.pages import browser_of
from tests.tournament.protocols.sheets import protocol_with
from tournament.access import queries, turns
from tournament.models import Protocol

PAGE = "/desk/cup/protocols/1/1/"


@pytest.fixture
def protocol(db: None) -> Protocol:
    return protocol_with()


class Hall:
    """Requests that stay until they are let go."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self._lock = Lock()
        self._here, self._go = [Event() for _ in range(4)], [Event() for _ in range(4)]
        self._threads: list[Thread] = []

    def comes(self, number: int) -> None:
        thread = Thread(target=self._ask, args=[number])
        thread.start()
        self._threads.append(thread)
        # A busy machine may begin a thread late; from here to its turn is no way.
        self._here[number].wait(20)
        time.sleep(0.05)

    def _ask(self, number: int) -> None:
        self._here[number].set()
        with turns.turn():
            with self._lock:
                self.begun.append(number)
            self._go[number].wait(20)

    def leaves(self, number: int) -> None:
        self._go[number].set()
        self._threads[number].join(20)

    def empties(self) -> None:
        for event in self._go:
            event.set()
        for thread in self._threads:
            thread.join(20)


def eventually(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    return is_so()


def test_two_are_begun_and_the_others_follow_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 60.0)
    hall = Hall()
    for number in range(4):
        hall.comes(number)
    first = list(hall.begun)

    hall.leaves(1)
    followed = eventually(lambda: hall.begun == [0, 1, 2])
    hall.empties()

    assert (first, followed, hall.begun) == ([0, 1], True, [0, 1, 2, 3])


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.2)
    hall = Hall()
    for number in range(3):
        hall.comes(number)

    begun = eventually(lambda: hall.begun == [0, 1, 2])
    hall.empties()

    assert begun
    assert [turns._turns.acquire(blocking=False) for _ in range(3)] == [True, True, False]
    turns._turns.release(turns.AT_ONCE)


def test_a_referees_request_takes_one(protocol: Protocol, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    @contextmanager
    def counted() -> Iterator[None]:
        taken.append("begun")
        yield
        taken.append("done")

    monkeypatch.setattr(queries, "turn", counted)
    browser = browser_of(protocol.partida.round.tournament, "referee")

    statuses = [browser.get(PAGE).status_code, browser.post(PAGE).status_code, browser.get("/desk/cup/").status_code]

    assert (statuses, taken) == ([200, 422, 200], ["begun", "done"] * 2)
