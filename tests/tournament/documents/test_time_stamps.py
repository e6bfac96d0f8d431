"""Seals with a time stamp, from an authority of the tests' own that answers over HTTP."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from pytest_django import Settings

from tests.services.servers import free_port
from tests.tournament.documents import contents
from tests.tournament.documents.certificates import KEYS, Federation, stamping
from tests.tournament.documents.conftest import Cup, Issue
from tests.tournament.documents.test_pdf import printed
from tournament.documents import queries, services
from tournament.documents.queries import Finding
from tournament.documents.sealing import Verdict, check, seal

# Long, and the same on any database.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def paper() -> bytes:
    """A paper without a seal."""
    return printed("protocol", contents.protocol())


@pytest.fixture
def stamped(paper: bytes, issue: Issue, tmp_path: Path, settings: Settings) -> bytes:
    """The paper with a seal that carries a stamp of an authority that is trusted here."""
    issue(key=KEYS["P-256"]())
    clockmakers = Federation(tmp_path, "Clockmakers")
    settings.SEAL_TIMESTAMP_TRUSTED = [str(clockmakers.root)]
    with stamping(clockmakers) as settings.SEAL_TIMESTAMP_URL:
        return seal(paper, reason="Protocol", name="Кубок")


def test_the_stamp_says_when_the_paper_was_sealed(stamped: bytes) -> None:
    found = check(stamped)

    assert found.verdict is Verdict.GENUINE
    assert found.stamped_at is not None
    assert abs(found.stamped_at - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_stamp_of_nobody_known_takes_nothing_from_the_seal(stamped: bytes, settings: Settings) -> None:
    settings.SEAL_TIMESTAMP_TRUSTED = []

    found = check(stamped)

    assert (found.verdict, found.stamped_at) == (Verdict.GENUINE, None)


def test_a_reader_from_elsewhere_calls_the_signature_valid(stamped: bytes, tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(stamped)

    said = subprocess.run(["pdfsig", "-nocert", "paper.pdf"], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert "Signature Validation: Signature is Valid." in said.stdout


@pytest.mark.usefixtures("read_at_once")
def test_a_changed_byte_of_the_stamp_makes_a_paper_not_genuine(
    cup: Cup, federation: Federation, settings: Settings
) -> None:
    """No signature covers all of a stamp: there the SHA-256 on record decides."""
    with stamping(federation) as settings.SEAL_TIMESTAMP_URL:
        data = queries.path(cup.made()).read_bytes()
    chance, begin = Random(2026), data.index(b"/Contents <")
    places = [begin + chance.randrange(12000) for _each in range(30)]

    found = {queries.check_file(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]).finding for at in places}

    assert found <= {Finding.CHANGED, Finding.UNRECORDED, Finding.FOREIGN}


def test_an_authority_that_cant_be_reached_leaves_a_paper_to_be_tried_again(cup: Cup, settings: Settings) -> None:
    settings.SEAL_TIMESTAMP_URL = address = f"http://127.0.0.1:{free_port()}/"
    document = cup.issue("en")

    services.make(document)
    document.refresh_from_db()
    assert (document.state, document.error) == (
        "failed",
        f"The time stamp authority {address} can't be reached, so the paper isn't sealed yet; nothing of it is lost. "
        "Try again once the network is back, or take SEAL_TIMESTAMP_URL out of the settings to seal without a stamp.",
    )

    settings.SEAL_TIMESTAMP_URL = ""
    services.make(document)
    document.refresh_from_db()
    assert (document.state, document.error) == ("ready", "")


def test_an_answer_that_is_no_stamp_is_told(cup: Cup, federation: Federation, settings: Settings) -> None:
    document = cup.issue("en")

    with stamping(federation, answer=b"<html>Log in to the hall's Wi-Fi</html>") as address:
        settings.SEAL_TIMESTAMP_URL = address
        services.make(document)

    document.refresh_from_db()
    assert document.state == "failed"
    assert document.error.startswith(f"The time stamp authority {address} gave no stamp (")


def test_an_address_that_is_none_is_told(cup: Cup, settings: Settings) -> None:
    settings.SEAL_TIMESTAMP_URL = "file:///etc/passwd"
    document = cup.issue("en")

    services.make(document)

    document.refresh_from_db()
    assert document.error == "SEAL_TIMESTAMP_URL has to begin with http:// or https://, and is file:///etc/passwd."
