"""The page of a round's referees: seen by every official, changed by the organiser and the chief referee."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.audit.services import Author
from tournament.models import Round, Staff, TableReferee
from tournament.officials import services

from .hall import Hall

ROUTE = "officials:overview"
URL = "/desk/cup/referees/"


def test_every_table_with_its_referee_and_who_plays(hall: Hall) -> None:
    services.post_referees(round_=hall.round, by=Author())
    assert reverse(ROUTE, args=["cup"]) == URL

    rows = rows_of(browser_of(hall.cup, "secretary").get(URL))

    assert [row[:2] for row in rows] == [
        ["1", "Орлова"],
        ["2", "Орлова"],
        ["3", "Тихонов Сокол"],
        ["4", "Тихонов Сокол"],
    ]
    assert rows[0][2:] == ["Игрок 1-1 / Игрок 1-2", "Игрок 2-1 / Игрок 2-2"]


def test_an_own_club_is_said_with_its_reason(hall: Hall) -> None:
    TableReferee.objects.create(round=hall.round, table=1, staff=hall.tikhonov, reason="Больше некому")
    TableReferee.objects.create(round=hall.round, table=3, staff=hall.tikhonov)

    page = browser_of(hall.cup, "referee").get(URL)

    assert [(post.table, post.own_club, post.reason) for post in page.context["own_clubs"]] == [
        (1, "Сокол", "Больше некому")
    ]


@pytest.mark.parametrize(
    ("role", "may"), [("organiser", True), ("chief_referee", True), ("secretary", False), ("referee", False)]
)
def test_who_may_change_has_a_select_for_each_table(hall: Hall, role: str, may: bool) -> None:
    page = browser_of(hall.cup, role).get(URL)

    assert (page.context["form"] is not None, page.context["may_divide"]) == (may, may)


def test_in_a_closed_round_nothing_is_changed(hall: Hall, chief: Client) -> None:
    Round.objects.update(state="closed")

    assert chief.get(URL).context["form"] is None


@pytest.mark.parametrize(
    ("asked", "shown"), [("", 1), ("?round=2", 2), ("?round=9", 1), ("?round=x", 1), ("?round=" + "9" * 99, 1)]
)
def test_the_round_in_play_unless_another_is_asked_for(hall: Hall, chief: Client, asked: str, shown: int) -> None:
    RoundFactory(stage=hall.round.stage, state="closed")
    RoundFactory(stage=hall.round.stage, state="proposed")

    assert chief.get(URL + asked).context["round"].number == shown


def test_before_the_first_round_it_says_what_will_be(db: None) -> None:
    cup = TournamentFactory(slug="cup")

    assert "round" not in browser_of(cup).get(URL).context


def test_without_referees_there_is_nothing_to_choose(hall: Hall, chief: Client) -> None:
    Staff.objects.filter(role="referee").delete()

    assert chief.get(URL).context["form"] is None


def test_a_stranger_finds_nothing_and_nothing_is_posted(hall: Hall, chief: Client) -> None:
    assert (browser_of(TournamentFactory()).get(URL).status_code, chief.post(URL).status_code) == (404, 405)


def test_one_table_and_three_take_as_many_queries(hall: Hall, chief: Client, django_assert_num_queries: Any) -> None:
    one, three = RoundFactory(stage=hall.round.stage), RoundFactory(stage=hall.round.stage)
    PartidaFactory(round=one, entries=hall.cup.entries.all()[:2])
    for _ in range(3):
        PartidaFactory(round=three, entries=[EntryFactory(tournament=hall.cup) for _ in range(2)])
    for round_ in (one, three):
        services.post_referees(round_=round_, by=Author())
        with django_assert_num_queries(12):
            chief.get(f"{URL}?round={round_.number}")
