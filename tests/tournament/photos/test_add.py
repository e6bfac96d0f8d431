"""Adding the photo of a sheet, and putting another in its place."""

from pathlib import Path

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.outages.moments import failing_at_the_last_write
from tests.tournament.protocols.sheets import address
from tournament.models import AuditRecord, Protocol, ProtocolPhoto

from .sending import BLACK, WHITE, kept, send


@pytest.mark.django_db(transaction=True)
def test_it_is_kept_once_under_its_fingerprint(referee: Client, files: Path) -> None:
    page = send(referee)

    photo = ProtocolPhoto.objects.get()
    assert (photo.width, photo.height, photo.file) == (60, 40, f"photos/cup/{photo.sha256}.jpg")
    assert kept(files) == [f"{photo.sha256}.jpg"]
    assert messages_of(page) == ["The photo of the sheet is kept."]
    record = AuditRecord.objects.get()
    assert (record.action, record.subject) == ("photo.added", "round 1, table 1")
    assert record.data == {"sha256": photo.sha256, "width": 60, "height": 40}


@pytest.mark.django_db(transaction=True)
def test_another_takes_its_place_and_the_old_file_goes(referee: Client, files: Path) -> None:
    send(referee)
    old = ProtocolPhoto.objects.get().sha256

    send(referee, BLACK)

    photo = ProtocolPhoto.objects.get()
    assert (kept(files), photo.sha256 == old) == ([f"{photo.sha256}.jpg"], False)
    assert AuditRecord.objects.last().data["before"] == old


@pytest.mark.django_db(transaction=True)
def test_a_photo_whose_row_is_not_written_leaves_no_file(referee: Client, files: Path) -> None:
    """The disk was full at the last line of the act; the file that another sheet shows stays."""
    referee.raise_request_exception = False
    with failing_at_the_last_write():
        answer = send(referee)

    assert (answer.status_code, kept(files)) == (503, [])
    send(referee)
    with failing_at_the_last_write():
        send(referee)
    assert kept(files) == [f"{ProtocolPhoto.objects.get().sha256}.jpg"]


@pytest.mark.django_db(transaction=True)
def test_the_same_again_stays(referee: Client, files: Path) -> None:
    send(referee)
    send(referee)

    assert kept(files) == [f"{ProtocolPhoto.objects.get().sha256}.jpg"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty."),
        (b"text", "This is no photo that can be read. Send a JPEG, PNG or WebP."),
        (
            WHITE + bytes(12 << 20),
            "The photo has 13 MB; up to 12 MB are taken. Make it smaller and send it again.",
        ),
    ],
    ids=["empty", "text", "large"],
)
def test_what_is_none_is_said_and_nothing_is_kept(referee: Client, files: Path, data: bytes, said: str) -> None:
    assert messages_of(send(referee, data)) == [said]
    assert (ProtocolPhoto.objects.count(), kept(files)) == (0, [])


def test_without_a_file_one_is_asked_for(referee: Client) -> None:
    page = referee.post(address("photos:add"), {"photo": "text"}, follow=True)

    assert messages_of(page) == ["Choose a photo first, or take one."]


def test_a_confirmed_sheet_without_a_photo_gets_one(referee: Client) -> None:
    Protocol.objects.update(state="confirmed")

    send(referee)

    assert ProtocolPhoto.objects.count() == 1


def test_the_photo_that_was_confirmed_with_the_sheet_is_the_chief_referees_to_change(
    referee: Client, chief: Client
) -> None:
    send(referee)
    Protocol.objects.update(state="confirmed")

    refused, done = send(referee, BLACK), send(chief, BLACK)

    assert messages_of(refused) == [
        "The protocol is confirmed: its photo can be replaced or removed by the chief referee only."
    ]
    assert messages_of(done) == ["The photo of the sheet is kept."]


def test_a_table_without_a_protocol_is_not_found(referee: Client, protocol: Protocol) -> None:
    protocol.delete()

    assert send(referee).status_code == 404


def test_a_referee_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert send(browser_of(TournamentFactory(), "referee")).status_code == 404


def test_it_is_only_posted(referee: Client) -> None:
    assert referee.get(address("photos:add")).status_code == 405
