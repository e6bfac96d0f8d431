"""A round is taken back while it has no results."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.draw import services
from tournament.models import Protocol, Round, Stage

ROUTE = "draw:take_back"


@pytest.fixture
def published(stage: Stage) -> Round:
    round_ = services.propose_by_lots(stage=stage, seed="Москва", by=Author())
    services.publish(round_=round_, by=Author())
    return round_


def address(round_: Round) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, round_.number])


def states() -> list[str]:
    return [round_.state for round_ in Round.objects.all()]


def test_first_it_is_proposed_again_then_it_goes(published: Round) -> None:
    organiser = browser_of(published.tournament)

    page = organiser.post(address(published), follow=True)
    assert (messages_of(page), states()) == (["Round 1 is taken back."], ["proposed"])

    organiser.post(address(published))
    assert states() == []


def test_nothing_is_taken_back_by_looking(published: Round) -> None:
    assert browser_of(published.tournament).get(address(published)).status_code == 405


def test_a_secretary_takes_nothing_back(published: Round) -> None:
    assert browser_of(published.tournament, "secretary").post(address(published)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(published: Round) -> None:
    assert browser_of(TournamentFactory()).post(address(published)).status_code == 404


def test_results_keep_a_round_and_the_page_offers_nothing_else(published: Round) -> None:
    Protocol.objects.filter(partida__table=1).update(state="entered")
    organiser = browser_of(published.tournament)

    page = organiser.post(address(published), follow=True)

    assert messages_of(page) == ["Round 1 already has results, so it can't be taken back (R13.6)."]
    assert (states(), page.context["can_go_back"]) == (["published"], False)
