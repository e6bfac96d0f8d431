"""A federation with an authority of its own, which issues certificates to seal with and to stamp the time with."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from asn1crypto.keys import PrivateKeyInfo
from asn1crypto.tsp import TimeStampReq
from asn1crypto.x509 import Certificate as Asn1Certificate
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper

from tournament.documents import authority

PASSWORD = "secret of the federation"
PrivateKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

KEYS = {
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "RSA": lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048),
}


class Federation:
    """An authority, whose certificate is in `root`; its files go to `folder`."""

    def __init__(self, folder: Path, name: str = "Federation") -> None:
        self.folder, self.name = folder, name
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._subject = authority.subject(f"{name} authority")
        root = authority.certificate(self._subject, self._subject, self._key.public_key(), vouches=True)
        self.certificate = root.sign(self._key, hashes.SHA256())
        self.root = folder / f"{name}-root.pem"
        self.root.write_bytes(self.certificate.public_bytes(Encoding.PEM))

    def issued(self, key: PrivateKey, days: tuple[int, int] = (-1, 365), stamps: bool = False) -> x509.Certificate:
        """A certificate for this key, valid from and until so many days from now."""
        begin, end = (datetime.now(UTC) + timedelta(days=day) for day in days)
        builder = authority.certificate(
            authority.subject("Domino Federation"), self._subject, key.public_key(), vouches=False
        )
        builder._not_valid_before, builder._not_valid_after = (moment.replace(tzinfo=None) for moment in (begin, end))
        if stamps:
            usage = x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.TIME_STAMPING])
            builder = builder.add_extension(usage, critical=True)
        return builder.sign(self._key, hashes.SHA256())

    def pkcs12(self, key: PrivateKey, *, days: tuple[int, int] = (-1, 365), chain: bool = True) -> Path:
        """Key and certificate in one file, protected by `PASSWORD`."""
        data = pkcs12.serialize_key_and_certificates(
            b"seal",
            key,
            self.issued(key, days),
            [self.certificate] if chain else None,
            BestAvailableEncryption(PASSWORD.encode()),
        )
        return self._written(f"seal-{days[0]}-{days[1]}-{chain}.p12", data)

    def pem(self, key: PrivateKey, *, password: str = PASSWORD, chain: bool = True) -> tuple[Path, Path]:
        """The key in one file, its certificate and the chain in another."""
        protection = BestAvailableEncryption(password.encode()) if password else NoEncryption()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, protection)
        certificates = [self.issued(key), *([self.certificate] if chain else [])]
        data = b"".join(each.public_bytes(Encoding.PEM) for each in certificates)
        return self._written("seal-key.pem", private), self._written("seal.pem", data)

    def _written(self, name: str, data: bytes) -> Path:
        file = self.folder / f"{self.name}-{name}"
        file.write_bytes(data)
        return file


# -- a time stamp authority ----------------------------------------------------------------------------------


@contextmanager
def stamping(federation: Federation, answer: bytes = b"") -> Iterator[str]:
    """A time stamp authority of this federation on a port of its own; gives its address.

    answer: what it says to every question instead of a stamp.
    """
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    certificate = federation.issued(key, stamps=True).public_bytes(Encoding.DER)
    private = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    stamper = DummyTimeStamper(Asn1Certificate.load(certificate), PrivateKeyInfo.load(private))

    class Desk(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = self.rfile.read(int(self.headers["Content-Length"]))
            said = answer or asyncio.run(stamper.async_request_tsa_response(TimeStampReq.load(question))).dump()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_said: Any) -> None:
            """Nothing for the output of the tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Desk) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
