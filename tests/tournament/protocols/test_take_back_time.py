"""Striking the note that time is over."""

from django.test import Client

from tests.pages import messages_of
from tournament.models import Protocol

from .sheets import SECOND, address, afresh, posted


def test_the_note_is_struck(referee: Client, protocol: Protocol) -> None:
    referee.post(address("protocols:time"), {"version": 0, "moment": "playing"})

    referee.post(address("protocols:take_back_time"), {"version": 1})

    assert afresh(protocol.partida).time_call is None


def test_after_a_further_deal_it_stays(referee: Client, protocol: Protocol) -> None:
    referee.post(address("protocols:time"), {"version": 0, "moment": "playing"})
    referee.post(address("protocols:entry"), posted(SECOND, version=1))

    response = referee.post(address("protocols:take_back_time"), {"version": 2}, follow=True)

    assert messages_of(response) == ["A deal was already written after time had run out: take that deal back first."]
    assert afresh(protocol.partida).time_call is not None
