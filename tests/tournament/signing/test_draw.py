"""Signing with a finger (R11.3)."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import DEALS, address, afresh, protocol_with
from tournament.audit.services import Author
from tournament.models import AuditRecord, Protocol, Signature
from tournament.protocols import services

from .answers import DRAWN, INK, answers, draw, shown


def test_what_was_drawn_is_kept_with_what_was_shown(referee: Client, entered: Protocol) -> None:
    was_shown = shown(entered)

    page = draw(referee, entered, 2)

    signature = Signature.objects.get()
    assert (signature.seat, signature.player.name, signature.how) == (2, "Ким К.", "drawn")
    assert (signature.strokes, signature.content_sha256) == (DRAWN, was_shown)
    assert page.redirect_chain == [(address("signing:players"), 302)]
    assert messages_of(page) == ["Signed."]


def test_the_journal_has_who_signed_what_and_how_but_no_ink(referee: Client, entered: Protocol) -> None:
    draw(referee, entered)

    record = AuditRecord.objects.get()
    assert (record.action, record.subject) == ("protocol.signed", "round 1, table 1")
    assert record.data == {"seats": [1], "how": "drawn", "content_sha256": shown(entered)}


def test_one_by_one_all_sign_and_the_last_makes_it_accepted(referee: Client, entered: Protocol) -> None:
    states = []
    for seat in (3, 1, 4, 2):
        draw(referee, entered, seat)
        states.append(afresh(entered.partida).state)

    assert states == ["entered", "entered", "entered", "accepted"]


def test_a_turned_sheet_stays_turned_for_the_next(referee: Client, entered: Protocol) -> None:
    page = draw(referee, entered, turned="1")

    assert page.redirect_chain == [(address("signing:players") + "?turned=1#sheet", 302)]


def test_a_request_that_comes_twice_signs_once(referee: Client, entered: Protocol) -> None:
    first, second = draw(referee, entered), draw(referee, entered)

    assert messages_of(first) == messages_of(second) == ["Signed."]
    assert (Signature.objects.count(), AuditRecord.objects.count()) == (1, 1)


def test_the_last_signature_may_come_twice_too(referee: Client, entered: Protocol) -> None:
    services.sign(partida=entered.partida, seats=[2, 3, 4], by=Author())
    draw(referee, entered, 1)

    assert messages_of(draw(referee, entered, 1)) == ["Signed."]


@pytest.mark.parametrize(
    ("strokes", "said"),
    [
        ("", "Nothing is drawn yet. Sign in the box."),
        ("[[[500,200,0]]]", "A dot or a dash is no signature. Sign with your name or your initials."),
        ("[[[-1,0,0],[900,300,9]]]", "This signature can't be read. Clear it and sign again, by PIN or on paper."),
        (
            "[" * 1_000_000,
            "This is too much for a signature: at most 200 strokes. Clear it and sign again.",
        ),
    ],
    ids=["nothing", "a dot", "outside", "a megabyte"],
)
def test_what_is_no_signature_is_said_on_the_page(referee: Client, entered: Protocol, strokes: str, said: str) -> None:
    page = draw(referee, entered, strokes=strokes)

    assert (page.status_code, page.context["draw_form"].errors["strokes"]) == (422, [said])
    assert (answers(entered), page.context["signer"].seat) == ({}, 1)


def test_a_sheet_that_was_changed_meanwhile_is_not_signed_but_shown(referee: Client, entered: Protocol) -> None:
    was_shown = shown(entered)
    deal = entered.deals.get(number=1)
    deal.data |= {"pips": [14, 6, 0, 13]}
    deal.save()

    page = draw(referee, entered, shown=was_shown)

    assert (page.status_code, answers(entered)) == (422, {})
    assert messages_of(page) == [
        "The sheet was changed meanwhile, so this answer to the earlier one isn't kept. Read it as it is now and "
        "answer again."
    ]
    assert page.context["draw_form"]["shown"].value() == shown(entered) != was_shown


@pytest.mark.parametrize("shown", ["", "x" * 65])
def test_a_request_without_what_was_shown_signs_nothing(referee: Client, entered: Protocol, shown: str) -> None:
    assert draw(referee, entered, shown=shown).status_code == 422
    assert answers(entered) == {}


def test_another_answer_of_the_same_seat_is_refused(referee: Client, entered: Protocol) -> None:
    draw(referee, entered)

    page = draw(referee, entered, strokes=INK.replace("300,200", "310,200"))

    assert messages_of(page) == ["Иванов И. has already answered; to change that, the sheet is opened again."]
    assert Signature.objects.get().strokes == DRAWN


@pytest.mark.parametrize(
    ("signers", "signed", "seat"),
    [("losing_pair", [], 1), ("one_of_each_pair", [1], 3), ("pairs_and_referee", [2], 4)],
)
def test_whom_the_regulations_do_not_ask_does_not_sign_here(
    db: None, signers: str, signed: list[int], seat: int
) -> None:
    """R11.3: the pair that won, or the partner of one who has signed."""
    protocol = protocol_with(*DEALS, signers=signers)
    services.enter(partida=protocol.partida, version=0, by=Author())
    services.sign(partida=protocol.partida, seats=signed, by=Author())

    page = draw(browser_of(protocol.partida.round.tournament, "referee"), protocol, seat)

    assert page.status_code == 422
    assert [said.partition(" needn't")[2] for said in messages_of(page)] == [
        " sign: the regulations don't ask for it, or his partner has (R11.3)."
    ]
    assert sorted(answers(protocol)) == signed


@pytest.mark.parametrize("seat", [0, 5, 99999999999999999999])
def test_a_seat_that_is_not_at_the_table_is_not_found(referee: Client, entered: Protocol, seat: Any) -> None:
    assert draw(referee, entered, seat).status_code == 404


def test_a_sheet_that_is_open_again_sends_back_to_itself(referee: Client, entered: Protocol) -> None:
    was_shown = shown(entered)
    services.reopen(partida=entered.partida, by=Author())

    page = draw(referee, entered, shown=was_shown)

    assert page.redirect_chain == [(address("protocols:entry"), 302)]
    assert messages_of(page) == ["Only an entered protocol can be signed; this one is open."]


def test_a_referee_of_another_tournament_finds_nothing(entered: Protocol) -> None:
    assert draw(browser_of(TournamentFactory(), "referee"), entered).status_code == 404
    assert answers(entered) == {}


@pytest.mark.parametrize("route", ["signing:draw", "signing:pin", "signing:refuse"])
def test_an_answer_is_posted(referee: Client, route: str) -> None:
    assert referee.get(address(route, 1)).status_code == 405
