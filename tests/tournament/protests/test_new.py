"""The referee or the desk writes a pair's protest down (R11.5)."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import address, protocol_with
from tournament.models import Protest, Protocol

ROUTE = "protests:new"
PROTEST = {"side": "b", "text": "Раздача 2 записана неверно"}


@pytest.fixture
def protocol(db: None) -> Protocol:
    return confirmed()


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "referee")


def test_the_page_of_the_table_says_so_then(referee: Client) -> None:
    response = referee.post(address(ROUTE), PROTEST, follow=True)

    (protest,) = response.context["protests"]
    assert messages_of(response) == ["The protest is written down: the chief referee decides it."]
    assert (protest.who.name, protest.text, protest.state) == ("Ким К. / Ли Л.", PROTEST["text"], "open")


def test_the_list_of_tables_is_marked(referee: Client) -> None:
    referee.post(address(ROUTE), PROTEST)

    assert rows_of(referee.get("/desk/cup/protocols/"))[0][-1] == "confirmed under protest"


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"text": "x"}, {"side": ["This field is required."]}),
        (PROTEST | {"text": ""}, {"text": ["This field is required."]}),
        (PROTEST | {"side": "c"}, {"side": ["Select a valid choice. c is not one of the available choices."]}),
    ],
)
def test_what_is_missing_is_said_at_its_field(
    referee: Client, sent: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = referee.post(address(ROUTE), sent)

    assert (response.status_code, errors_of(response)) == (422, errors)


def test_sent_twice_it_is_one_protest(referee: Client) -> None:
    referee.post(address(ROUTE), PROTEST)
    response = referee.post(address(ROUTE), PROTEST)

    assert errors_of(response) == {
        "side": ["A protest of this pair is open already; the chief referee decides it first."]
    }
    assert Protest.objects.count() == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_there_is_nothing_to_protest_against_on_an_empty_sheet(db: None, method: str) -> None:
    cup = protocol_with().partida.round.tournament

    response = getattr(browser_of(cup, "referee"), method)(address(ROUTE), PROTEST, follow=True)

    assert messages_of(response) == ["Nothing is written at table 1 yet, so there is nothing to protest against."]


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    stranger = browser_of(TournamentFactory(), "referee")

    assert stranger.post(address(ROUTE), PROTEST).status_code == 404
    assert Protest.objects.count() == 0


def test_another_method_is_refused(referee: Client) -> None:
    assert referee.delete(address(ROUTE)).status_code == 405
