"""The PIN by which a pair signs: given and taken away on its page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory
from tests.pages import messages_of
from tournament.entries import pins
from tournament.models import AuditRecord, Entry, Tournament

URL = reverse("entries:pin", args=["cup", 7])


@pytest.fixture(autouse=True)
def entry(cup: Tournament) -> Entry:
    return EntryFactory(tournament=cup, number=7, wrong_pins=3)


def test_a_pin_is_kept_as_a_hash_only(secretary: Client, entry: Entry) -> None:
    page = secretary.post(URL, {"pin": "471100"}, follow=True)

    entry.refresh_from_db()
    assert messages_of(page) == ["Entry 7 signs with this PIN from now on."]
    assert (pins.fits("471100", entry.pin), pins.fits("471101", entry.pin), entry.wrong_pins) == (True, False, 0)
    record = AuditRecord.objects.get()
    assert (record.action, record.subject, record.data) == ("pins.given", "entry:7", {})
    assert "471100" not in entry.pin


def test_an_empty_one_takes_it_away(secretary: Client, entry: Entry) -> None:
    Entry.objects.update(pin=pins.hashed("4711"))

    page = secretary.post(URL, {"pin": ""}, follow=True)

    entry.refresh_from_db()
    assert (messages_of(page), entry.pin) == (["Entry 7 has no PIN."], "")


@pytest.mark.parametrize("pin", ["1", "123", "1234567", "12a4", "-123", "１２３４"])
def test_what_is_no_pin_is_said(secretary: Client, entry: Entry, pin: str) -> None:
    page = secretary.post(URL, {"pin": pin}, follow=True)

    entry.refresh_from_db()
    assert (messages_of(page), entry.pin) == (["A PIN has four to six digits."], "")


def test_an_entry_that_is_not_there_is_not_found(secretary: Client) -> None:
    assert secretary.post(reverse("entries:pin", args=["cup", 8]), {"pin": "4711"}).status_code == 404


def test_it_is_only_posted(secretary: Client) -> None:
    assert secretary.get(URL).status_code == 405


def test_two_pairs_with_one_pin_have_two_hashes() -> None:
    assert pins.hashed("4711") != pins.hashed("4711")


def test_a_pin_by_chance_has_four_digits() -> None:
    assert {(len(pin), pin.isdecimal()) for pin in (pins.new_pin() for _ in range(100))} == {(4, True)}
