"""What a seal takes with either kind of key, by certificates that are made for it."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.test import override_settings

from tournament.documents import authority, sealing

TIMES, PRINTED = 30, 5
"""So many seals, and so many pages printed beside them, right before."""

KEYS: dict[str, Callable[[], rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey]] = {
    "RSA-2048": lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
}


def measure(printed: Callable[[], bytes], write: Callable[[str], Any]) -> None:
    """The processor's milliseconds of a seal on a paper, the median of a few, once the key is there.

    Beside it how much that is of printing the paper: machines differ, and the same one from minute to minute.
    """
    paper = printed()
    for kind, key in KEYS.items():
        with TemporaryDirectory(prefix="bench-seal-") as folder, override_settings(**_certified(key(), Path(folder))):
            _took(lambda: _seal(paper), 1)
            printing, seal = _took(printed, PRINTED), _took(lambda: _seal(paper), TIMES)
            share = f"{seal / printing:.0%} of printing the same page ({printing:.0f} ms)"
            write(f"a seal with {kind}: {seal:.1f} ms of the processor, {share}")


def _seal(paper: bytes) -> bytes:
    return sealing.seal(paper, reason="Bench", name="Bench")


def _took(work: Callable[[], object], times: int) -> float:
    """The median of so many times, in milliseconds of the processor."""
    took = []
    for _each in range(times):
        begun = process_time()
        work()
        took.append((process_time() - begun) * 1000)
    return median(took)


def _certified(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, folder: Path) -> dict[str, str]:
    """The settings to seal with this key, and a certificate that vouches for itself."""
    name = authority.subject("Bench")
    certificate = authority.certificate(name, name, key.public_key(), vouches=False).sign(key, hashes.SHA256())
    own, public = folder / "key.pem", folder / "certificate.pem"
    own.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(certificate.public_bytes(Encoding.PEM))
    none = {"SEAL_PKCS12": "", "SEAL_PASSWORD": "", "SEAL_TIMESTAMP_URL": ""}
    return none | {"SEAL_KEY": str(own), "SEAL_CERTIFICATE": str(public)}
