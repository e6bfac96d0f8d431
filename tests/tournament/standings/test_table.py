"""The standings on the desk."""

from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse

import scoring
from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import Protocol, Round
from tournament.standings.tables import CRITERIA, MEANINGS, value_words

ROUTE = "standings:table"


def address(round_: Round, query: str = "") -> str:
    return reverse(ROUTE, args=[round_.tournament.slug]) + query


def test_the_rows_in_order_with_what_decided_each_place(round_: Round) -> None:
    page = browser_of(round_.tournament).get(address(round_))

    assert rows_of(page) == [
        ["1", "1 Игрок 1-1 / Игрок 1-2", "", "1", "1", "0", "100", "60", "+40", ""],
        ["2", "4 Игрок 4-1 / Игрок 4-2", "", "1", "1", "0", "100", "80", "+20", "Difference"],
        ["3", "3 Игрок 3-1 / Игрок 3-2", "", "1", "0", "1", "80", "100", "−20", "Wins"],
        ["4", "2 Игрок 2-1 / Игрок 2-2", "", "1", "0", "1", "60", "100", "−40", "Difference"],
    ]
    assert page.context["table"].caption == "Этап, after round 1"
    assert [name for name, _meaning, _rule in page.context["how"].criteria] == ["Wins", "Difference", "Points for"]


def test_a_head_sorts_by_its_column(round_: Round) -> None:
    page = browser_of(round_.tournament).get(address(round_, "?sort=difference"))

    assert [row[8] for row in rows_of(page)] == ["−40", "−20", "+20", "+40"]


def test_the_standings_after_an_earlier_round(round_: Round) -> None:
    RoundFactory(stage=round_.stage)

    page = browser_of(round_.tournament, "referee").get(address(round_, "?stage=1&after=1"))

    assert page.context["standings"].after == round_
    assert page.context["may_issue"] is False


def test_tables_that_are_missing_are_named(round_: Round) -> None:
    Protocol.objects.filter(partida__table=2).update(state="open")

    assert browser_of(round_.tournament).get(address(round_)).context["standings"].missing == ((1, 2),)


def test_a_tournament_without_a_stage_says_so(db: None) -> None:
    cup = TournamentFactory()

    page = browser_of(cup).get(reverse(ROUTE, args=[cup.slug]))

    assert (page.status_code, page.context["standings"]) == (200, None)


def test_the_page_is_only_read(round_: Round) -> None:
    assert browser_of(round_.tournament).post(address(round_)).status_code == 405


def test_an_account_without_a_role_finds_nothing(round_: Round) -> None:
    assert browser_of(round_.tournament, None).get(address(round_)).status_code == 404


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).get(address(round_)).status_code == 404


@pytest.mark.parametrize(
    "asked", ["?after=9", "?after=-1", "?after=last", f"?after={'9' * 5000}", "?stage=2", "?stage=x"]
)
def test_standings_that_are_not_there_are_not_found(round_: Round, asked: str) -> None:
    assert browser_of(round_.tournament).get(address(round_, asked)).status_code == 404


@pytest.mark.parametrize("asked", ["?sort=secret", "?per_page=-1", "?per_page=x", "?page=99"])
def test_what_makes_no_sense_in_the_address_is_passed_over(round_: Round, asked: str) -> None:
    assert len(rows_of(browser_of(round_.tournament).get(address(round_, asked)))) == 4


def test_the_desk_shows_another_stage_on_demand(round_: Round) -> None:
    final = StageFactory(tournament=round_.tournament)
    RoundFactory(stage=final)
    organiser = browser_of(round_.tournament)

    assert organiser.get(address(round_)).context["standings"].stage == final
    assert organiser.get(address(round_, "?stage=1")).context["standings"].stage == round_.stage


def test_every_criterion_has_a_name_and_a_meaning() -> None:
    assert (set(CRITERIA), set(MEANINGS)) == (set(scoring.CRITERIA), set(scoring.CRITERIA))


@pytest.mark.parametrize(
    ("code", "value", "words"),
    [
        ("wins", 3, "3"),
        ("difference", -7, "−7"),
        ("average", Fraction(1261, 6), "210.17"),
        ("average", Fraction(100), "100.00"),
        ("head_to_head", None, "—"),
    ],
)
def test_a_value_is_written_as_people_write_it(code: str, value: int | Fraction | None, words: str) -> None:
    assert value_words(code, value) == words


def test_the_page_takes_a_fixed_number_of_queries(round_: Round, django_assert_num_queries: Any) -> None:
    organiser = browser_of(round_.tournament)
    with django_assert_num_queries(17):
        organiser.get(address(round_))
    for _ in range(3):
        RoundFactory(stage=round_.stage)
    with django_assert_num_queries(17):
        organiser.get(address(round_))
