"""The server's time for the pages of everybody (R6.5)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages import browser_of
from tournament.models import AddedTime, Partida, Round, Tournament

from .conftest import hide

URL = "/t/cup/hall/clock/1/"


def test_the_clock_is_the_rounds(client: Client, first: Round) -> None:
    started = timezone.now() - timedelta(minutes=1)
    Round.objects.update(started_at=started)

    answer = client.get(URL)

    assert reverse("hall:clock", args=["cup", 1]) == URL
    assert answer.json()["ends"] == round((started + timedelta(minutes=40)).timestamp() * 1000)
    assert "no-store" in answer["Cache-Control"]


def test_a_table_has_what_was_given_back_to_it(client: Client, first: Round) -> None:
    Round.objects.update(started_at=timezone.now())
    AddedTime.objects.create(partida=Partida.objects.get(table=2), seconds=120, reason="Свет")
    ends = [client.get(URL, {"table": table}).json()["ends"] for table in ("1", "2", "x", "9" * 5000)]

    assert [end - ends[0] for end in ends] == [0, 120_000, 0, 0]


@pytest.mark.parametrize("address", [URL + "?table=9", "/t/cup/hall/clock/9/", "/t/nowhere/hall/clock/1/"])
def test_what_is_not_there_has_no_clock(client: Client, first: Round, address: str) -> None:
    assert client.get(address).status_code == 404


def test_nor_has_a_round_that_is_held_back(client: Client, cup: Tournament, first: Round) -> None:
    hide(cup, "draw", 1)

    assert [who.get(URL).status_code for who in (client, browser_of(cup, "referee"))] == [404, 200]


def test_the_time_is_only_read(client: Client, first: Round) -> None:
    assert client.post(URL).status_code == 405
