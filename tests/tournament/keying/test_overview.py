"""The list of tables at the side, and which of them is offered next."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.keying.queries import TableState, next_table, table_states
from tournament.models import Partida, Protocol, Round, User

from .sheets import browser_for, type_in

STATES = [TableState(1, "open"), TableState(2, "waiting"), TableState(3, "open"), TableState(4, "done")]


def overview(browser: Client, **asked: Any) -> Any:
    return browser.get(reverse("keying:overview", args=["cup"]), asked, follow=True)


@pytest.mark.parametrize(
    ("wanted", "after", "offered"),
    [("open", 0, 1), ("open", 1, 3), ("open", 3, 1), ("waiting", 4, 2), ("mine", 0, None)],
)
def test_the_next_table_of_a_kind(wanted: str, after: int, offered: int | None) -> None:
    assert next_table(STATES, wanted, after) == offered


def test_a_table_that_was_just_left_is_not_offered_again() -> None:
    assert next_table([TableState(1, "open")], "open", after=1) is None


def test_it_leads_to_the_first_table_that_nobody_has_typed(protocol: Protocol, first: User) -> None:
    assert overview(browser_for(first)).request["PATH_INFO"] == "/desk/cup/keying/1/1/"


def test_a_number_leads_to_its_table(protocol: Protocol, first: User) -> None:
    other = ProtocolFactory(partida=PartidaFactory(round=protocol.partida.round))

    response = overview(browser_for(first), table=f" {other.partida.table} ")

    assert response.request["PATH_INFO"] == f"/desk/cup/keying/1/{other.partida.table}/"


@pytest.mark.parametrize("table", ["9", "x", "99999999999999999999", "²"])
def test_a_number_that_is_no_table_is_answered(protocol: Protocol, first: User, table: str) -> None:
    response = overview(browser_for(first), table=table)

    assert messages_of(response) == [f"There is no table «{table[:10]}» in round 1."]


def test_when_all_is_typed_it_says_so(protocol: Protocol, first: User) -> None:
    type_in(browser_for(first))

    response = overview(browser_for(first))

    assert [template.name for template in response.templates][:1] == ["keying/overview.html"]


def test_before_the_first_round_there_are_no_sheets(db: None) -> None:
    cup = TournamentFactory(slug="cup")

    assert overview(browser_of(cup)).context["tables"] == []


def test_the_states_are_the_reader_s(protocol: Protocol, first: User, second: User) -> None:
    round_ = protocol.partida.round
    type_in(browser_for(first))
    ProtocolFactory(partida=PartidaFactory(round=round_), state="entered")
    ProtocolFactory(partida=PartidaFactory(round=round_), state="corrected")
    PartidaFactory(round=round_, kind=Partida.Kind.BYE.value)

    states = [[line.state for line in table_states(round_, reader.pk)] for reader in (first, second)]

    assert states == [["mine", "entered", "done"], ["waiting", "entered", "done"]]


@pytest.mark.parametrize("tables", [1, 3])
def test_the_list_takes_two_queries(db: None, tables: int, django_assert_num_queries: Any) -> None:
    round_: Round = RoundFactory(stage=StageFactory(tournament=TournamentFactory(slug="cup")))
    for _table in range(tables):
        ProtocolFactory(partida=PartidaFactory(round=round_))

    with django_assert_num_queries(2):
        table_states(round_, None)


def test_another_tournament_s_official_finds_nothing(protocol: Protocol) -> None:
    assert overview(browser_of(TournamentFactory())).status_code == 404
