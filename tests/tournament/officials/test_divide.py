"""The referees are divided over the tables: by a button, and by themselves when a round is published (R13.5)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.models import Protocol, Round, Staff, TableReferee

from .hall import Hall, referee

ROUTE = "officials:divide"


def divide(browser: Client, number: int = 1, slug: str = "cup") -> Any:
    return browser.post(reverse(ROUTE, args=[slug, number]), follow=True)


def test_nobody_stands_where_his_club_plays_if_another_is_free(hall: Hall, chief: Client) -> None:
    page = divide(chief)

    assert messages_of(page) == ["The referees are divided over the tables of round 1."]
    assert hall.standing() == {1: "orlova", 2: "orlova", 3: "tikhonov", 4: "tikhonov"}
    record = hall.cup.journal.get()
    assert (record.action, record.subject) == ("referees.posted", "round 1")
    assert record.data == {
        "referees": {str(t): who for t, who in hall.standing().items()},
        "own_club": [],
        "proven": True,
    }


def test_the_club_of_a_player_counts_like_that_of_his_entry(hall: Hall, chief: Client) -> None:
    guest = hall.round.partidas.get(table=4).seats.get(number=2).player
    guest.club = hall.club
    guest.save()

    divide(chief)

    assert hall.standing() == {1: "orlova", 2: "orlova", 3: "tikhonov", 4: "orlova"}


def test_what_cannot_be_avoided_is_said(hall: Hall, chief: Client) -> None:
    Staff.objects.filter(pk=hall.orlova.pk).update(club=hall.club)

    page = divide(chief)

    assert messages_of(page)[1:] == ["No division keeps every referee from his own club: tables 1, 2."]
    assert hall.cup.journal.get().data["own_club"] == [1, 2]


def test_once_something_is_written_it_is_left(hall: Hall, chief: Client) -> None:
    Protocol.objects.filter(partida__table=1).update(state="entered")

    page = divide(chief)

    assert messages_of(page) == ["Play has begun in round 1: its referees can still be changed table by table."]
    assert hall.standing() == {}


@pytest.mark.parametrize("state", ["proposed", "closed"])
def test_only_a_published_round_has_referees(hall: Hall, chief: Client, state: str) -> None:
    Round.objects.update(state=state)

    page = divide(chief)

    assert messages_of(page) == [f"Round 1 is {state}: only the tables of a published round have referees."]
    assert hall.standing() == {}


def test_without_referees_it_is_said_who_appoints_them(hall: Hall, chief: Client) -> None:
    Staff.objects.filter(role="referee").delete()

    page = divide(chief)

    assert messages_of(page) == [
        "This tournament has no referees yet. The organiser appoints them on the page «Staff»."
    ]


def test_only_referees_are_sent_to_tables(hall: Hall, chief: Client) -> None:
    for role in ("organiser", "secretary"):
        Staff.objects.create(tournament=hall.cup, user=hall.orlova.user, role=role)

    divide(chief)

    assert {post.staff.role for post in TableReferee.objects.select_related("staff")} == {"referee"}


def test_it_is_posted_by_the_chief_of_this_tournament(hall: Hall, chief: Client) -> None:
    url = reverse(ROUTE, args=["cup", 1])
    answers = [
        chief.get(url).status_code,
        browser_of(hall.cup, "referee").post(url).status_code,
        browser_of(TournamentFactory()).post(url).status_code,
        chief.post(reverse(ROUTE, args=["cup", 9])).status_code,
    ]

    assert (answers, hall.standing()) == ([405, 403, 404, 404], {})


# -- with the draw ------------------------------------------------------------------------------------------------


@pytest.fixture
def published(db: None) -> Round:
    cup = TournamentFactory(slug="drawn")
    for _ in range(4):
        EntryFactory(tournament=cup)
    referee(cup, "tikhonov", "Тихонов")
    round_ = draw.propose_by_lots(stage=StageFactory(tournament=cup, system="swiss"), seed="1", by=Author())
    draw.publish(round_=round_, by=Author())
    return round_


def test_a_round_that_is_published_has_its_referees(published: Round) -> None:
    assert list(published.table_referees.values_list("table", "staff__user__username")) == [
        (1, "tikhonov"),
        (2, "tikhonov"),
    ]
    record = published.tournament.journal.last()
    assert record is not None
    assert record.data["referees"] == {"1": "tikhonov", "2": "tikhonov"}


def test_a_round_that_is_taken_back_has_none(published: Round) -> None:
    draw.take_back(round_=published, by=Author())

    assert published.table_referees.count() == 0


def test_a_tournament_without_referees_is_drawn_all_the_same(db: None) -> None:
    stage = StageFactory(system="swiss")
    for _ in range(2):
        EntryFactory(tournament=stage.tournament)
    round_ = draw.propose_by_lots(stage=stage, seed="1", by=Author())

    draw.publish(round_=round_, by=Author())

    record = stage.tournament.journal.last()
    assert record is not None
    assert (list(record.data), TableReferee.objects.count()) == (["pairings"], 0)
