"""Refusing to sign: noted with its reason, and nothing waits for it."""

import pytest
from django.test import Client

from tests.pages import messages_of
from tests.tournament.protocols.sheets import address, afresh
from tournament.audit.services import Author
from tournament.models import AuditRecord, Protocol, Round, Signature
from tournament.phrases import Refused
from tournament.protocols import services as protocols
from tournament.signing import services

from .answers import answers, draw, refuse, shown

REASON = "В третьей раздаче посчитано не то"


def test_it_is_kept_with_the_player_and_his_reason(referee: Client, entered: Protocol) -> None:
    page = refuse(referee, entered, 4, f"  {REASON} ")

    signature = Signature.objects.get()
    assert (signature.player.name, signature.how, signature.reason) == ("Ли Л.", "refused", REASON)
    assert messages_of(page) == ["Noted: he doesn't sign. The protocol goes its way with his reason on it."]
    refused, protest = AuditRecord.objects.order_by("number")
    assert (refused.action, refused.data["reason"]) == ("protocol.refused", REASON)
    assert (protest.action, protest.data["text"]) == ("protest.lodged", REASON)


def test_the_protocol_is_accepted_with_it_and_can_be_confirmed(referee: Client, entered: Protocol) -> None:
    refuse(referee, entered, 4, REASON)
    protocols.sign(partida=entered.partida, seats=[1, 2, 3], by=Author())
    states = [afresh(entered.partida).state]

    protocols.confirm(partida=entered.partida, by=Author())

    assert [*states, afresh(entered.partida).state] == ["accepted", "confirmed"]


def test_it_is_shown_on_the_protocol(referee: Client, entered: Protocol) -> None:
    refuse(referee, entered, 4, REASON)

    (row,) = referee.get(address("protocols:entry")).context["signatures"]

    assert (row.who.seat, row.words, row.reason, row.earlier) == (4, "refused", REASON, False)


def test_it_is_a_protest_of_his_side(referee: Client, entered: Protocol) -> None:
    """R11.5; his partner who refuses too adds nothing to it."""
    refuse(referee, entered, 2, REASON)
    refuse(referee, entered, 4, "И я так думаю")

    (protest,) = entered.protests.all()

    assert (protest.side, protest.refused_seat, protest.text, protest.state) == ("b", 2, REASON, "open")


def test_after_the_time_for_protests_only_the_refusal_stands(referee: Client, entered: Protocol) -> None:
    Round.objects.filter(pk=entered.partida.round_id).update(state="closed")

    refuse(referee, entered, 4, REASON)

    assert (list(answers(entered)), entered.protests.count()) == ([4], 0)


@pytest.mark.parametrize("reason", ["", "   ", "\n"])
def test_without_a_reason_nothing_is_noted(referee: Client, entered: Protocol, reason: str) -> None:
    page = refuse(referee, entered, 4, reason)

    assert (page.status_code, page.context["refuse_form"].errors["reason"]) == (
        422,
        ["Say why: it stands on the protocol."],
    )
    with pytest.raises(Refused, match="Say why"):
        services.refuse(partida=entered.partida, seat=4, reason=reason, shown=shown(entered), by=Author())
    assert answers(entered) == {}


def test_who_has_refused_does_not_sign_on_the_same_sheet(referee: Client, entered: Protocol) -> None:
    refuse(referee, entered, 1, REASON)

    page = draw(referee, entered, 1)

    assert messages_of(page) == ["Иванов И. has already answered; to change that, the sheet is opened again."]
    assert answers(entered) == {1: "refused"}


def test_opened_again_the_sheet_forgets_the_refusal_and_the_journal_does_not(
    referee: Client, entered: Protocol
) -> None:
    refuse(referee, entered, 1, REASON)

    protocols.reopen(partida=entered.partida, by=Author())

    assert answers(entered) == {}
    assert AuditRecord.objects.last().data == {"signed": {"1": "refused"}, "reason": ""}
