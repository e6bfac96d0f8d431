"""The ledger of a tournament on its page (R10.4)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import Protocol, Ruling
from tournament.rulings import services

from .rows import NOBODY, rule

URL = "/desk/cup/rulings/"


def test_all_rulings_in_the_order_in_which_they_count(referee: Client, protocol: Protocol) -> None:
    assert reverse("rulings:ledger", args=["cup"]) == URL
    first = rule(protocol, "noise", seat=1)
    rule(protocol, "noise", seat=1)
    rule(protocol, "noise", seat=1)
    services.strike_out(ruling=first, reason="Ошибка судьи", by=NOBODY)
    Ruling.objects.update(made_at=datetime(2026, 5, 1, 15, 30, tzinfo=UTC))

    page = referee.get(URL)

    assert [row[:7] for row in rows_of(page)] == [
        ["1", "1", "Иванов И.", "Talking during the deal (R9.4)", "—", "The ruling is withdrawn. Ошибка судьи", "—"],
        ["1", "1", "Иванов И.", "Talking during the deal (R9.4)", "warning", "", "—"],
        ["1", "1", "Иванов И.", "Talking during the deal (R9.4)", "fine of 40 points", "The same kind again.", "—"],
    ]
    assert {row[7] for row in rows_of(page)} == {"05/01/2026 18:30"}
    assert [row.attrs["class"] for row in page.context["table"].rows] == ["struck odd", "even", "odd"]


def test_before_the_first_ruling_it_says_where_they_are_made(referee: Client) -> None:
    page = referee.get(URL).content.decode()

    assert "A referee rules from the protocol of a table" in page
    assert reverse("exports:file", args=["cup", "rulings", "csv"]) not in page


@pytest.mark.parametrize("asked", ["?sort=-player", "?sort=hash", "?sort=made_by", "?sort=table", "?page=9"])
def test_it_can_be_sorted_and_nonsense_is_passed_over(referee: Client, protocol: Protocol, asked: str) -> None:
    rule(protocol, "noise", seat=1)
    rule(protocol, "noise", seat=2)

    assert len(rows_of(referee.get(URL + asked))) == 2


def test_it_is_only_read(referee: Client) -> None:
    assert referee.post(URL).status_code == 405


def test_an_account_without_a_role_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(protocol.partida.round.tournament, None).get(URL).status_code == 404


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory()).get(URL).status_code == 404


def test_one_ruling_and_three_take_as_many_queries(
    referee: Client, protocol: Protocol, django_assert_num_queries: Any
) -> None:
    rule(protocol, "noise", seat=1)
    with django_assert_num_queries(7):
        referee.get(URL)
    for seat in (2, 3):
        rule(protocol, "noise", seat=seat)
    with django_assert_num_queries(7):
        assert len(rows_of(referee.get(URL))) == 3
