"""The page that is turned to the players."""

import pytest
from django.test import Client

from tests.pages import messages_of, rows_of
from tests.tournament.protocols.sheets import address, afresh
from tournament.audit.services import Author
from tournament.models import Protocol
from tournament.protocols import services

from .answers import shown


def test_it_shows_what_is_signed_and_who_signs(referee: Client, entered: Protocol) -> None:
    page = referee.get(address("signing:players"))

    assert page.status_code == 200
    assert rows_of(page) == [
        ["1", "Domino, 3", "31", "0", "31 : 0"],
        ["2", "Domino, 2", "0", "22", "31 : 22"],
        ["3", "Fish, 1", "46", "0", "77 : 22"],
        ["4", "Domino, 4", "0", "28", "77 : 50"],
    ]
    assert [line.player for line in page.context["waiting"]] == ["Иванов И.", "Ким К.", "Петров П.", "Ли Л."]
    assert page.context["signer"] is None


@pytest.mark.parametrize(("seat", "signer"), [("2", 2), ("5", None), ("0", None), ("x", None), ("²", None), ("", None)])
def test_the_seat_in_the_address_signs(referee: Client, seat: str, signer: int | None) -> None:
    chosen = referee.get(address("signing:players"), {"seat": seat}).context["signer"]

    assert (chosen and chosen.seat) == signer


def test_each_form_carries_what_was_shown(referee: Client, entered: Protocol) -> None:
    page = referee.get(address("signing:players"), {"seat": "2"})

    forms = [page.context[name] for name in ("draw_form", "pin_form", "refuse_form")]
    assert [form["shown"].value() for form in forms] == [shown(entered)] * 3


def test_the_sheet_is_turned_by_its_address(referee: Client) -> None:
    turned = [
        "signing-turned" in referee.get(address("signing:players"), given).content.decode()
        for given in ({}, {"turned": 1})
    ]

    assert turned == [False, True]


def test_a_sheet_that_is_still_written_is_not_turned_to_the_players(referee: Client, entered: Protocol) -> None:
    Protocol.objects.update(state="open")

    page = referee.get(address("signing:players"), follow=True)

    assert page.redirect_chain == [(address("protocols:entry"), 302)]
    assert messages_of(page) == ["Only an entered protocol can be signed; this one is open."]


def test_a_table_at_which_nothing_is_played_has_no_such_page(referee: Client, entered: Protocol) -> None:
    entered.partida.kind, entered.partida.winner = "walkover", "a"
    entered.partida.save()

    assert referee.get(address("signing:players")).headers["Location"] == address("protocols:entry")


def test_when_all_have_answered_nobody_is_asked(referee: Client, entered: Protocol) -> None:
    services.sign(partida=entered.partida, seats=[1, 2, 3, 4], by=Author())

    page = referee.get(address("signing:players"), {"seat": "1"})

    assert (page.context["waiting"], page.context["signer"]) == ([], None)
    assert [row.words for row in page.context["signatures"]] == ["on paper"] * 4
    assert afresh(entered.partida).state == "accepted"
