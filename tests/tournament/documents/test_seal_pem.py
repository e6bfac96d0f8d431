"""The organisation's key and certificate as PEM files."""

from pathlib import Path

import pytest
from pytest_django import Settings

from tests.tournament.documents import contents
from tests.tournament.documents.certificates import KEYS, PASSWORD, Federation
from tests.tournament.documents.test_pdf import printed
from tournament.documents.sealing import SealCheck, Verdict, check, seal
from tournament.phrases import Refused

# Long, and the same on any database.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def paper() -> bytes:
    """A paper without a seal."""
    return printed("protocol", contents.protocol())


def use(settings: Settings, files: tuple[Path, Path], password: str = PASSWORD) -> None:
    """Have the program seal with these."""
    settings.SEAL_KEY, settings.SEAL_CERTIFICATE = map(str, files)
    settings.SEAL_PASSWORD = password


def sealed(paper: bytes) -> SealCheck:
    return check(seal(paper, reason="Protocol", name="Кубок"))


def refusal(paper: bytes) -> str:
    with pytest.raises(Refused) as refused:
        seal(paper, reason="Protocol", name="Кубок")
    return str(refused.value)


@pytest.mark.parametrize("password", [PASSWORD, ""], ids=["protected", "open"])
@pytest.mark.parametrize("kind", KEYS)
def test_they_seal_as_a_pkcs12_file_does(
    kind: str, password: str, paper: bytes, federation: Federation, settings: Settings
) -> None:
    """A password that is set although the key has none does no harm."""
    use(settings, federation.pem(KEYS[kind](), password=password))

    found = sealed(paper)

    assert (found.verdict, found.signer, found.development) == (Verdict.GENUINE, "Domino Federation", False)


def test_the_chain_may_stand_in_a_file_of_its_own(paper: bytes, federation: Federation, settings: Settings) -> None:
    use(settings, federation.pem(KEYS["P-256"](), chain=False))
    settings.SEAL_TRUSTED = [str(federation.root)]

    assert sealed(paper).verdict is Verdict.GENUINE


def test_a_certificate_without_its_authority_is_refused(
    paper: bytes, federation: Federation, settings: Settings
) -> None:
    files = federation.pem(KEYS["P-256"](), chain=False)
    use(settings, files)

    assert refusal(paper) == (
        f"{files[1]} doesn't hold the certificate of the authority that issued it. Export it with its chain, or name "
        "the authority's PEM file in SEAL_TRUSTED."
    )


@pytest.mark.parametrize("password", ["another", ""], ids=["wrong", "missing"])
def test_a_wrong_password_is_named(password: str, paper: bytes, federation: Federation, settings: Settings) -> None:
    files = federation.pem(KEYS["P-256"]())
    use(settings, files, password)

    assert refusal(paper) == (
        f"The private key {files[0]} can't be opened: SEAL_PASSWORD is wrong or missing, or it isn't a PEM file."
    )


def test_a_key_of_another_certificate_is_named(paper: bytes, federation: Federation, settings: Settings) -> None:
    own, certificate = federation.pem(KEYS["P-256"]())
    another = own.with_name("another.pem")
    another.write_bytes(own.read_bytes())
    federation.pem(KEYS["P-256"]())
    use(settings, (another, certificate))

    assert refusal(paper) == (
        f"The private key {another} doesn't belong to the certificate {certificate}: name its own."
    )


def test_a_file_that_holds_no_certificate_is_named(paper: bytes, federation: Federation, settings: Settings) -> None:
    key, _certificate = federation.pem(KEYS["P-256"]())
    use(settings, (key, key))

    assert refusal(paper) == (
        f"{key} holds no certificate that can be read: SEAL_CERTIFICATE names a PEM file, the certificate first, then "
        "its chain."
    )


@pytest.mark.parametrize(("setting", "place"), [("SEAL_KEY", 0), ("SEAL_CERTIFICATE", 1)])
def test_a_missing_file_is_named_with_its_setting(
    setting: str, place: int, paper: bytes, federation: Federation, settings: Settings
) -> None:
    files = federation.pem(KEYS["P-256"]())
    use(settings, files)
    files[place].unlink()

    assert refusal(paper) == (f"The file to seal with isn't there or can't be read: {setting} names {files[place]}.")


@pytest.mark.parametrize("setting", ["SEAL_KEY", "SEAL_CERTIFICATE"])
def test_one_of_the_two_alone_is_refused_and_no_development_seal(
    setting: str, paper: bytes, federation: Federation, settings: Settings
) -> None:
    use(settings, federation.pem(KEYS["P-256"]()))
    setattr(settings, setting, "")

    assert refusal(paper) == (
        "SEAL_KEY names the private key and SEAL_CERTIFICATE its certificate: set both, or neither."
    )


def test_two_ways_at_once_are_refused(paper: bytes, federation: Federation, settings: Settings) -> None:
    use(settings, federation.pem(KEYS["P-256"]()))
    settings.SEAL_PKCS12 = str(federation.pkcs12(KEYS["P-256"]()))

    assert refusal(paper) == (
        "SEAL_PKCS12 is set, and SEAL_KEY or SEAL_CERTIFICATE as well: keep one way, and take out the other."
    )
