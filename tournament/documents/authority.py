"""A development authority: seals that work on the first start and prove nothing to outsiders."""

import os
import secrets
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

AUTHORITY, SIGNER, SIGNER_KEY = "authority.pem", "signer.pem", "signer-key.pem"
NAME = "Domino development seal"
LIFETIME = timedelta(days=3653)


def establish(folder: Path) -> None:
    """Makes the folder with an authority's certificate, a signer's and its key; all files are 0600.

    Of several processes that start together one wins and the others take its files. The authority's own key is
    thrown away: nobody can ever issue another certificate in its name.
    """
    making = folder.with_name(f".{folder.name}-{secrets.token_hex(8)}")
    making.mkdir(mode=0o700, parents=True)
    for name, data in _issue().items():
        with open(making / name, "xb", opener=_private) as file:
            file.write(data)
            os.fsync(file.fileno())
    try:
        making.rename(folder)
    except OSError:
        # Another process was quicker: a folder with files in it isn't replaced.
        shutil.rmtree(making)
        if not folder.exists():
            raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _issue() -> dict[str, bytes]:
    """Files of a new authority and of the one signer that it vouches for, by name."""
    authority_key, signer_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    # A name of its own, so that two installations don't take each other's papers for theirs.
    authority_name = subject(f"{NAME}: authority {secrets.token_hex(4).upper()}")
    authority = certificate(authority_name, authority_name, authority_key.public_key(), vouches=True)
    signer = certificate(subject(NAME), authority_name, signer_key.public_key(), vouches=False)
    return {
        AUTHORITY: authority.sign(authority_key, hashes.SHA256()).public_bytes(Encoding.PEM),
        SIGNER: signer.sign(authority_key, hashes.SHA256()).public_bytes(Encoding.PEM),
        SIGNER_KEY: signer_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    }


def subject(common_name: str) -> x509.Name:
    """The name of an authority or of a signer."""
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common_name)])


def certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey, *, vouches: bool
) -> x509.CertificateBuilder:
    """A certificate to be signed by its issuer: of an authority if it vouches for others, else of a signer."""
    now = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=not vouches,
        content_commitment=not vouches,
        key_cert_sign=vouches,
        crl_sign=vouches,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        # The clock of the one who checks may be a little behind.
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + LIFETIME)
        .add_extension(x509.BasicConstraints(ca=vouches, path_length=0 if vouches else None), critical=True)
        .add_extension(usage, critical=True)
    )
