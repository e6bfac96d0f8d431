"""The server's time for the pages that show it (R6.5)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tournament.models import AddedTime, Pause, Protocol, Round

from .times import START

URL = "/desk/cup/rounds/1/clock/"
BEGIN = round(START.timestamp() * 1000)
MINUTE = 60_000


def test_before_the_start_there_is_only_the_time(referee: Client, at: Callable[..., None]) -> None:
    assert reverse("clock:state", args=["cup", 1]) == URL
    assert referee.get(URL).json() == {"now": BEGIN, "ends": None, "left": None, "paused": False}


def test_the_end_is_the_servers(referee: Client, round_: Round, at: Callable[..., None]) -> None:
    Round.objects.update(started_at=START)
    at(minutes=1)

    answer = referee.get(URL)

    assert answer.json() == {"now": BEGIN + MINUTE, "ends": BEGIN + 40 * MINUTE, "left": 39 * MINUTE, "paused": False}
    assert "no-store" in answer["Cache-Control"]


def test_a_table_has_what_was_given_back_to_it(referee: Client, protocol: Protocol, at: Callable[..., None]) -> None:
    Round.objects.update(started_at=START)
    AddedTime.objects.create(partida=protocol.partida, seconds=120, reason="Свет")

    assert [referee.get(URL, {"table": table}).json()["ends"] for table in ("1", "x", "9" * 5000)] == [
        BEGIN + 42 * MINUTE,
        *[BEGIN + 40 * MINUTE] * 2,
    ]
    assert referee.get(URL, {"table": "9"}).status_code == 404


def test_while_it_stands_still_the_time_left_does_too(referee: Client, round_: Round, at: Callable[..., None]) -> None:
    Round.objects.update(started_at=START)
    at(minutes=1)
    Pause.objects.create(round=round_, began_at=START, reason="Свет")

    assert referee.get(URL).json() == {"now": BEGIN + MINUTE, "ends": None, "left": 40 * MINUTE, "paused": True}


def test_the_time_is_only_read(referee: Client) -> None:
    assert referee.post(URL).status_code == 405


@pytest.mark.parametrize("who", [None, "elsewhere"])
def test_a_stranger_finds_nothing(round_: Round, who: str | None) -> None:
    browser = browser_of(TournamentFactory()) if who else browser_of(round_.tournament, None)

    assert browser.get(URL).status_code == 404


def test_a_round_that_is_not_there_is_not_found(referee: Client) -> None:
    assert referee.get("/desk/cup/rounds/9/clock/").status_code == 404
