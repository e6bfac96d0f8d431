"""Some tables of a proposed round are kept, the rest is drawn anew."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import BY, stage_of
from tournament.draw import queries, services
from tournament.models import Round

ROUTE = "draw:redraw"


@pytest.fixture
def proposed(db: None) -> Round:
    return services.propose_swiss(stage=stage_of(5), seed="1", by=BY)


def address(round_: Round) -> str:
    return reverse(ROUTE, args=["cup", round_.number])


def test_the_ticked_tables_are_kept(proposed: Round) -> None:
    kept = [pairing for table, pairing in queries.by_table(proposed) if table in (1, 0)]
    posted = {"keep": ["1", "0"], "seed": "another", "seen": queries.fingerprint(proposed)}

    answer = browser_of(proposed.tournament).post(address(proposed), posted)

    assert answer["Location"] == "/desk/cup/draw/?round=1"
    draw = Round.objects.get().draw
    assert (draw["seed"], draw["locked"]) == ("another", [list(pairing.entries) for pairing in kept])


def test_the_button_is_only_pressed(proposed: Round) -> None:
    assert browser_of(proposed.tournament).get(address(proposed)).status_code == 405


def test_a_referee_draws_nothing(proposed: Round) -> None:
    assert browser_of(proposed.tournament, "referee").post(address(proposed), {"seed": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(proposed: Round) -> None:
    assert browser_of(TournamentFactory()).post(address(proposed), {"seed": "1"}).status_code == 404


def test_a_table_that_is_not_there_is_said(proposed: Round) -> None:
    page = browser_of(proposed.tournament).post(address(proposed), {"keep": ["7"], "seed": "1"}, follow=True)

    assert messages_of(page) == ["Keep: Select a valid choice. 7 is not one of the available choices."]


def test_who_saw_other_pairings_is_told(proposed: Round) -> None:
    page = browser_of(proposed.tournament).post(address(proposed), {"seed": "1", "seen": "00000000"}, follow=True)

    assert messages_of(page) == [
        "Round 1 was drawn otherwise on another device meanwhile. Look at it as it is now, then try again."
    ]
