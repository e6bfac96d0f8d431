"""A round is seated table by table."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of
from tournament.draw.queries import pairings_of
from tournament.models import Round, Stage

ROUTE = "draw:by_hand"
TABLES = {"table_1_a": "1", "table_1_b": "2", "table_2_a": "3", "table_2_b": "4"}


def address(stage: Stage) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number])


def test_there_are_as_many_tables_as_the_pairs_need(stage: Stage) -> None:
    page = browser_of(stage.tournament).get(address(stage))

    assert [(table, a.name, b.name) for table, a, b in page.context["form"].rows()] == [
        (1, "table_1_a", "table_1_b"),
        (2, "table_2_a", "table_2_b"),
    ]


def test_the_round_is_proposed_as_it_was_seated(stage: Stage) -> None:
    answer = browser_of(stage.tournament).post(address(stage), TABLES)

    assert answer["Location"] == f"/desk/{stage.tournament.slug}/draw/?round=1"
    assert pairings_of(Round.objects.get()) == [(1, 2), (3, 4)]


def test_a_side_left_empty_leaves_the_other_free(stage: Stage) -> None:
    stage.tournament.entries.filter(number=4).delete()

    browser_of(stage.tournament).post(address(stage), {**TABLES, "table_2_a": "", "table_2_b": "3"})

    assert pairings_of(Round.objects.get()) == [(1, 2), (3, None)]


def test_the_page_is_only_read_and_posted_to(stage: Stage) -> None:
    assert browser_of(stage.tournament).put(address(stage)).status_code == 405


def test_a_referee_seats_nobody(stage: Stage) -> None:
    assert browser_of(stage.tournament, "referee").get(address(stage)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), TABLES).status_code == 404


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        (
            {"table_2_b": "3"},
            {
                "__all__": [
                    "This draw breaks the rules: Pair 3 can't meet itself. "
                    "Pair 3 sits at two tables. Pair 4 has no table and isn't free either."
                ]
            },
        ),
        (
            {"table_2_b": "99"},
            {"table_2_b": ["Select a valid choice. 99 is not one of the available choices."]},
        ),
    ],
)
def test_what_cannot_be_played_is_said_and_not_written(
    stage: Stage, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = browser_of(stage.tournament).post(address(stage), TABLES | typed)

    assert (page.status_code, errors_of(page), Round.objects.count()) == (422, errors, 0)
