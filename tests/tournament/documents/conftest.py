"""A tournament with a confirmed protocol, and a stranger's tournament beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, pkcs12
from django.test import Client
from pytest_django import Settings

import scoring
from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    official,
)
from tests.tournament.documents.contents import PLAYERS
from tournament.audit.services import Author
from tournament.documents import authority, services
from tournament.models import Document, Protocol, Round, Tournament, User


@dataclass(frozen=True)
class Cup:
    """A tournament of one round with one confirmed protocol, and its officials."""

    tournament: Tournament
    round: Round
    protocol: Protocol
    organiser: User
    referee: User

    def issue(self, language: str = "ru") -> Document:
        """A paper of its protocol, not made yet."""
        return services.issue_protocol(protocol=self.protocol, language=language, by=Author(self.organiser))

    def add_table(self, state: str = "confirmed") -> Protocol:
        """One more table of its round, with a protocol in this state."""
        deals = scoring.playout_partida(self.round.rules, 7)
        protocol: Protocol = ProtocolFactory(partida=PartidaFactory(round=self.round), state=state, deals=deals)
        return protocol

    def made(self, language: str = "ru") -> Document:
        """A paper of its protocol, sealed and filed."""
        document = self.issue(language)
        services.make(document)
        document.refresh_from_db()
        assert document.state == "ready", document.error
        return document


def make_cup() -> Cup:
    tournament = TournamentFactory(name="Кубок «Дупль»")
    stage = StageFactory(tournament=tournament)
    round_ = RoundFactory(stage=stage)
    pairs = [
        EntryFactory(tournament=tournament, players=(PLAYERS[0], PLAYERS[2])),
        EntryFactory(tournament=tournament, players=(PLAYERS[1], PLAYERS[3])),
    ]
    partida = PartidaFactory(round=round_, entries=pairs)
    deals = scoring.playout_partida(round_.rules, 7)
    protocol = ProtocolFactory(partida=partida, state=Protocol.State.CONFIRMED, deals=deals)
    return Cup(tournament, round_, protocol, official(tournament), official(tournament, "referee"))


@pytest.fixture
def cup(db: None) -> Cup:
    """The tournament under test."""
    return make_cup()


@pytest.fixture
def other_cup(db: None) -> Cup:
    """Another tournament, whose officials have nothing to do with the first."""
    return make_cup()


@pytest.fixture
def organiser(cup: Cup, client: Client) -> Client:
    """A browser in which the tournament's organiser is logged in."""
    client.force_login(cup.organiser)
    return client


@pytest.fixture
def referee(cup: Cup) -> Client:
    """A browser in which one of its referees is logged in: he may look, not issue."""
    client = Client()
    client.force_login(cup.referee)
    return client


@pytest.fixture
def stranger(other_cup: Cup) -> Client:
    """A browser in which the organiser of the other tournament is logged in."""
    client = Client()
    client.force_login(other_cup.organiser)
    return client


# -- the organisation's certificate --------------------------------------------------------------------------

PASSWORD = "secret of the federation"
Issue = Callable[..., Path]


@pytest.fixture
def issue(tmp_path: Path, settings: Settings) -> Issue:
    """Makes a PKCS#12 file as a federation would get it, and has the program seal with it."""
    root_key = ec.generate_private_key(ec.SECP256R1())
    root_name = authority._name("Federation authority")
    root = authority._certificate(root_name, root_name, root_key.public_key(), vouches=True)
    root_certificate = root.sign(root_key, hashes.SHA256())

    def make(
        *, days: tuple[int, int] = (-1, 365), chain: bool = True, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
    ) -> Path:
        begin, end = (datetime.now(UTC) + timedelta(days=day) for day in days)
        builder = authority._certificate(
            authority._name("Domino Federation"), root_name, key.public_key(), vouches=False
        )
        builder._not_valid_before, builder._not_valid_after = (moment.replace(tzinfo=None) for moment in (begin, end))
        certificate: x509.Certificate = builder.sign(root_key, hashes.SHA256())
        protection = BestAvailableEncryption(PASSWORD.encode())
        data = pkcs12.serialize_key_and_certificates(
            b"seal", key, certificate, [root_certificate] if chain else None, protection
        )
        file = tmp_path / f"seal-{days[0]}-{days[1]}-{chain}.p12"
        file.write_bytes(data)
        (tmp_path / "root.pem").write_bytes(root_certificate.public_bytes(Encoding.PEM))
        settings.SEAL_PKCS12, settings.SEAL_PASSWORD = str(file), PASSWORD
        return file

    return make


KEYS = {
    "P-256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "RSA": lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048),
}
