"""Taking the photo of a sheet away."""

from pathlib import Path

import pytest
from django.test import Client

from tests.pages import messages_of
from tests.tournament.protocols.sheets import address
from tournament.models import AuditRecord, Protocol, ProtocolPhoto

from .sending import kept, send


def remove(browser: Client) -> list[str]:
    return messages_of(browser.post(address("photos:remove"), follow=True))


@pytest.mark.django_db(transaction=True)
def test_the_file_goes_and_the_journal_keeps_its_fingerprint(referee: Client, files: Path) -> None:
    send(referee)
    sha256 = ProtocolPhoto.objects.get().sha256

    assert remove(referee) == ["The photo is removed; the journal keeps its fingerprint."]
    assert (ProtocolPhoto.objects.count(), kept(files)) == (0, [])
    record = AuditRecord.objects.last()
    assert (record.action, record.data) == ("photo.removed", {"before": sha256})


def test_what_is_not_there_is_not_removed(referee: Client) -> None:
    assert remove(referee) == ["There is no photo with this protocol any more."]
    assert AuditRecord.objects.count() == 0


def test_that_of_a_confirmed_sheet_is_the_chief_referees_to_remove(referee: Client, chief: Client) -> None:
    send(referee)
    Protocol.objects.update(state="corrected")

    said = [remove(referee), remove(chief)]

    assert said == [
        ["The protocol is confirmed: its photo can be replaced or removed by the chief referee only."],
        ["The photo is removed; the journal keeps its fingerprint."],
    ]
