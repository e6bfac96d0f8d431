"""The first round is proposed by lots."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.draw.queries import pairings_of
from tournament.models import Round, Stage

ROUTE = "draw:lots"


def address(stage: Stage, number: int = 1) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, number])


def test_the_round_is_drawn_from_the_seed(stage: Stage) -> None:
    page = browser_of(stage.tournament).post(address(stage), {"seed": "Москва"}, follow=True)

    assert pairings_of(Round.objects.get()) == [(1, 4), (3, 2)]
    assert messages_of(page) == ["Drawn by lots. Look it over, then publish it."]


def test_nothing_is_drawn_by_looking(stage: Stage) -> None:
    assert browser_of(stage.tournament).get(address(stage)).status_code == 405


def test_a_secretary_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "secretary").post(address(stage), {"seed": "1"}).status_code == 403
    assert Round.objects.count() == 0


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), {"seed": "1"}).status_code == 404


def test_a_stage_that_is_not_there_is_not_found(stage: Stage) -> None:
    assert browser_of(stage.tournament).post(address(stage, 2), {"seed": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        ("", "Seed of the lots: This field is required."),
        ("x" * 41, "Seed of the lots: Ensure this value has at most 40 characters (it has 41)."),
        ("a\0b", "Seed of the lots: Null characters are not allowed."),
    ],
)
def test_a_seed_that_cannot_be_recorded_is_refused(stage: Stage, seed: str, said: str) -> None:
    page = browser_of(stage.tournament).post(address(stage), {"seed": seed}, follow=True)

    assert (messages_of(page), Round.objects.count()) == ([said], 0)


def test_a_second_draw_is_refused_in_words(stage: Stage) -> None:
    organiser = browser_of(stage.tournament)
    organiser.post(address(stage), {"seed": "1"}, follow=True)

    page = organiser.post(address(stage), {"seed": "2"}, follow=True)

    assert messages_of(page) == ["Lots decide the first round only; round 2 needs the standings."]
    assert Round.objects.get().draw["seed"] == "1"
