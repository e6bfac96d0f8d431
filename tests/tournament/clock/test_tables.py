"""A clock as pages show it (R6.5)."""

from datetime import timedelta

import pytest

from tournament.clock.queries import Clock
from tournament.clock.tables import Face, face, minutes_and_seconds

from .times import START

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("clock", "after", "shown"),
    [
        (Clock(None, 40), MINUTE, Face("waiting", "40:00", None, "")),
        (Clock(START, 40), MINUTE, Face("running", "39:00", START + 40 * MINUTE, "")),
        (Clock(START, 40, added=2 * MINUTE), MINUTE, Face("running", "41:00", START + 42 * MINUTE, "2:00")),
        (Clock(START, 40, paused_since=START + MINUTE), 9 * MINUTE, Face("paused", "39:00", None, "")),
        (Clock(START, 40), 40 * MINUTE, Face("over", "0:00", START + 40 * MINUTE, "")),
        (Clock(START, 40), 99 * MINUTE, Face("over", "0:00", START + 40 * MINUTE, "")),
        (Clock(START, None), MINUTE, None),
    ],
)
def test_its_phase_and_the_time_left(clock: Clock, after: timedelta, shown: Face | None) -> None:
    assert face(clock, START + after) == shown


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(seconds=1), "0:01"),
        (timedelta(milliseconds=1), "0:01"),
        (timedelta(minutes=90), "90:00"),
        (timedelta(seconds=-1), "0:00"),
    ],
)
def test_a_time_is_rounded_up_as_a_countdown_does(time: timedelta, words: str) -> None:
    assert minutes_and_seconds(time) == words
