"""A referee's own tables come first: on a page of their own, on the desk, and after logging in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of
from tournament.models import Round, Staff, TableReferee

from .hall import Hall
from .hall import browser_of as browser_of_post

ROUTE = "officials:mine"
PAGES = ["/desk/cup/mine/", "/desk/cup/", "/desk/"]


@pytest.fixture
def posted(hall: Hall) -> Hall:
    """Тихонов stands at tables 3 and 4, Орлова nowhere."""
    for table in (3, 4):
        TableReferee.objects.create(round=hall.round, table=table, staff=hall.tikhonov)
    return hall


def shown(browser: Client, page: str) -> list[tuple[int, int | None, str | None]]:
    """Round, table and state of the tables that a page calls mine."""
    return [(mine.round.number, mine.line.table, mine.line.state) for mine in browser.get(page).context["my_tables"]]


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_of_this_referee_with_their_state_and_one_way_each(posted: Hall, page: str) -> None:
    assert reverse(ROUTE, args=["cup"]) == PAGES[0]
    tikhonov = browser_of_post(posted.tikhonov)

    assert shown(tikhonov, page) == [(1, 3, "open"), (1, 4, "open")]
    html = tikhonov.get(page).content.decode()
    assert [f'href="/desk/cup/protocols/1/{table}/"' in html for table in (3, 4)] == [True, True]


@pytest.mark.parametrize("page", PAGES)
def test_who_stands_nowhere_has_none(posted: Hall, page: str) -> None:
    assert shown(browser_of_post(posted.orlova), page) == []


@pytest.mark.parametrize("state", ["closed", "proposed"])
def test_only_the_round_in_play_counts(posted: Hall, state: str) -> None:
    Round.objects.update(state=state)

    assert shown(browser_of_post(posted.tikhonov), PAGES[0]) == []


def test_each_tournament_shows_its_own(posted: Hall) -> None:
    other = RoundFactory(stage=StageFactory(tournament=TournamentFactory(slug="other")))
    ProtocolFactory(partida=PartidaFactory(round=other))
    post = Staff.objects.create(tournament=other.tournament, user=posted.tikhonov.user, role="referee")
    TableReferee.objects.create(round=other, table=1, staff=post)
    tikhonov = browser_of_post(posted.tikhonov)

    assert shown(tikhonov, "/desk/other/mine/") == [(1, 1, "open")]
    assert len(shown(tikhonov, "/desk/")) == 3


def test_their_clocks_are_shown_by_the_servers_time(posted: Hall) -> None:
    tables = browser_of_post(posted.tikhonov).get(PAGES[0]).context["my_tables"]

    assert [mine.face.phase for mine in tables] == ["waiting", "waiting"]


@pytest.mark.parametrize(("role", "offered"), [("referee", True), ("secretary", False)])
def test_the_list_of_the_desk_leads_there_for_referees(posted: Hall, role: str, offered: bool) -> None:
    html = browser_of(posted.cup, role).get("/desk/cup/").content.decode()

    assert ('href="/desk/cup/mine/"' in html) == offered


def test_a_stranger_finds_nothing_and_nothing_is_posted(posted: Hall) -> None:
    answers = [
        browser_of(TournamentFactory()).get(PAGES[0]).status_code,
        browser_of_post(posted.tikhonov).post(PAGES[0]).status_code,
    ]

    assert answers == [404, 405]


def test_one_table_and_three_take_as_many_queries(posted: Hall, django_assert_num_queries: Any) -> None:
    tikhonov = browser_of_post(posted.tikhonov)
    TableReferee.objects.filter(table=4).delete()
    with django_assert_num_queries(14):
        tikhonov.get(PAGES[0])
    for table in (1, 2):
        TableReferee.objects.create(round=posted.round, table=table, staff=posted.tikhonov)
    ProtocolFactory(
        partida=PartidaFactory(round=posted.round, entries=[EntryFactory(tournament=posted.cup) for _ in "ab"])
    )
    with django_assert_num_queries(14):
        assert len(shown(tikhonov, PAGES[0])) == 3
