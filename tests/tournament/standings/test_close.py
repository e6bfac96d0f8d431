"""The button that closes a round."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.models import Protocol, Round
from tournament.protests.services import lodge

ROUTE = "standings:close"


def address(round_: Round, number: int = 1) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, number])


def state(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


@pytest.mark.parametrize("role", ["organiser", "chief_referee"])
def test_the_round_is_closed(round_: Round, role: str) -> None:
    page = browser_of(round_.tournament, role).post(address(round_), follow=True)

    assert (messages_of(page), state(round_)) == (["Round 1 is closed; its standings are kept."], "closed")


def test_nothing_is_closed_by_looking(round_: Round) -> None:
    assert browser_of(round_.tournament).get(address(round_)).status_code == 405


@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_the_others_close_nothing(round_: Round, role: str) -> None:
    assert browser_of(round_.tournament, role).post(address(round_)).status_code == 403
    assert state(round_) == "published"


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).post(address(round_)).status_code == 404


def test_a_round_that_is_not_there_is_not_found(round_: Round) -> None:
    assert browser_of(round_.tournament).post(address(round_, 9)).status_code == 404


def test_what_is_missing_is_said(round_: Round) -> None:
    Protocol.objects.update(state="open")

    page = browser_of(round_.tournament).post(address(round_), follow=True)

    assert messages_of(page) == ["Round 1 isn't finished: tables 1, 2 are not confirmed yet."]


def test_while_a_protest_is_open_it_is_closed_only_with_a_reason(round_: Round) -> None:
    """R11.5"""
    lodge(partida=round_.partidas.get(table=2), side="a", text="Счёт", by=Author())
    browser = browser_of(round_.tournament)

    refused = browser.post(address(round_), follow=True)

    assert messages_of(refused) == [
        "Protests are open in round 1, at tables 2: decide them first, or say why the round is closed all the same "
        "(R11.5)."
    ]
    assert refused.context["contested"] is True
    browser.post(address(round_), {"reason": "Решим завтра"})
    assert state(round_) == "closed"
