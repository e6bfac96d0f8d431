"""The desk's page of a round's links: made, printed, withdrawn (access:links and its acts)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PartidaFactory, RoundFactory, TournamentFactory
from tests.pages import browser_of, messages_of, rows_of
from tournament.access import tokens
from tournament.models import AccessLink, Partida, Round

from .ways import link_of, opened, round_with_tables

PAGE, MAKE = "access:links", "access:make_links"
REVOKE, PRINT = "access:revoke_links", "access:print_links"


@pytest.fixture
def round_(db: None) -> Round:
    return round_with_tables(tables=3)


@pytest.fixture
def secretary(round_: Round) -> Client:
    return browser_of(round_.tournament, "secretary")


def at(round_: Round, route: str = PAGE) -> str:
    return reverse(route, args=[round_.tournament.slug, round_.number])


def in_force(round_: Round) -> list[int]:
    return [link.table for link in round_.access_links.filter(revoked_at=None)]


def test_every_table_gets_a_link_and_nothing_of_it_is_kept_that_opens_anything(
    round_: Round, secretary: Client
) -> None:
    page = secretary.post(at(round_, MAKE), follow=True)

    assert messages_of(page) == ["Every table of round 1 has its link. Print the cards and lay one on each table."]
    assert in_force(round_) == [1, 2, 3]
    link = AccessLink.objects.get(table=1)
    kept = {str(getattr(link, field.name)) for field in AccessLink._meta.concrete_fields}
    assert kept & {tokens.token_of(link.nonce), tokens.code_of(link.nonce)} == set()
    record = round_.tournament.journal.get()
    assert (record.action, record.subject, record.data) == ("links.made", "round 1", {"tables": [1, 2, 3]})


def test_a_second_press_makes_none(round_: Round, secretary: Client) -> None:
    secretary.post(at(round_, MAKE))
    before = list(AccessLink.objects.values_list("nonce", flat=True))

    secretary.post(at(round_, MAKE))

    assert list(AccessLink.objects.values_list("nonce", flat=True)) == before
    assert round_.tournament.journal.count() == 1


def test_only_tables_that_are_played_get_one(round_: Round, secretary: Client) -> None:
    Partida.objects.filter(table=2).update(kind="both_absent")
    PartidaFactory(round=round_, kind="bye", entries=())

    secretary.post(at(round_, MAKE))

    assert in_force(round_) == [1, 3]
    assert [row[:3] for row in rows_of(secretary.get(at(round_)))][1] == ["2", "not played", "—"]


@pytest.mark.parametrize(("state", "word"), [("proposed", "proposed"), ("closed", "closed")])
def test_only_a_published_round_has_links(round_: Round, secretary: Client, state: str, word: str) -> None:
    Round.objects.update(state=state)

    page = secretary.post(at(round_, MAKE), follow=True)

    assert messages_of(page) == [f"Round 1 is {word}: only the tables of a published round get links."]
    assert in_force(round_) == []


def test_one_link_is_withdrawn_and_a_new_card_replaces_it(round_: Round, secretary: Client) -> None:
    lost = link_of(round_, 2)

    page = secretary.post(at(round_, REVOKE), {"table": 2}, follow=True)
    secretary.post(at(round_, MAKE))

    assert messages_of(page) == ["The link of table 2 is withdrawn."]
    assert in_force(round_) == [1, 2, 3]
    assert link_of(round_, 2).pk != lost.pk
    assert [record.data["tables"] for record in round_.tournament.journal.order_by("number")] == [[1, 2, 3], [2], [2]]


def test_all_are_withdrawn(round_: Round, secretary: Client) -> None:
    link_of(round_)

    page = secretary.post(at(round_, REVOKE), follow=True)

    assert (messages_of(page), in_force(round_)) == (["All links of round 1 are withdrawn."], [])


@pytest.mark.parametrize("table", ["9", "x", "-1", "9" * 30])
def test_what_is_not_there_is_not_withdrawn(round_: Round, secretary: Client, table: str) -> None:
    link_of(round_)

    page = secretary.post(at(round_, REVOKE), {"table": table}, follow=True)

    assert messages_of(page) == ["No table link of round 1 is in force, so there is nothing to withdraw."]
    assert in_force(round_) == [1, 2, 3]


def test_an_expired_link_makes_room_for_a_new_one(round_: Round, secretary: Client) -> None:
    link_of(round_)
    AccessLink.objects.update(expires_at="2020-01-01T00:00Z")

    secretary.post(at(round_, MAKE))

    assert (AccessLink.objects.count(), in_force(round_)) == (6, [1, 2, 3])


def test_the_cards_carry_what_opens_the_tables_and_are_the_same_printed_again(
    round_: Round, secretary: Client, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://domino.example.org"
    link = link_of(round_)

    page = secretary.get(at(round_, PRINT))

    first = page.context["cards"][0]
    assert [card.table for card in page.context["cards"]] == [1, 2, 3]
    assert (first.code, first.address) == (
        tokens.grouped(tokens.code_of(link.nonce)),
        "https://domino.example.org/table/",
    )
    assert first.qr.startswith("data:image/svg+xml")
    assert secretary.get(at(round_, PRINT)).context["cards"] == page.context["cards"]
    assert "no-store" in page["Cache-Control"]


def test_with_another_secret_no_card_is_printed_that_would_open_nothing(
    round_: Round, secretary: Client, settings: Any
) -> None:
    link_of(round_)
    settings.SECRET_KEY = "another"
    secretary.force_login(round_.tournament.staff.get().user)

    assert secretary.get(at(round_, PRINT)).context["cards"] == []


def test_the_page_says_when_each_was_used(round_: Round, secretary: Client) -> None:
    opened(link_of(round_, 2))

    rows = rows_of(secretary.get(at(round_)))

    assert [row[2] == "—" for row in rows] == [True, False, True]


def test_the_pages_are_only_read_and_the_acts_only_posted(round_: Round, secretary: Client) -> None:
    reads = [secretary.post(at(round_, route)).status_code for route in (PAGE, PRINT)]
    acts = [secretary.get(at(round_, route)).status_code for route in (MAKE, REVOKE)]

    assert reads + acts == [405] * 4


@pytest.mark.parametrize("route", [PAGE, PRINT])
def test_a_referee_and_a_stranger_see_no_cards(round_: Round, route: str) -> None:
    answers = [
        browser_of(round_.tournament, "referee").get(at(round_, route)).status_code,
        browser_of(TournamentFactory()).get(at(round_, route)).status_code,
    ]

    assert answers == [403, 404]


def test_a_round_of_another_tournament_is_not_there(round_: Round) -> None:
    mine = TournamentFactory()

    assert browser_of(mine).post(reverse(MAKE, args=[mine.slug, round_.number])).status_code == 404
    assert in_force(round_) == []


@pytest.mark.parametrize("route", [PAGE, PRINT])
def test_one_table_and_three_take_as_many_queries(db: None, django_assert_num_queries: Any, route: str) -> None:
    one = round_with_tables(tables=1)
    three = RoundFactory(stage=one.stage)
    for _ in range(3):
        PartidaFactory(round=three)
    link_of(one)
    link_of(three)
    organiser = browser_of(one.tournament)
    for round_ in (one, three):
        with django_assert_num_queries(7):
            organiser.get(at(round_, route))
