"""Checking the seal in a file."""

import json
import logging
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import Enum
from io import BytesIO

from asn1crypto.parser import peek
from asn1crypto.x509 import Certificate as TrustedCertificate
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificate
from django.conf import settings
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import EmbeddedPdfSignature, SignatureCoverageLevel, validate_pdf_signature
from pyhanko.sign.validation.status import PdfSignatureStatus, TimestampSignatureStatus
from pyhanko_certvalidator import ValidationContext

from tournament import fence
from tournament.documents import authority

from .keys import authorities, read, translated

logger = logging.getLogger(__name__)


class Verdict(Enum):
    """What a file's seal says of the file, records aside."""

    GENUINE = "genuine"  # ours, valid, and it covers every byte
    CHANGED = "changed"  # ours, but the file isn't what was sealed
    FOREIGN = "foreign"  # no seal of ours that can be read


@dataclass(frozen=True)
class SealCheck:
    """The outcome of `check`; signer and time (the seal's own word, UTC) are empty when the seal isn't ours.

    stamped_at: when a time stamp authority that is trusted here saw the seal, UTC; None without one.
    """

    verdict: Verdict
    signer: str = ""
    sealed_at: datetime | None = None
    development: bool = False
    stamped_at: datetime | None = None

    @property
    def genuine(self) -> bool:
        """Whether the cryptography holds for every byte. A paper is genuine only if it is on record as well."""
        return self.verdict is Verdict.GENUINE


@dataclass(frozen=True)
class _Trust:
    """The authorities whose seals are ours, and those whose time stamps are believed."""

    seals: list[Certificate]
    stamps: list[Certificate]


def check(data: bytes) -> SealCheck:
    """What the seal in a file of our own making says; never raises, whatever the file is.

    A certificate must have been valid when it sealed, not today: papers outlive certificates. That time is the
    seal's own word, which is enough, since `genuine` alone makes no paper genuine.
    """
    return _checked(data, _trust())


def check_strange(data: bytes) -> SealCheck:
    """The same of a file that anybody may have made: behind a fence, where its work is nobody else's."""
    trust = _trust()
    roots = {"seals": [_pem(one) for one in trust.seals], "stamps": [_pem(one) for one in trust.stamps]}
    try:
        said = json.loads(fence.behind(f"{__name__}:fenced", json.dumps(roots).encode() + b"\n" + data))
    except fence.Fenced as error:
        # None of our papers is that much work.
        logger.warning("A file was given up while its seal was sought: %s", error)
        return SealCheck(Verdict.FOREIGN)
    moments = {name: datetime.fromisoformat(said[name]) if said[name] else None for name in ("sealed_at", "stamped_at")}
    return SealCheck(**said | moments | {"verdict": Verdict(said["verdict"])})


def fenced(asked: bytes) -> bytes:
    """Behind the fence: a line with the authorities, then the file; the answer as JSON."""
    line, _end, data = asked.partition(b"\n")
    roots = {name: [load_pem_x509_certificate(one.encode()) for one in pems] for name, pems in json.loads(line).items()}
    found = asdict(_checked(data, _Trust(**roots)))
    return json.dumps(found | {"verdict": found["verdict"].value}, default=datetime.isoformat).encode()


def _trust() -> _Trust:
    return _Trust(authorities(), read(settings.SEAL_TIMESTAMP_TRUSTED))


def _pem(certificate: Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode()


def _checked(data: bytes, trust: _Trust) -> SealCheck:
    try:
        signatures = PdfFileReader(BytesIO(data)).embedded_regular_signatures
        checks = [_check(data, signature, trust) for signature in signatures]
    except Exception as error:
        # Parsers of hostile files fail in more ways than they declare; each of them means "not genuine".
        logger.info("A file can't be checked: %s: %s", type(error).__name__, error)
        checks = []
    ours = [one for one in checks if one.verdict is not Verdict.FOREIGN]
    return ours[0] if ours else SealCheck(Verdict.FOREIGN)


def _check(data: bytes, signature: EmbeddedPdfSignature, trust: _Trust) -> SealCheck:
    """One signature. Bytes appended later leave pyHanko's bottom line good, hence the coverage beside it."""
    whole = signature.evaluate_signature_coverage() is SignatureCoverageLevel.ENTIRE_FILE
    moment = signature.self_reported_timestamp
    # Looking through later increments costs time, and changes nothing where there are some.
    ours, stamps = _trusting(trust.seals, moment), _trusting(trust.stamps, moment)
    status = validate_pdf_signature(signature, ours, stamps, skip_diff=not whole)
    if not (status.valid and _issued_by(status.signing_cert, trust.seals)):
        return SealCheck(Verdict.FOREIGN)
    genuine = whole and _holds(status) and _untouched(data, signature)
    stamp = status.timestamp_validity
    return SealCheck(
        Verdict.GENUINE if genuine else Verdict.CHANGED,
        signer=status.signing_cert.subject.native.get("common_name", ""),
        sealed_at=moment,
        development=status.signing_cert.issuer.native.get("common_name", "").startswith(authority.NAME),
        stamped_at=stamp.timestamp if stamp and _sound(stamp) and stamp.trusted else None,
    )


def _trusting(roots: list[Certificate], moment: datetime | None) -> ValidationContext:
    return ValidationContext(trust_roots=[translated(root) for root in roots], moment=moment, allow_fetching=False)


def _holds(status: PdfSignatureStatus) -> bool:
    """pyHanko's bottom line, but for whose word a time stamp is: a paper without one is genuine as well."""
    stamp = status.timestamp_validity
    unaltered = status.docmdp_ok or status.modification_level is None
    whole = status.intact and status.valid and status.trusted and status.seed_value_ok and unaltered
    return bool(whole and (stamp is None or _sound(stamp)))


def _sound(stamp: TimestampSignatureStatus) -> bool:
    """Whether the stamp is one on this very seal, whoever gave it."""
    return bool(stamp.valid and stamp.intact)


def _issued_by(certificate: TrustedCertificate, roots: list[Certificate]) -> bool:
    """pyHanko looks at a certificate's issuer only when the file is unchanged; we want to know it always."""
    signer = load_der_x509_certificate(certificate.dump())
    for root in roots:
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
