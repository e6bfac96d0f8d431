"""Issuing: what is said is fixed, revisions follow each other, files are made once and whole."""

import hashlib
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.tournament.documents.certificates import KEYS, PASSWORD
from tests.tournament.documents.conftest import Cup, Issue
from tests.tournament.documents.test_pdf import text
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.documents.queries import Finding, Standing
from tournament.models import AuditRecord, Document
from tournament.phrases import Refused

NOBODY = Author()


def correct(cup: Cup) -> None:
    """Change what the protocol says, as a correction would."""
    cup.protocol.time_after_deals, cup.protocol.time_in_progress = 12, False
    cup.protocol.state = "corrected"
    cup.protocol.save()


# -- issuing -------------------------------------------------------------------------------------------------


def test_a_paper_has_its_content_fixed_and_its_address(cup: Cup, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://domino.example.org"

    document = cup.issue()

    assert (document.kind, document.revision, document.state) == ("protocol", 1, "queued")
    assert document.verify_url == f"https://domino.example.org/verify/{document.code}"
    assert document.content["tournament"] == "Кубок «Дупль»"


def test_without_a_public_address_it_is_where_the_program_was_asked(cup: Cup) -> None:
    document = services.issue_protocol(protocol=cup.protocol, language="en", by=NOBODY, site="http://192.168.1.5:8000/")

    assert document.verify_url == f"http://192.168.1.5:8000/verify/{document.code}"


def test_the_same_content_is_not_issued_twice(cup: Cup) -> None:
    first = cup.issue()

    assert cup.issue() == first
    assert AuditRecord.objects.filter(action="document.issue").count() == 1


def test_another_language_is_a_paper_of_its_own(cup: Cup) -> None:
    papers = [cup.issue("ru"), cup.issue("en")]

    assert [(paper.language, paper.revision, paper.replaced_by) for paper in papers] == [
        ("ru", 1, None),
        ("en", 1, None),
    ]


def test_a_changed_protocol_gets_a_new_revision_that_replaces_the_old(cup: Cup) -> None:
    old = cup.issue()
    correct(cup)

    new = cup.issue()

    old.refresh_from_db()
    assert (new.revision, old.replaced_by) == (2, new)


@pytest.mark.parametrize("state", ["open", "entered", "accepted"])
def test_an_unconfirmed_protocol_is_not_issued(cup: Cup, state: str) -> None:
    """R11.2."""
    cup.protocol.state = state
    cup.protocol.save()

    with pytest.raises(Refused) as refused:
        cup.issue()

    assert refused.value.code == "document.not_confirmed"
    assert not Document.objects.exists()


def test_standings_are_issued_after_a_round(cup: Cup) -> None:
    document = services.issue_standings(stage=cup.round.stage, after_round=1, language="ru", by=NOBODY)

    assert (document.kind, document.round, document.content["after_round"]) == ("standings", cup.round, 1)
    assert [row["place"] for row in document.content["rows"]] == [1, 2]


def test_there_are_no_standings_after_a_round_that_is_not_published(cup: Cup) -> None:
    RoundFactory(stage=cup.round.stage, state="proposed")

    with pytest.raises(Refused) as refused:
        services.issue_standings(stage=cup.round.stage, after_round=2, language="ru", by=NOBODY)

    assert refused.value.code == "document.no_round"


def test_there_are_no_standings_without_entries(db: None) -> None:
    round_ = RoundFactory(stage=StageFactory(tournament=TournamentFactory()))

    with pytest.raises(Refused) as refused:
        services.issue_standings(stage=round_.stage, after_round=1, language="ru", by=NOBODY)

    assert refused.value.code == "document.no_rows"


# -- making --------------------------------------------------------------------------------------------------


def test_a_paper_is_rendered_sealed_filed_and_recorded(cup: Cup) -> None:
    document = cup.made()

    data = queries.path(document).read_bytes()
    assert (document.sha256, document.size) == (hashlib.sha256(data).hexdigest(), len(data))
    assert document.file == f"documents/{cup.tournament.slug}/{document.code}.pdf"
    assert [
        player
        for player in ("Королёв Пётр", "Żółkiewski Łukasz", "Núñez Íñigo", "Қожахметов Әділ")
        if player not in text(data)
    ] == []
    found = queries.check_file(data)
    assert (found.finding, found.document, found.standing) == (Finding.GENUINE, document, Standing.CURRENT)
    assert AuditRecord.objects.get(action="document.seal").data == {"sha256": document.sha256, "size": len(data)}


@pytest.mark.once
@pytest.mark.usefixtures("read_at_once")
def test_no_changed_byte_and_no_appended_byte_is_genuine(cup: Cup) -> None:
    data = queries.path(cup.made()).read_bytes()
    flipped = [data[:i] + bytes([data[i] ^ 1]) + data[i + 1 :] for i in range(0, len(data), len(data) // 150)]

    findings = {queries.check_file(other).finding for other in [*flipped, data + b"\n", data[:-1]]}

    assert Finding.GENUINE not in findings
    assert queries.check_file(data + b"\n").finding is Finding.CHANGED


def test_an_older_revision_is_genuine_and_replaced(cup: Cup) -> None:
    old = cup.made("en")
    correct(cup)
    outdated = queries.check_file(queries.path(old).read_bytes()).standing
    new = cup.made("en")

    found = queries.check_file(queries.path(old).read_bytes())

    assert outdated is Standing.OUTDATED
    assert (found.finding, found.standing) == (Finding.GENUINE, Standing.REPLACED)
    assert found.document is not None
    assert queries.latest(found.document) == new
    assert f"It replaces document {old.code}." in text(queries.path(new).read_bytes())
    assert "It replaces document" not in text(queries.path(old).read_bytes())


def test_a_paper_with_our_seal_that_is_not_on_record_is_not_genuine(cup: Cup) -> None:
    document = cup.made()
    data = queries.path(document).read_bytes()
    document.delete()

    assert queries.check_file(data).finding is Finding.UNRECORDED


def test_a_paper_whose_authority_is_trusted_no_more_is_not_called_genuine(
    cup: Cup, settings: Settings, tmp_path: Path
) -> None:
    data = queries.path(cup.made()).read_bytes()
    settings.DATA_DIR = tmp_path

    assert queries.check_file(data).finding is Finding.UNTRUSTED


def test_a_paper_is_made_once_however_often_it_is_asked_for(cup: Cup) -> None:
    document = cup.made()
    twin = Document.objects.get(pk=document.pk)
    twin.state = "queued"

    services.make(twin)

    data = queries.path(document).read_bytes()
    assert hashlib.sha256(data).hexdigest() == document.sha256
    assert [file.name for file in queries.path(document).parent.iterdir()] == [f"{document.code}.pdf"]


def test_what_a_killed_worker_left_is_cleared_away(cup: Cup) -> None:
    place = queries.path(cup.issue())
    place.parent.mkdir(parents=True, exist_ok=True)
    place.with_name(f".{place.stem}.1a2b3c4d").write_bytes(b"half a paper")

    cup.made()

    assert [file.name for file in place.parent.iterdir()] == [place.name]


def test_an_organisations_missing_certificate_is_told_and_mended_by_a_retry(cup: Cup, settings: Settings) -> None:
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"
    document = cup.issue("en")
    services.make(document)
    document.refresh_from_db()
    assert (document.state, document.error) == (
        "failed",
        "The file to seal with isn't there or can't be read: SEAL_PKCS12 names /nowhere/seal.p12.",
    )

    settings.SEAL_PKCS12 = ""
    services.make(services.retry(document=document, by=NOBODY))

    document.refresh_from_db()
    assert (document.state, document.error) == ("ready", "")


def test_a_disk_that_cannot_be_written_leaves_no_half_file(cup: Cup, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file where the folder should be")
    settings.MEDIA_ROOT = tmp_path
    document = cup.issue("en")

    services.make(document)

    document.refresh_from_db()
    assert (document.state, document.error) == (
        "failed",
        "The file could not be written on the server: Not a directory. Mend that, then try again.",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["documents"]


@contextmanager
def disk_with(room: int) -> Iterator[None]:
    """No file may grow beyond so many bytes: the system refuses as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("room", [0, 1000])
def test_a_disk_that_fills_up_while_a_paper_is_written_leaves_no_half_file(tmp_path: Path, room: int) -> None:
    place = tmp_path / "cup" / "7KQM-2XRA-9D.pdf"

    with pytest.raises(OSError, match="File too large"), disk_with(room):
        _write(place, b"x" * 2000)

    assert list(place.parent.iterdir()) == []


def _write(place: Path, data: bytes) -> None:
    with services._written_beside(place, data) as written:
        written.rename(place)


@pytest.mark.parametrize(
    ("password", "days", "said"),
    [
        ("another", 365, "can't be opened: SEAL_PASSWORD is wrong, or it isn't a PKCS#12 file."),
        (PASSWORD, -2, "The certificate to seal with expired on "),
    ],
)
def test_a_certificate_that_is_not_in_order_is_told_and_leaves_no_file(
    cup: Cup, issue: Issue, settings: Settings, password: str, days: int, said: str
) -> None:
    issue(key=KEYS["P-256"](), days=(-30, days))
    settings.SEAL_PASSWORD = password
    document = cup.issue("en")

    services.make(document)

    document.refresh_from_db()
    assert (document.state, said in document.error, document.file) == ("failed", True, "")
    assert not queries.path(document).parent.exists() or list(queries.path(document).parent.iterdir()) == []


def test_a_fault_of_the_program_is_told_at_the_desk(cup: Cup) -> None:
    document = cup.issue("en")
    Document.objects.filter(pk=document.pk).update(content={})

    services.make(Document.objects.get(pk=document.pk))

    document.refresh_from_db()
    assert (document.state, document.error) == (
        "failed",
        "The paper could not be made; the server's log says why. Try again.",
    )


def test_only_a_failed_paper_is_tried_again(cup: Cup) -> None:
    with pytest.raises(Refused) as refused:
        services.retry(document=cup.made(), by=NOBODY)

    assert refused.value.code == "document.not_failed"


def test_a_failed_paper_that_is_issued_again_is_queued_again(cup: Cup) -> None:
    failed = cup.issue()
    Document.objects.filter(pk=failed.pk).update(state="failed", error="disk full")

    assert (cup.issue(), cup.issue().state) == (failed, "queued")
