"""A proposed round is published."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.draw import services
from tournament.models import Round, Stage

ROUTE = "draw:publish"


@pytest.fixture
def proposed(stage: Stage) -> Round:
    return services.propose_by_lots(stage=stage, seed="Москва", by=Author())


def address(round_: Round) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, round_.number])


def state(round_: Round) -> str:
    return Round.objects.get(pk=round_.pk).state


def test_the_round_is_published(proposed: Round) -> None:
    page = browser_of(proposed.tournament, "chief_referee").post(address(proposed), follow=True)

    assert messages_of(page) == ["Round 1 is published; its protocols are open."]
    assert state(proposed) == "published"


def test_nothing_is_published_by_looking(proposed: Round) -> None:
    assert browser_of(proposed.tournament).get(address(proposed)).status_code == 405


def test_a_referee_publishes_nothing(proposed: Round) -> None:
    assert browser_of(proposed.tournament, "referee").post(address(proposed)).status_code == 403
    assert state(proposed) == "proposed"


def test_an_organiser_of_another_tournament_finds_nothing(proposed: Round) -> None:
    assert browser_of(TournamentFactory()).post(address(proposed)).status_code == 404
    assert state(proposed) == "proposed"


def test_a_second_press_is_told_so(proposed: Round) -> None:
    organiser = browser_of(proposed.tournament)
    organiser.post(address(proposed), follow=True)

    page = organiser.post(address(proposed), follow=True)

    assert messages_of(page) == ["Round 1 is already published."]
