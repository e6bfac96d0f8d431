"""The chief referee's four buttons: what each does, what it says, and that nobody else has it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import AuditRecord, Round

# Each act with what it says, in the order in which they can follow each other.
ACTS = [
    ("clock:start", {}, "The clock of round 1 is running."),
    ("clock:pause", {"reason": "Погас свет"}, "The clock stands still. Nobody loses time."),
    ("clock:resume", {}, "The clock is running again."),
    ("clock:take_back_start", {}, "The start is taken back; the clock stands at the beginning."),
]
ROUTES = [route for route, *_ in ACTS]


def press(browser: Client, route: str, said: dict[str, str] | None = None, number: int = 1) -> list[str]:
    return messages_of(browser.post(reverse(route, args=["cup", number]), said or {}, follow=True))


def acts() -> list[str]:
    return list(AuditRecord.objects.order_by("number").values_list("action", flat=True))


def test_each_does_what_it_says(chief: Client) -> None:
    assert [press(chief, route, given) for route, given, _ in ACTS] == [[said] for *_, said in ACTS]
    assert acts() == ["clock.started", "clock.paused", "clock.resumed", "clock.start_taken_back"]


def test_all_lead_back_to_what_needs_a_hand(chief: Client, round_: Round) -> None:
    assert {chief.post(reverse(route, args=["cup", 1]))["Location"] for route in ROUTES} == {"/desk/cup/"}


@pytest.mark.parametrize("route", ROUTES)
def test_they_are_posted(chief: Client, route: str) -> None:
    assert chief.get(reverse(route, args=["cup", 1])).status_code == 405


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_only_the_chief_referee_and_the_organiser_have_them(round_: Round, route: str, role: str) -> None:
    assert browser_of(round_.tournament, role).post(reverse(route, args=["cup", 1])).status_code == 403
    assert acts() == []


@pytest.mark.parametrize("route", ROUTES)
def test_an_organiser_of_another_tournament_finds_nothing(round_: Round, route: str) -> None:
    assert browser_of(TournamentFactory()).post(reverse(route, args=["cup", 1])).status_code == 404


@pytest.mark.parametrize("route", ROUTES)
def test_a_round_that_is_not_there_is_not_found(chief: Client, route: str) -> None:
    assert chief.post(reverse(route, args=["cup", 99])).status_code == 404


@pytest.mark.parametrize("reason", ["", "  ", "a" * 201, "\0"])
def test_a_pause_needs_a_reason_that_can_be_printed(chief: Client, reason: str) -> None:
    press(chief, "clock:start")

    assert press(chief, "clock:pause", {"reason": reason}) == [
        "Give the reason: it is printed in the protocols (R6.1)."
    ]
    assert acts() == ["clock.started"]
