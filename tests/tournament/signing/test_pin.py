"""Signing by the PIN of a pair, and what becomes of wrong ones."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.pages import messages_of
from tests.tournament.protocols.sheets import address
from tournament.entries import pins
from tournament.models import AuditRecord, Entry, Protocol

from .answers import answers, give_pin, shown

RIGHT, WRONG = "4711", "0000"


@pytest.fixture(autouse=True)
def pair(entered: Protocol) -> Entry:
    """Entry 2 (seats 2 and 4) has a PIN, entry 1 has none."""
    entry = entered.partida.seats.get(number=2).entry
    entry.pin = pins.hashed(RIGHT)
    entry.save()
    return entry


@pytest.mark.parametrize("seat", [2, 4])
def test_each_player_of_the_pair_signs_with_it(referee: Client, entered: Protocol, seat: int) -> None:
    page = give_pin(referee, entered, seat, RIGHT)

    assert (messages_of(page), answers(entered)) == (["Signed."], {seat: "pin"})


def test_the_other_pair_does_not(referee: Client, entered: Protocol) -> None:
    page = give_pin(referee, entered, 1, RIGHT)

    assert messages_of(page) == [
        "Pair 1 has no PIN. Sign with a finger or on paper; the organiser gives PINs on the page of the entry."
    ]
    assert answers(entered) == {}


@pytest.mark.parametrize("pin", ["", "123", "1234567", "abcd", "12 34", "١٢٣٤", "1234\n5"])
def test_what_has_not_the_form_of_a_pin_is_no_try(referee: Client, entered: Protocol, pair: Entry, pin: str) -> None:
    page = give_pin(referee, entered, 2, pin)

    assert (page.status_code, list(page.context["pin_form"].errors)) == (422, ["pin"])
    assert Entry.objects.get(pk=pair.pk).wrong_pins == 0


def test_a_wrong_pin_is_counted_and_kept_in_the_journal(referee: Client, entered: Protocol) -> None:
    page = give_pin(referee, entered, 2, WRONG)

    assert (page.status_code, messages_of(page)) == (422, ["This isn't the PIN of pair 2. Tries left: 4."])
    record = AuditRecord.objects.get()
    assert (record.action, record.data) == ("pin.wrong", {"entry": 2, "in_a_row": 1})
    assert answers(entered) == {}


def lock(referee: Client, entered: Protocol) -> str:
    for _ in range(4):
        give_pin(referee, entered, 2, WRONG)
    (said,) = messages_of(give_pin(referee, entered, 4, WRONG))
    return said


def test_after_five_in_a_row_not_even_the_right_one_is_taken_at_this_table(referee: Client, entered: Protocol) -> None:
    said = lock(referee, entered)

    page = give_pin(referee, entered, 2, RIGHT)

    until = Protocol.objects.get().pin_locked_until
    assert until
    assert timedelta(minutes=4) < until - timezone.now() <= timedelta(minutes=5)
    assert said.startswith("After 5 wrong PINs nobody signs by PIN at this table until ")
    assert (messages_of(page), answers(entered)) == ([said], {})


def test_when_the_five_minutes_are_over_the_right_one_is_taken(referee: Client, entered: Protocol) -> None:
    lock(referee, entered)
    Protocol.objects.update(pin_locked_until=timezone.now() - timedelta(seconds=1))

    give_pin(referee, entered, 2, RIGHT)

    assert answers(entered) == {2: "pin"}


def test_a_right_one_begins_the_count_anew(referee: Client, entered: Protocol, pair: Entry) -> None:
    for _ in range(4):
        give_pin(referee, entered, 2, WRONG)
    give_pin(referee, entered, 2, RIGHT)

    assert Entry.objects.get(pk=pair.pk).wrong_pins == 0
    assert messages_of(give_pin(referee, entered, 4, WRONG)) == ["This isn't the PIN of pair 2. Tries left: 4."]


def test_the_right_pin_for_an_older_sheet_signs_nothing(referee: Client, entered: Protocol, pair: Entry) -> None:
    page = give_pin(referee, entered, 2, RIGHT, shown="0" * 64)

    assert (page.status_code, answers(entered)) == (422, {})


def test_the_fingerprint_and_the_seat_are_kept_with_it(referee: Client, entered: Protocol) -> None:
    give_pin(referee, entered, 2, RIGHT)

    record = AuditRecord.objects.get()
    assert record.data == {"seats": [2], "how": "pin", "content_sha256": shown(entered)}
    assert referee.post(address("signing:pin", 9), {"pin": RIGHT}).status_code == 404
