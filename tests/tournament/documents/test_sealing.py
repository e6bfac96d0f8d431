"""The seal: what it covers, whose it is, and what is said when the certificate isn't in order."""

import stat
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random

import pikepdf
import pytest
from pyhanko.pdf_utils.reader import PdfFileReader
from pytest_django import Settings

from tests.tournament.documents import contents
from tests.tournament.documents.certificates import KEYS, Federation
from tests.tournament.documents.conftest import Issue
from tests.tournament.documents.test_pdf import printed
from tournament.documents import authority, sealing
from tournament.documents.sealing import Verdict, check, seal
from tournament.phrases import Refused

# Long, and the same on any database.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def paper() -> bytes:
    """A paper without a seal."""
    return printed("protocol", contents.protocol())


@pytest.fixture
def sealed(paper: bytes) -> bytes:
    """The same with the development seal."""
    return seal(paper, reason="Protocol 7KQM-2XRA-9D", name="Кубок")


def test_a_sealed_paper_is_genuine_and_says_who_and_when(sealed: bytes) -> None:
    found = check(sealed)

    assert (found.verdict, found.signer, found.development) == (Verdict.GENUINE, authority.NAME, True)
    assert found.sealed_at is not None
    assert datetime.now(UTC) - found.sealed_at < timedelta(minutes=1)


def test_a_seal_adds_itself_and_leaves_the_papers_words_about_itself(paper: bytes, sealed: bytes) -> None:
    assert sealed.startswith(paper)
    with pikepdf.open(BytesIO(paper)) as before, pikepdf.open(BytesIO(sealed)) as after:
        assert after.Root.Metadata.read_bytes() == before.Root.Metadata.read_bytes()
        assert dict(after.docinfo) == dict(before.docinfo)


def test_a_seal_names_its_certificate_by_its_hash(sealed: bytes) -> None:
    """What PAdES adds to a signature: else it would hold for any other certificate of the same key."""
    (signature,) = PdfFileReader(BytesIO(sealed)).embedded_regular_signatures
    signed = {attribute["type"].native: attribute["values"] for attribute in signature.signer_info["signed_attrs"]}

    assert set(signed) == {"content_type", "message_digest", "signing_certificate_v2"}
    (named,) = signed["signing_certificate_v2"][0]["certs"]
    certificate = signature.signer_cert
    assert named["cert_hash"].native == certificate.sha256
    assert named["issuer_serial"]["serial_number"].native == certificate.serial_number


def test_a_paper_without_a_seal_is_not_ours(paper: bytes) -> None:
    assert check(paper).verdict is Verdict.FOREIGN


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"no PDF at all", b"\x00" * 1000])
def test_what_is_no_pdf_is_not_ours(data: bytes) -> None:
    assert check(data).verdict is Verdict.FOREIGN


def test_a_changed_byte_of_what_is_printed_is_told(sealed: bytes) -> None:
    """In the streams of the pages the file can still be read, so it is known whose it was."""
    place = sealed.index(b"stream") + 100

    assert check(_flipped(sealed, place)).verdict is Verdict.CHANGED


def test_no_changed_byte_of_the_signed_part_is_genuine(sealed: bytes) -> None:
    start = sealed.index(b"/Contents <") + len(b"/Contents <")
    places = [*range(0, start, start // 100), *range(start + sealing.bytes_reserved(), len(sealed), 20)]

    assert [place for place in places if check(_flipped(sealed, place)).genuine] == []


@pytest.mark.slow
def test_of_five_hundred_random_changes_of_one_byte_none_is_genuine(sealed: bytes) -> None:
    """Anywhere in the whole file, the signature and its padding too, to any other value."""
    chance = Random(2026)
    changes = [(chance.randrange(len(sealed)), chance.randrange(1, 256)) for _each in range(500)]

    assert [change for change in changes if check(_changed(sealed, *change)).genuine] == []


def test_nothing_can_be_hidden_where_the_signature_stands(sealed: bytes) -> None:
    """Its place is padded with zeros and can't be covered by the signature itself."""
    end = sealed.index(b"0000>", sealed.index(b"/Contents <"))

    assert check(_flipped(sealed, end)).verdict is Verdict.CHANGED


@pytest.mark.parametrize("tail", [b"\n", b"%", b"0" * 1000])
def test_appended_bytes_are_told(sealed: bytes, tail: bytes) -> None:
    assert check(sealed + tail).verdict is Verdict.CHANGED


def _pdfsig(data: bytes, folder: Path) -> list[str]:
    """What a reader from elsewhere says of the signatures; who signed is another question, so no authority is asked."""
    (folder / "paper.pdf").write_bytes(data)
    said = subprocess.run(["pdfsig", "-nocert", "paper.pdf"], cwd=folder, capture_output=True, text=True, check=False)
    return [line.strip("- ").strip() for line in said.stdout.splitlines()]


def test_a_reader_from_elsewhere_calls_the_signature_valid(sealed: bytes, tmp_path: Path) -> None:
    said = _pdfsig(sealed, tmp_path)

    assert [
        line for line in said if line.startswith(("Signature Type", "Signature Valid", "Total", "Signing Hash"))
    ] == [
        "Signing Hash Algorithm: SHA-256",
        "Signature Type: ETSI.CAdES.detached",
        "Total document signed",
        "Signature Validation: Signature is Valid.",
    ]


def test_a_reader_from_elsewhere_sees_a_changed_byte(sealed: bytes, tmp_path: Path) -> None:
    said = _pdfsig(_flipped(sealed, sealed.index(b"stream") + 100), tmp_path)

    assert "Signature Validation: Digest Mismatch." in said


def test_a_paper_that_someone_else_sealed_is_not_ours(paper: bytes, tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path / "elsewhere"
    settings.DATA_DIR.mkdir()
    theirs = seal(paper, reason="Protocol", name="Кубок")
    assert check(theirs).verdict is Verdict.GENUINE

    settings.DATA_DIR = tmp_path / "here"
    settings.DATA_DIR.mkdir()
    assert check(theirs).verdict is Verdict.FOREIGN


# -- the development authority -------------------------------------------------------------------------------


def test_the_development_authority_keeps_its_keys_to_itself(tmp_path: Path) -> None:
    authority.establish(tmp_path / "seal")

    files = sorted((tmp_path / "seal").iterdir())
    assert [file.name for file in files] == ["authority.pem", "signer-key.pem", "signer.pem"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "seal").stat().st_mode) == 0o700


def test_of_several_processes_that_start_together_one_makes_the_authority(tmp_path: Path) -> None:
    threads = [threading.Thread(target=authority.establish, args=(tmp_path / "seal",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [folder.name for folder in tmp_path.iterdir()] == ["seal"]
    assert len(list((tmp_path / "seal").iterdir())) == 3


def test_the_key_is_read_once_a_process(paper: bytes, tmp_path: Path, settings: Settings) -> None:
    """Reading it costs as much as a signature does."""
    settings.DATA_DIR = tmp_path
    seal(paper, reason="Protocol", name="Кубок")
    (tmp_path / "seal" / authority.SIGNER_KEY).unlink()

    assert check(seal(paper, reason="Protocol", name="Кубок")).verdict is Verdict.GENUINE


# -- the organisation's certificate --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KEYS)
def test_the_organisations_certificate_seals(kind: str, paper: bytes, issue: Issue) -> None:
    issue(key=KEYS[kind]())

    found = check(seal(paper, reason="Protocol", name="Кубок"))

    assert (found.verdict, found.signer, found.development) == (Verdict.GENUINE, "Domino Federation", False)


def test_papers_outlive_the_certificate_that_sealed_them(paper: bytes, issue: Issue) -> None:
    issue(key=KEYS["P-256"]())
    old = seal(paper, reason="Protocol", name="Кубок")

    issue(key=KEYS["P-256"](), days=(-1, 100))
    new = seal(paper, reason="Protocol", name="Кубок")

    assert [check(data).verdict for data in (old, new)] == [Verdict.GENUINE, Verdict.GENUINE]


def test_papers_outlive_the_authority_whose_certificate_sealed_them_where_it_is_still_named(
    paper: bytes, issue: Issue, federation: Federation, tmp_path: Path, settings: Settings
) -> None:
    """A new certificate of another authority: papers sealed before are ours as long as `SEAL_TRUSTED` says so."""
    issue(key=KEYS["P-256"]())
    old = seal(paper, reason="Protocol", name="Кубок")

    settings.SEAL_PKCS12 = str(Federation(tmp_path, "Union").pkcs12(KEYS["RSA"]()))
    new = seal(paper, reason="Protocol", name="Кубок")
    assert [check(data).verdict for data in (old, new)] == [Verdict.FOREIGN, Verdict.GENUINE]

    settings.SEAL_TRUSTED = [str(federation.root)]
    assert [check(data).verdict for data in (old, new)] == [Verdict.GENUINE, Verdict.GENUINE]


def test_papers_of_the_development_time_stay_ours_and_say_so(sealed: bytes, issue: Issue) -> None:
    issue(key=KEYS["P-256"]())

    found = check(sealed)

    assert (found.verdict, found.development) == (Verdict.GENUINE, True)


def test_a_chain_may_be_named_beside_the_certificate(
    paper: bytes, issue: Issue, federation: Federation, settings: Settings
) -> None:
    issue(key=KEYS["P-256"](), chain=False)
    settings.SEAL_TRUSTED = [str(federation.root)]

    assert check(seal(paper, reason="Protocol", name="Кубок")).verdict is Verdict.GENUINE


def _refusal(paper: bytes) -> str:
    with pytest.raises(Refused) as refused:
        seal(paper, reason="Protocol", name="Кубок")
    return str(refused.value)


def test_a_missing_certificate_is_named(paper: bytes, settings: Settings) -> None:
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"

    assert _refusal(paper) == (
        "The file to seal with isn't there or can't be read: SEAL_PKCS12 names /nowhere/seal.p12."
    )


def test_a_wrong_password_is_named(paper: bytes, issue: Issue, settings: Settings) -> None:
    file = issue(key=KEYS["P-256"]())
    settings.SEAL_PASSWORD = "another"

    assert _refusal(paper) == (
        f"The certificate {file} can't be opened: SEAL_PASSWORD is wrong, or it isn't a PKCS#12 file."
    )


def test_an_expired_certificate_seals_no_more_but_its_papers_can_be_checked(paper: bytes, issue: Issue) -> None:
    issue(key=KEYS["P-256"]())
    old = seal(paper, reason="Protocol", name="Кубок")
    issue(key=KEYS["P-256"](), days=(-30, -2))
    ended = (datetime.now(UTC) - timedelta(days=2)).date().isoformat()

    assert _refusal(paper) == (
        f"The certificate to seal with expired on {ended}. Renew it, name the new one in the settings and start the "
        "program again."
    )
    assert check(old).verdict is Verdict.GENUINE


def test_a_certificate_of_the_future_points_to_the_clock(paper: bytes, issue: Issue) -> None:
    issue(key=KEYS["P-256"](), days=(5, 30))
    begins = (datetime.now(UTC) + timedelta(days=5)).date().isoformat()

    assert _refusal(paper) == (
        f"The certificate to seal with isn't valid before {begins}. Is the server's clock right?"
    )


def test_a_certificate_without_its_authority_is_refused(paper: bytes, issue: Issue) -> None:
    file = issue(key=KEYS["P-256"](), chain=False)

    assert _refusal(paper) == (
        f"{file} doesn't hold the certificate of the authority that issued it. Export it with its chain, or name "
        "the authority's PEM file in SEAL_TRUSTED."
    )


def test_a_broken_certificate_still_lets_old_papers_be_checked(sealed: bytes, settings: Settings) -> None:
    settings.SEAL_PKCS12 = "/nowhere/seal.p12"

    assert check(sealed).verdict is Verdict.GENUINE


def _flipped(data: bytes, place: int) -> bytes:
    return _changed(data, place, 1)


def _changed(data: bytes, place: int, by: int) -> bytes:
    return data[:place] + bytes([data[place] ^ by]) + data[place + 1 :]
