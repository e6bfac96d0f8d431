"""What we seal with, from the settings, and the authorities whose seals are ours."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from asn1crypto.cms import CMSAttributes
from asn1crypto.tsp import SigningCertificateV2
from asn1crypto.x509 import Certificate as TrustedCertificate
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key, pkcs12
from cryptography.x509 import Certificate, load_pem_x509_certificates
from django.conf import settings
from pyhanko.keys.internal import (
    translate_pyca_cryptography_cert_to_asn1,
    translate_pyca_cryptography_key_to_asn1,
)
from pyhanko.sign import signers
from pyhanko.sign.attributes import CMSAttributeProvider, SignedAttributeProviderSpec
from pyhanko.sign.general import as_signing_certificate_v2
from pyhanko_certvalidator.registry import SimpleCertificateStore
from pyhanko_certvalidator.util import get_pyca_cryptography_hash

from tournament.documents import authority
from tournament.phrases import Refused

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Key:
    """What we seal with, and the authority that vouches for it."""

    signer: signers.SimpleSigner
    authority: Certificate
    certificate: Certificate


@dataclass(frozen=True)
class _Pair:
    """A private key with its certificate as they were read from files, and the certificates beside them."""

    private: Any
    certificate: Certificate
    others: list[Certificate]


def is_development() -> bool:
    """Whether papers get a development seal, which proves nothing to outsiders: the paper has to say so."""
    return not (settings.SEAL_PKCS12 or settings.SEAL_KEY or settings.SEAL_CERTIFICATE)


def key_of_today() -> Key:
    """The key to seal with now. Raises Refused when it is missing, can't be opened or isn't valid today."""
    key, now = _key(), datetime.now(UTC)
    if now > key.certificate.not_valid_after_utc:
        raise Refused("seal.expired", date=key.certificate.not_valid_after_utc.date().isoformat())
    if now < key.certificate.not_valid_before_utc:
        raise Refused("seal.not_yet", date=key.certificate.not_valid_before_utc.date().isoformat())
    return key


def authorities() -> list[Certificate]:
    """Whose seals are ours: of the certificate in use, those named for renewals, the development one if made."""
    found = read(settings.SEAL_TRUSTED)
    try:
        found.append(_key().authority)
    except Refused as refusal:
        # Papers that were sealed before can be checked all the same.
        logger.error("%s", refusal)
    development = _development_folder() / authority.AUTHORITY
    return found + (read([development]) if not is_development() and development.exists() else [])


def read(files: Iterable[str | Path]) -> list[Certificate]:
    """Certificates from PEM files; a file that can't be read is named in the log and left out."""
    found: list[Certificate] = []
    for file in files:
        try:
            found += load_pem_x509_certificates(Path(file).read_bytes())
        except (OSError, ValueError) as error:
            logger.error("The certificate %s can't be read: %s", file, error)
    return found


@lru_cache(maxsize=32)
def translated(certificate: Certificate) -> TrustedCertificate:
    """A certificate as pyHanko takes it."""
    return translate_pyca_cryptography_cert_to_asn1(certificate)


def _key() -> Key:
    if is_development():
        return _development_key(_development_folder())
    trusted = tuple(settings.SEAL_TRUSTED)
    if settings.SEAL_PKCS12 and (settings.SEAL_KEY or settings.SEAL_CERTIFICATE):
        raise Refused("seal.two")
    if settings.SEAL_PKCS12:
        return _pkcs12_key(settings.SEAL_PKCS12, settings.SEAL_PASSWORD, trusted)
    if not (settings.SEAL_KEY and settings.SEAL_CERTIFICATE):
        raise Refused("seal.half")
    return _pem_key(settings.SEAL_KEY, settings.SEAL_CERTIFICATE, settings.SEAL_PASSWORD, trusted)


def _development_folder() -> Path:
    return Path(settings.DATA_DIR) / "seal"


# Reading a key costs as much as a signature does: once a process.


@lru_cache(maxsize=2)
def _development_key(folder: Path) -> Key:
    if not folder.exists():
        authority.establish(folder)
    private = load_pem_private_key((folder / authority.SIGNER_KEY).read_bytes(), password=None)
    signer, root = read([folder / authority.SIGNER, folder / authority.AUTHORITY])
    return _assembled(_Pair(private, signer, [root]), root)


@lru_cache(maxsize=2)
def _pkcs12_key(file: str, password: str, trusted: tuple[str, ...]) -> Key:
    data = _bytes_of(file, "SEAL_PKCS12")
    try:
        private, certificate, others = pkcs12.load_key_and_certificates(data, password.encode() or None)
    except (ValueError, TypeError) as error:
        raise Refused("seal.password", file=file) from error
    if private is None or certificate is None:
        raise Refused("seal.no_key", file=file)
    pair = _Pair(private, certificate, others)
    return _assembled(pair, _issuer(pair, file, trusted))


@lru_cache(maxsize=2)
def _pem_key(key_file: str, certificate_file: str, password: str, trusted: tuple[str, ...]) -> Key:
    key_data, data = _bytes_of(key_file, "SEAL_KEY"), _bytes_of(certificate_file, "SEAL_CERTIFICATE")
    pair = _Pair(_private_key(key_data, password, key_file), *_own_and_others(data, certificate_file))
    if _public(pair.private.public_key()) != _public(pair.certificate.public_key()):
        raise Refused("seal.mismatch", key=key_file, certificate=certificate_file)
    return _assembled(pair, _issuer(pair, certificate_file, trusted))


def _bytes_of(file: str, setting: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Refused("seal.no_file", file=file, setting=setting) from error


def _private_key(data: bytes, password: str, file: str) -> Any:
    # A password for a key that has none is refused by the library; here it does no harm.
    given = password.encode() if b"ENCRYPTED" in data else None
    try:
        return load_pem_private_key(data, given or None)
    except (ValueError, TypeError) as error:
        raise Refused("seal.pem_key", file=file) from error


def _own_and_others(data: bytes, file: str) -> tuple[Certificate, list[Certificate]]:
    """The certificate, which stands first in its PEM file, and its chain."""
    try:
        own, *others = load_pem_x509_certificates(data)
    except ValueError as error:
        raise Refused("seal.pem_certificate", file=file) from error
    return own, others


def _public(key: Any) -> bytes:
    return bytes(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def _issuer(pair: _Pair, file: str, trusted: tuple[str, ...]) -> Certificate:
    candidates = [*pair.others, *read(trusted), pair.certificate]
    issuer = next((one for one in candidates if one.subject == pair.certificate.issuer), None)
    if issuer is None:
        raise Refused("seal.no_authority", file=file)
    return issuer


def _assembled(pair: _Pair, issuer: Certificate) -> Key:
    signer = _LoadedSigner(
        pair.private,
        signing_cert=translated(pair.certificate),
        signing_key=translate_pyca_cryptography_key_to_asn1(pair.private),
        cert_registry=SimpleCertificateStore.from_certs([translated(issuer)]),  # type: ignore[no-untyped-call]
        # A copy of the root would be bytes in the paper that no signature covers.
        embed_roots=False,
    )
    return Key(signer, issuer, pair.certificate)


class _LoadedSigner(signers.SimpleSigner):
    """Signs with a key that is loaded once: for each signature pyHanko would read it anew and prove it right.

    What says whose certificate it is never changes either, and took longer to put together than to sign.
    """

    def __init__(self, private: Any, **others: Any) -> None:
        super().__init__(**others)
        self._private = private
        self.signed_attr_prov_spec = _SignedByUs(others["signing_cert"])

    async def signed_attrs(self, *about: Any, **others: Any) -> CMSAttributes:
        """What is signed beside the file's hash, as bytes that nothing packs anew wherever it is put."""
        return CMSAttributes.load((await super().signed_attrs(*about, **others)).dump())

    def sign_raw(self, data: bytes, digest_algorithm: str) -> bytes:
        """The signature as its algorithm has it; keys of other kinds than RSA and ECDSA are left to pyHanko."""
        digest = get_pyca_cryptography_hash(digest_algorithm)
        if isinstance(self._private, RSAPrivateKey):
            return self._private.sign(data, PKCS1v15(), digest)
        if isinstance(self._private, EllipticCurvePrivateKey):
            return self._private.sign(data, ECDSA(digest))
        return super().sign_raw(data, digest_algorithm)


class _SignedByUs(SignedAttributeProviderSpec):
    """What PAdES wants to be signed beside the hash: the certificate, by its own hash. The time isn't among it."""

    def __init__(self, certificate: TrustedCertificate) -> None:
        self._certificate = _CertificateOnce(certificate)

    def signed_attr_providers(self, data_digest: bytes, digest_algorithm: str) -> Iterable[CMSAttributeProvider]:
        """The same for every paper."""
        return [self._certificate]


class _CertificateOnce(CMSAttributeProvider):
    """Names the certificate, put together once."""

    attribute_type = "signing_certificate_v2"

    def __init__(self, certificate: TrustedCertificate) -> None:
        self._named: bytes = as_signing_certificate_v2(certificate).dump()

    async def build_attr_value(self, dry_run: bool = False) -> SigningCertificateV2:
        """A value of its own for each seal, for what it is put into takes it over."""
        return SigningCertificateV2.load(self._named)
