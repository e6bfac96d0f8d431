"""A proposed round is changed by hand."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.audit.services import Author
from tournament.draw import services
from tournament.draw.queries import pairings_of
from tournament.models import Round, Stage

ROUTE = "draw:change"
TABLES = {"table_1_a": "1", "table_1_b": "2", "table_2_a": "3", "table_2_b": "4"}


@pytest.fixture
def proposed(stage: Stage) -> Round:
    return services.propose_by_lots(stage=stage, seed="Москва", by=Author())


def address(round_: Round) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, round_.number])


def test_the_page_shows_the_round_as_it_is_proposed(proposed: Round) -> None:
    page = browser_of(proposed.tournament).get(address(proposed))

    assert [(a.value(), b.value()) for _table, a, b in page.context["form"].rows()] == [(1, 4), (3, 2)]


def test_the_change_is_written(proposed: Round) -> None:
    browser_of(proposed.tournament).post(address(proposed), TABLES)

    assert pairings_of(proposed) == [(1, 2), (3, 4)]


def test_the_page_is_only_read_and_posted_to(proposed: Round) -> None:
    assert browser_of(proposed.tournament).put(address(proposed)).status_code == 405


def test_a_secretary_changes_nothing(proposed: Round) -> None:
    assert browser_of(proposed.tournament, "secretary").post(address(proposed), TABLES).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(proposed: Round) -> None:
    assert browser_of(TournamentFactory()).get(address(proposed)).status_code == 404


def test_who_sits_twice_is_said_and_the_round_stays(proposed: Round) -> None:
    page = browser_of(proposed.tournament).post(address(proposed), TABLES | {"table_2_b": "1"})

    assert errors_of(page) == {
        "__all__": ["This draw breaks the rules: Pair 1 sits at two tables. Pair 4 has no table and isn't free either."]
    }
    assert pairings_of(proposed) == [(1, 4), (3, 2)]


def test_a_published_round_is_told_to_be_taken_back_first(proposed: Round) -> None:
    services.publish(round_=proposed, by=Author())

    page = browser_of(proposed.tournament).get(address(proposed), follow=True)

    assert messages_of(page) == ["Only a proposed round can be changed by hand; round 1 is published."]
