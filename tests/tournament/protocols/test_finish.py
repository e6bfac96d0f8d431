"""Handing the sheet to the players."""

from django.test import Client

from tests.pages import browser_of, messages_of
from tournament.models import Protocol

from .sheets import address, afresh


def test_a_partida_that_is_over_is_turned_to_the_players(played: Protocol) -> None:
    response = browser_of(played.partida.round.tournament, "referee").post(address("protocols:finish"), {"version": 0})

    assert response.headers["Location"] == address("signing:players")
    assert afresh(played.partida).state == "entered"


def test_one_that_is_not_over_is_not(referee: Client, protocol: Protocol) -> None:
    response = referee.post(address("protocols:finish"), {"version": 0}, follow=True)

    assert messages_of(response) == ["The partida isn't over yet. The next deal."]
    assert afresh(protocol.partida).state == "open"
