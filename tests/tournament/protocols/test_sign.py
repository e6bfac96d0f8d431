"""Players sign before the referee (R11.3)."""

from typing import Any

import pytest

from tests.pages import browser_of, messages_of
from tournament.models import Protocol

from .sheets import address, afresh


def sign(protocol: Protocol, seats: list[Any], version: int = 0) -> Any:
    browser = browser_of(protocol.partida.round.tournament, "referee")
    return browser.post(address("protocols:sign"), {"version": version, "seats": seats}, follow=True)


@pytest.fixture
def entered(played: Protocol) -> Protocol:
    played.state = "entered"
    played.save()
    return played


def test_those_who_signed_are_kept_and_the_others_asked(entered: Protocol) -> None:
    page = sign(entered, [1, 4])

    assert [signature.seat for signature in afresh(entered.partida).signatures.all()] == [1, 4]
    assert [seat for seat, _ in page.context["sign_form"].fields["seats"].choices] == [2, 3]


def test_with_all_four_the_protocol_is_accepted(entered: Protocol) -> None:
    sign(entered, [1, 2, 3, 4])

    assert afresh(entered.partida).state == "accepted"


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([], "Choose who has signed."),
        ([7], "Seat 7 has signed already or doesn't sit at this table."),
        (["x"], "Seat x has signed already or doesn't sit at this table."),
    ],
)
def test_nobody_and_strangers_do_not_sign(entered: Protocol, seats: list[Any], said: str) -> None:
    assert messages_of(sign(entered, seats)) == [said]
    assert afresh(entered.partida).signatures.count() == 0


def test_an_older_sheet_is_not_signed(entered: Protocol) -> None:
    sign(entered, [1])

    sign(entered, [2], version=0)

    assert [signature.seat for signature in afresh(entered.partida).signatures.all()] == [1]
