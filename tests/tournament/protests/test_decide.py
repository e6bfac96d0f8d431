"""The chief referee upholds or rejects a protest (R11.5)."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import address
from tournament.audit.services import Author
from tournament.models import Protest
from tournament.protests import services

ROUTE = "protests:decide"


@pytest.fixture
def protest(db: None) -> Protest:
    return services.lodge(partida=confirmed().partida, side="a", text="Раздача 2", by=Author())


@pytest.fixture
def chief(protest: Protest) -> Client:
    return browser_of(protest.protocol.partida.round.tournament, "chief_referee")


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ("rejected", "The protest is rejected: the result stands."),
        ("upheld", "The protest is upheld. Now correct the protocol, rule, or annul the partida."),
    ],
)
def test_the_page_of_the_table_says_what_follows(chief: Client, protest: Protest, decision: str, said: str) -> None:
    response = chief.post(address(ROUTE, 1), {"decision": decision, "reason": "Пересчитано"}, follow=True)

    protest.refresh_from_db()
    assert (protest.state, protest.reason, messages_of(response)) == (decision, "Пересчитано", [said])
    assert address("corrections:correct") in response.content.decode()


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"decision": "rejected", "reason": " "}, {"reason": ["This field is required."]}),
        ({"reason": "x"}, {"decision": ["This field is required."]}),
    ],
)
def test_what_is_missing_is_said_at_its_field(
    chief: Client, protest: Protest, sent: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = chief.post(address(ROUTE, 1), sent)

    assert (response.status_code, errors_of(response)) == (422, errors)


def test_decided_once_it_stays_so(chief: Client, protest: Protest) -> None:
    services.decide(protest=protest, upheld=False, reason="Пересчитано", by=Author())

    response = chief.post(address(ROUTE, 1), {"decision": "upheld", "reason": "Всё же"})

    assert errors_of(response) == {"__all__": ["This protest is decided already: rejected."]}


def test_only_the_chief_referee_of_this_tournament_decides(protest: Protest) -> None:
    cup = protest.protocol.partida.round.tournament
    answers = [
        browser_of(tournament, role).post(address(ROUTE, 1), {}).status_code
        for tournament, role in [(cup, "organiser"), (cup, "referee"), (TournamentFactory(), "chief_referee")]
    ]

    assert answers == [403, 403, 404]


def test_a_protest_that_is_not_there_is_not_found(chief: Client) -> None:
    assert chief.get(address(ROUTE, 2)).status_code == 404
