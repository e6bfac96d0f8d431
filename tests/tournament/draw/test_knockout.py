"""The button that draws the next round of a knockout."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import stage_of
from tournament.models import Round, Stage

ROUTE = "draw:knockout"


@pytest.fixture
def stage(db: None) -> Stage:
    return stage_of(4, "knockout")


def address(stage: Stage) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number])


def test_the_round_is_proposed_with_the_meetings_of_the_bracket(stage: Stage) -> None:
    answer = browser_of(stage.tournament).post(address(stage), {"seed": "Москва"})

    assert answer["Location"] == "/desk/cup/draw/?stage=1"
    assert [meeting[0] for meeting in Round.objects.get().draw["meetings"]] == ["main1.1", "main1.2"]


def test_the_button_is_only_pressed(stage: Stage) -> None:
    assert browser_of(stage.tournament).get(address(stage)).status_code == 405


def test_a_secretary_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "secretary").post(address(stage), {"seed": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), {"seed": "1"}).status_code == 404


def test_a_drawn_round_is_not_drawn_again(stage: Stage) -> None:
    organiser = browser_of(stage.tournament)
    organiser.post(address(stage), {"seed": "1"})

    page = organiser.post(address(stage), {"seed": "1"}, follow=True)

    assert messages_of(page)[-1] == "Round 1 is already drawn. Take it back first if it should be drawn again."
