"""Giving time back to a table (R6.1)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import AddedTime, Protocol, Round

URL = "/desk/cup/protocols/1/1/add-time/"
PAGE = "/desk/cup/protocols/1/1/"


@pytest.fixture(autouse=True)
def running(round_: Round) -> None:
    Round.objects.update(started_at=timezone.now())


def give(browser: Client, **said: Any) -> list[str]:
    return messages_of(browser.post(URL, {"minutes": 2, "reason": "Костяшка под столом"} | said, follow=True))


def given() -> list[tuple[int, str]]:
    return list(AddedTime.objects.values_list("seconds", "reason"))


def test_it_is_given_back_and_shown_with_its_reason(referee: Client) -> None:
    assert reverse("clock:add_time", args=["cup", 1, 1]) == URL
    assert give(referee) == ["Time is given back."]
    assert given() == [(120, "Костяшка под столом")]

    context = referee.get(PAGE).context
    assert (context["face"].added, [(row.time, row.reason) for row in context["added_times"]]) == (
        "2:00",
        [("2:00", "Костяшка под столом")],
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"minutes": 1440}, "From 1 to 30 minutes can be given back at once; for more, stop the clock of the hall."),
        ({"minutes": 0}, "From 1 to 30 minutes can be given back at once; for more, stop the clock of the hall."),
        ({"minutes": "x"}, "Minutes: Enter a whole number."),
        ({"minutes": ""}, "Minutes: This field is required."),
        ({"reason": ""}, "Reason: This field is required."),
        ({"reason": "a" * 201}, "Reason: Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_what_cannot_be_given_back_is_said(referee: Client, wrong: dict[str, Any], said: str) -> None:
    assert give(referee, **wrong) == [said]
    assert given() == []


def test_it_is_posted(referee: Client) -> None:
    assert referee.get(URL).status_code == 405


def test_every_official_may(round_: Round) -> None:
    for role in ("organiser", "chief_referee", "secretary", "referee"):
        assert give(browser_of(round_.tournament, role)) == ["Time is given back."]


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).post(URL).status_code == 404


@pytest.mark.parametrize("state", ["entered", "accepted", "confirmed"])
def test_a_finished_sheet_offers_it_no_more(referee: Client, protocol: Protocol, state: str) -> None:
    Protocol.objects.update(state=state)

    assert URL not in referee.get(PAGE).content.decode()
    assert give(referee) == ["The sheet of table 1 is already finished: time can't be added any more."]
