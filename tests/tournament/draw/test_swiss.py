"""The button that draws the next round of a Swiss."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import stage_of, swiss_rounds
from tournament.models import Protocol, Round, Stage

ROUTE = "draw:swiss"


@pytest.fixture
def stage(db: None) -> Stage:
    return stage_of(4)


def address(stage: Stage) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number])


def test_the_round_is_proposed_with_the_seed_that_was_typed(stage: Stage) -> None:
    answer = browser_of(stage.tournament).post(address(stage), {"seed": "Москва"})

    assert answer["Location"] == "/desk/cup/draw/?stage=1"
    assert (Round.objects.get().draw["method"], Round.objects.get().draw["seed"]) == ("swiss", "Москва")


def test_the_button_is_only_pressed(stage: Stage) -> None:
    assert browser_of(stage.tournament).get(address(stage)).status_code == 405


def test_a_secretary_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "secretary").post(address(stage), {"seed": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), {"seed": "1"}).status_code == 404


def test_without_a_seed_it_is_said_and_nothing_is_drawn(stage: Stage) -> None:
    page = browser_of(stage.tournament).post(address(stage), follow=True)

    assert (messages_of(page), Round.objects.count()) == (["Seed of the lots: This field is required."], 0)


def test_unconfirmed_tables_are_said_and_nothing_is_drawn(stage: Stage) -> None:
    swiss_rounds(stage, 1)
    Protocol.objects.update(state="entered")

    page = browser_of(stage.tournament).post(address(stage), {"seed": "1"}, follow=True)

    assert messages_of(page) == ["Round 1 isn't finished: tables 1, 2 are not confirmed yet."]
    assert Round.objects.count() == 1


def test_with_a_reason_the_unconfirmed_tables_are_not_waited_for(stage: Stage) -> None:
    swiss_rounds(stage, 1)
    Protocol.objects.update(state="entered")
    organiser = browser_of(stage.tournament, "chief_referee")

    page = organiser.post(address(stage), {"seed": "1", "override": "The hall closes at six"}, follow=True)

    assert messages_of(page) == ["Drawn. Look it over, then publish it."]
    assert page.context["drawn_before"] == (
        "Drawn before these results were confirmed, and without them: round 1, tables 1, 2. "
        "Reason: The hall closes at six"
    )


def test_a_reason_that_is_missing_is_said(stage: Stage) -> None:
    swiss_rounds(stage, 1)
    Protocol.objects.update(state="entered")

    page = browser_of(stage.tournament).post(address(stage), {"seed": "1", "override": " "}, follow=True)

    assert (messages_of(page), Round.objects.count()) == (["Reason not to wait: This field is required."], 1)
