"""Withdrawal from a round on, and return (R8.5)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, TournamentFactory
from tournament.models import Entry, Tournament

URL = reverse("entries:withdraw", args=["cup", 7])
RETURN_URL = reverse("entries:reinstate", args=["cup", 7])
TYPED = {"from_round": "1", "reason": "болезнь"}


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=7)


def withdrawn_from(entry: Entry) -> int | None:
    return Entry.objects.get(pk=entry.pk).withdrawn_from


def test_it_withdraws(secretary: Client, entry: Entry) -> None:
    assert secretary.get(URL).status_code == 200
    assert secretary.post(URL, TYPED).headers["Location"] == reverse("entries:list", args=["cup"])
    assert withdrawn_from(entry) == 1


def test_rounds_in_which_it_still_sits_are_said(secretary: Client, cup: Tournament, entry: Entry) -> None:
    PartidaFactory(round=RoundFactory(stage__tournament=cup), entries=(entry, EntryFactory(tournament=cup)))
    response = secretary.post(URL, TYPED, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Entry 7 has withdrawn.",
        "It still has a seat in these rounds: 1. Draw them again, or give its opponents a walkover.",
    ]


def test_it_returns(secretary: Client, entry: Entry) -> None:
    secretary.post(URL, TYPED)
    assert secretary.post(RETURN_URL).headers["Location"] == reverse("entries:list", args=["cup"])
    assert withdrawn_from(entry) is None


def test_it_cannot_return_without_having_left(secretary: Client) -> None:
    response = secretary.post(RETURN_URL, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "Entry 7 hasn't withdrawn, so it can't return."
    ]


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"from_round": "0"}, {"from_round": ["Ensure this value is greater than or equal to 1."]}),
        ({"from_round": "40000"}, {"from_round": ["Ensure this value is less than or equal to 9999."]}),
        ({"reason": " "}, {"reason": ["This field is required."]}),
    ],
)
def test_round_and_reason_are_needed(
    secretary: Client, entry: Entry, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    response = secretary.post(URL, TYPED | typed)
    assert (response.status_code, response.context["form"].errors) == (422, errors)
    assert withdrawn_from(entry) is None


def test_it_withdraws_once(secretary: Client, entry: Entry) -> None:
    secretary.post(URL, TYPED)
    response = secretary.post(URL, TYPED | {"from_round": "2"})
    assert response.context["form"].non_field_errors() == ["Entry 7 has already withdrawn from round 1."]
    assert withdrawn_from(entry) == 1


def test_another_verb(secretary: Client) -> None:
    assert secretary.put(URL).status_code == 405
    assert secretary.get(RETURN_URL).status_code == 405


def test_a_referee_may_not(browser_of: Callable[..., Client], entry: Entry) -> None:
    referee = browser_of("referee")
    assert referee.post(URL, TYPED).status_code == 403
    assert referee.post(RETURN_URL).status_code == 403
    assert withdrawn_from(entry) is None


def test_another_tournaments_secretary_finds_nothing(browser_of: Callable[..., Client], entry: Entry) -> None:
    other = browser_of("secretary", TournamentFactory())
    assert other.post(URL, TYPED).status_code == 404
    assert other.post(RETURN_URL).status_code == 404
    assert withdrawn_from(entry) is None
