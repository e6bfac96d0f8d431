"""A tournament with a confirmed protocol, and a stranger's tournament beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
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
from tests.tournament.documents.certificates import PASSWORD, Federation
from tests.tournament.documents.contents import PLAYERS
from tournament import fence
from tournament.audit.services import Author
from tournament.documents import services
from tournament.models import Document, Protocol, Round, Staff, Tournament, User


@dataclass(frozen=True)
class Cup:
    """A tournament of one round with one confirmed protocol, and its officials.

    It is small: its organiser is its chief referee as well, so what he issues is released by that act.
    """

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
    organiser = official(tournament)
    Staff.objects.create(tournament=tournament, user=organiser, role=Staff.Role.CHIEF_REFEREE)
    return Cup(tournament, round_, protocol, organiser, official(tournament, "referee"))


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


@pytest.fixture
def secretary(cup: Cup) -> Client:
    """A browser in which its secretary is logged in: what he issues waits for the chief referee."""
    client = Client()
    client.force_login(official(cup.tournament, "secretary"))
    return client


# -- the organisation's certificate --------------------------------------------------------------------------

Issue = Callable[..., Path]


@pytest.fixture
def federation(tmp_path: Path) -> Federation:
    """A federation with an authority of its own."""
    return Federation(tmp_path)


@pytest.fixture
def issue(federation: Federation, settings: Settings) -> Issue:
    """Makes a PKCS#12 file as a federation would get it, and has the program seal with it."""

    def make(**wanted: Any) -> Path:
        file = federation.pkcs12(**wanted)
        settings.SEAL_PKCS12, settings.SEAL_PASSWORD = str(file), PASSWORD
        return file

    return make


@pytest.fixture
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of files: without the fence, which starts a process for each and has tests of its own."""

    def read(function: str, data: bytes) -> bytes:
        module, _colon, name = function.partition(":")
        try:
            made: bytes = getattr(import_module(module), name)(data)
        except Exception as error:
            raise fence.Fenced(str(error)) from error
        return made

    monkeypatch.setattr(fence, "behind", read)
