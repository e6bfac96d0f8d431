"""Taking back the last deal."""

from django.test import Client

from tests.pages import messages_of
from tournament.models import Protocol

from .sheets import address, afresh


def test_the_last_deal_goes(referee: Client, protocol: Protocol) -> None:
    response = referee.post(address("protocols:take_back"), {"version": 0}, follow=True)

    assert messages_of(response) == ["The last deal is taken back."]
    assert afresh(protocol.partida).deals.count() == 0


def test_a_second_press_of_the_button_takes_back_nothing_more(referee: Client, protocol: Protocol) -> None:
    referee.post(address("protocols:take_back"), {"version": 0})

    again = referee.post(address("protocols:take_back"), {"version": 0}, follow=True)

    assert messages_of(again)[-1] == (
        "This protocol was changed on another device meanwhile (version 1, yours is 0). "
        "Look at what is written now and enter yours again if it is still missing."
    )
