"""The seal on a paper and its check: the only module that knows pyHanko.

A seal is a PAdES signature (SHA-256) that certifies the whole file and allows no change. The certificate is the
organisation's (`SEAL_PKCS12`); without one a development authority is made in `DATA_DIR/seal` at first use.
Trust goes to the authority that issued the certificate: after a renewal old papers stay genuine.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from asn1crypto.parser import peek
from asn1crypto.x509 import Certificate as TrustedCertificate
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_pem_private_key, pkcs12
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificates
from django.conf import settings
from pyhanko.keys.internal import (
    translate_pyca_cryptography_cert_to_asn1,
    translate_pyca_cryptography_key_to_asn1,
)
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import signers
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.validation import EmbeddedPdfSignature, SignatureCoverageLevel, validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

from tournament.phrases import Refused

from . import authority

logger = logging.getLogger(__name__)

# Enough for a signature with its chain; fixed, so that pyHanko needn't sign twice to find out.
BYTES_RESERVED = 8192


class Verdict(Enum):
    """What a file's seal says of the file, records aside."""

    GENUINE = "genuine"  # ours, valid, and it covers every byte
    CHANGED = "changed"  # ours, but the file isn't what was sealed
    FOREIGN = "foreign"  # no seal of ours that can be read


@dataclass(frozen=True)
class SealCheck:
    """The outcome of `check`; signer and time (the seal's own word, UTC) are empty when the seal isn't ours."""

    verdict: Verdict
    signer: str = ""
    sealed_at: datetime | None = None
    development: bool = False

    @property
    def genuine(self) -> bool:
        """Whether the cryptography holds for every byte. A paper is genuine only if it is on record as well."""
        return self.verdict is Verdict.GENUINE


@dataclass(frozen=True)
class _Key:
    """What we seal with, and the authority that vouches for it."""

    signer: signers.SimpleSigner
    authority: Certificate
    certificate: Certificate


def seal(pdf: bytes, *, reason: str, name: str) -> bytes:
    """The PDF with our seal; PDF readers show `reason` and `name` beside it.

    Raises `Refused` when the certificate is missing, can't be opened or isn't valid today.
    """
    metadata = signers.PdfSignatureMetadata(
        field_name="Seal",
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
        reason=reason,
        name=name,
    )
    writer = IncrementalPdfFileWriter(BytesIO(pdf))
    sealed = signers.sign_pdf(writer, metadata, _key_of_today().signer, bytes_reserved=BYTES_RESERVED)
    return bytes(sealed.getbuffer())


def is_development() -> bool:
    """Whether papers get a development seal, which proves nothing to outsiders: the paper has to say so."""
    return not settings.SEAL_PKCS12


def check(data: bytes) -> SealCheck:
    """What the seal in a file says; never raises, whatever the file is.

    A certificate must have been valid when it sealed, not today: papers outlive certificates. That time is the
    seal's own word, which is enough, since `genuine` alone makes no paper genuine.
    """
    try:
        signatures = PdfFileReader(BytesIO(data)).embedded_regular_signatures
        checks = [_check(data, signature) for signature in signatures]
    except Exception as error:
        # Parsers of hostile files fail in more ways than they declare; each of them means "not genuine".
        logger.info("A file can't be checked: %s: %s", type(error).__name__, error)
        checks = []
    ours = [one for one in checks if one.verdict is not Verdict.FOREIGN]
    return ours[0] if ours else SealCheck(Verdict.FOREIGN)


def _check(data: bytes, signature: EmbeddedPdfSignature) -> SealCheck:
    """One signature. Bytes appended later leave pyHanko's bottom line good, hence the coverage beside it."""
    whole = signature.evaluate_signature_coverage() is SignatureCoverageLevel.ENTIRE_FILE
    moment = signature.self_reported_timestamp
    roots = [_translated(root) for root in _authorities()]
    context = ValidationContext(trust_roots=roots, moment=moment, allow_fetching=False)
    # Looking through later increments costs time, and changes nothing where there are some.
    status = validate_pdf_signature(signature, context, skip_diff=not whole)
    if not (status.valid and _issued_by_ours(status.signing_cert)):
        return SealCheck(Verdict.FOREIGN)
    genuine = whole and status.bottom_line and _untouched(data, signature)
    return SealCheck(
        Verdict.GENUINE if genuine else Verdict.CHANGED,
        signer=status.signing_cert.subject.native.get("common_name", ""),
        sealed_at=moment,
        development=status.signing_cert.issuer.native.get("common_name", "").startswith(authority.NAME),
    )


def _issued_by_ours(certificate: TrustedCertificate) -> bool:
    """pyHanko looks at a certificate's issuer only when the file is unchanged; we want to know it always."""
    signer = load_der_x509_certificate(certificate.dump())
    for root in _authorities():
        try:
            signer.verify_directly_issued_by(root)
        except (ValueError, TypeError, InvalidSignature):
            continue
        return True
    return False


def _untouched(data: bytes, signature: EmbeddedPdfSignature) -> bool:
    """Whether the place of the signature, the one that it can't cover, holds it and then nothing but zeros."""
    start, end = signature.byte_range[1], signature.byte_range[2]
    content = signature.pkcs7_content
    padding = content[peek(content) :]
    return data[start:end] == b"<" + content.hex().upper().encode() + b">" and not any(padding)


# -- the keys ------------------------------------------------------------------------------------------------


def _key_of_today() -> _Key:
    key, now = _key(), datetime.now(UTC)
    if now > key.certificate.not_valid_after_utc:
        raise Refused("seal.expired", date=key.certificate.not_valid_after_utc.date().isoformat())
    if now < key.certificate.not_valid_before_utc:
        raise Refused("seal.not_yet", date=key.certificate.not_valid_before_utc.date().isoformat())
    return key


def _key() -> _Key:
    if settings.SEAL_PKCS12:
        return _organisations_key(settings.SEAL_PKCS12, settings.SEAL_PASSWORD, tuple(settings.SEAL_TRUSTED))
    return _development_key(_development_folder())


def _development_folder() -> Path:
    return Path(settings.DATA_DIR) / "seal"


@lru_cache(maxsize=2)
def _development_key(folder: Path) -> _Key:
    if not folder.exists():
        authority.establish(folder)
    private = load_pem_private_key((folder / authority.SIGNER_KEY).read_bytes(), password=None)
    signer, root = _read([folder / authority.SIGNER, folder / authority.AUTHORITY])
    return _assembled(private, signer, root)


@lru_cache(maxsize=2)
def _organisations_key(file: str, password: str, trusted: tuple[str, ...]) -> _Key:
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise Refused("seal.no_file", file=file) from error
    try:
        private, certificate, others = pkcs12.load_key_and_certificates(data, password.encode() or None)
    except (ValueError, TypeError) as error:
        raise Refused("seal.password", file=file) from error
    if private is None or certificate is None:
        raise Refused("seal.no_key", file=file)
    candidates = [*others, *_read(map(Path, trusted)), certificate]
    issuer = next((one for one in candidates if one.subject == certificate.issuer), None)
    if issuer is None:
        raise Refused("seal.no_authority", file=file)
    return _assembled(private, certificate, issuer)


def _assembled(private: Any, certificate: Certificate, issuer: Certificate) -> _Key:
    signer = signers.SimpleSigner(
        signing_cert=_translated(certificate),
        signing_key=translate_pyca_cryptography_key_to_asn1(private),
        cert_registry=SimpleCertificateStore.from_certs([_translated(issuer)]),  # type: ignore[no-untyped-call]
        # A copy of the root would be bytes in the paper that no signature covers.
        embed_roots=False,
    )
    return _Key(signer, issuer, certificate)


def _authorities() -> list[Certificate]:
    """Whose seals are ours: of the certificate in use, those named for renewals, the development one if made."""
    found = _read(map(Path, settings.SEAL_TRUSTED))
    try:
        found.append(_key().authority)
    except Refused as refusal:
        # Papers that were sealed before can be checked all the same.
        logger.error("%s", refusal)
    development = _development_folder() / authority.AUTHORITY
    return found + (_read([development]) if settings.SEAL_PKCS12 and development.exists() else [])


def _read(files: Iterable[Path]) -> list[Certificate]:
    """Certificates from PEM files; a file that can't be read is named in the log and left out."""
    found: list[Certificate] = []
    for file in files:
        try:
            found += load_pem_x509_certificates(file.read_bytes())
        except (OSError, ValueError) as error:
            logger.error("The certificate %s can't be read: %s", file, error)
    return found


@lru_cache(maxsize=32)
def _translated(certificate: Certificate) -> TrustedCertificate:
    return translate_pyca_cryptography_cert_to_asn1(certificate)
