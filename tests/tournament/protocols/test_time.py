"""Noting that time is over, and the question that decides (R6.2)."""

import pytest
from django.test import Client

from tests.pages import messages_of
from tournament.models import Protocol

from .sheets import address, afresh


@pytest.mark.parametrize(("answer", "in_progress"), [("1", True), ("0", False)])
def test_the_answer_is_kept(referee: Client, protocol: Protocol, answer: str, in_progress: bool) -> None:
    referee.post(address("protocols:time"), {"version": 0, "in_progress": answer})

    call = afresh(protocol.partida).time_call
    assert call is not None
    assert (call.after_deals, call.in_progress) == (1, in_progress)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({}, "This field is required."),
        ({"in_progress": "2"}, "Select a valid choice. 2 is not one of the available choices."),
    ],
)
def test_without_an_answer_nothing_is_noted(
    referee: Client, protocol: Protocol, answer: dict[str, str], said: str
) -> None:
    response = referee.post(address("protocols:time"), {"version": 0} | answer, follow=True)

    assert messages_of(response) == [said]
    assert afresh(protocol.partida).time_call is None
