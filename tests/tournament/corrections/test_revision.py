"""A sheet as it stood in each of its revisions, and what differs between two of them (R11.4)."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tests.tournament.protocols.sheets import DEALS, SECOND
from tournament.corrections import services
from tournament.corrections.queries import Correction
from tournament.models import Protocol

from .confirmed import NOBODY, address, confirmed

ROUTE = "corrections:revision"
ONCE = replace(SECOND, pips=(10, 0, 8, 6))
TWICE = replace(SECOND, pips=(12, 0, 8, 6))


@pytest.fixture
def protocol(db: None) -> Protocol:
    """Corrected twice: 77 : 50, then 77 : 52, then 77 : 54."""
    protocol = confirmed()
    for deal, reason in ((ONCE, "Описка"), (TWICE, "Ещё раз")):
        correction = Correction(deals=(DEALS[0], deal, *DEALS[2:]))
        services.correct(partida=protocol.partida, correction=correction, reason=reason, by=NOBODY)
    return protocol


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "referee")


def page(browser: Client, protocol: Protocol, number: int, query: str = "") -> Any:
    return browser.get(address(ROUTE, protocol.partida, number) + query)


def test_each_revision_is_shown_as_it_stood(referee: Client, protocol: Protocol) -> None:
    results = [page(referee, protocol, number).context["stood"].result for number in (1, 2, 3)]

    assert results == ["77 : 50", "77 : 52", "77 : 54"]


def test_a_revision_names_what_differs_from_the_one_before(referee: Client, protocol: Protocol) -> None:
    assert page(referee, protocol, 1).context["differences"] == []
    assert page(referee, protocol, 2).context["differences"] == [
        "Deal 2: pips 10, 0, 8, 4 → 10, 0, 8, 6; points 0 : 22 → 0 : 24.",
        "Result: 77 : 50 → 77 : 52.",
    ]


def test_or_from_any_other(referee: Client, protocol: Protocol) -> None:
    assert page(referee, protocol, 3, "?than=1").context["differences"] == [
        "Deal 2: pips 10, 0, 8, 4 → 12, 0, 8, 6; points 0 : 22 → 0 : 26.",
        "Result: 77 : 50 → 77 : 54.",
    ]


def test_the_players_have_signed_the_first_only(referee: Client, protocol: Protocol) -> None:
    signed = [len(page(referee, protocol, number).context["stood"].signed) for number in (1, 2, 3)]

    assert signed == [4, 0, 0]


@pytest.mark.parametrize("query", ["?than=99", "?than=x", "?than=99999999"])
def test_a_revision_that_is_not_there_is_compared_with_nothing_or_the_one_before(
    referee: Client, protocol: Protocol, query: str
) -> None:
    assert page(referee, protocol, 2, query).status_code == 200


def test_what_is_not_there_is_not_found_nor_that_of_another_tournament(referee: Client, protocol: Protocol) -> None:
    stranger = browser_of(TournamentFactory(), "referee")

    assert (page(referee, protocol, 4).status_code, page(stranger, protocol, 1).status_code) == (404, 404)
