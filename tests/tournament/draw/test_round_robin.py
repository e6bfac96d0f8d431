"""All rounds of a round robin are proposed at once."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import Entry, Round, Stage

ROUTE = "draw:round_robin"


def address(stage: Stage) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number])


def test_all_rounds_are_drawn(stage: Stage) -> None:
    page = browser_of(stage.tournament, "chief_referee").post(address(stage), {"legs": "2"}, follow=True)

    assert [round_.number for round_ in Round.objects.all()] == [1, 2, 3, 4, 5, 6]
    assert messages_of(page) == ["All rounds are drawn. Publish the first one when play begins."]


def test_nothing_is_drawn_by_looking(stage: Stage) -> None:
    assert browser_of(stage.tournament).get(address(stage)).status_code == 405


def test_a_referee_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "referee").post(address(stage), {"legs": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), {"legs": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("legs", "said"),
    [
        ("", "Everybody meets: This field is required."),
        ("3", "Everybody meets: Select a valid choice. 3 is not one of the available choices."),
    ],
)
def test_there_are_one_or_two_legs(stage: Stage, legs: str, said: str) -> None:
    page = browser_of(stage.tournament).post(address(stage), {"legs": legs}, follow=True)

    assert (messages_of(page), Round.objects.count()) == ([said], 0)


def test_one_pair_alone_is_told_so(stage: Stage) -> None:
    Entry.objects.filter(number__gt=1).delete()

    page = browser_of(stage.tournament).post(address(stage), {"legs": "1"}, follow=True)

    assert messages_of(page) == ["A draw needs at least two entries; 1 can play in round 1."]
