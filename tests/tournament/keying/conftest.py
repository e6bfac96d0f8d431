"""An open sheet of four deals, and two officials who type it."""

import pytest

from tests.factories import official
from tests.tournament.protocols.sheets import protocol_with
from tournament.models import Protocol, User


@pytest.fixture
def protocol(db: None) -> Protocol:
    return protocol_with()


@pytest.fixture
def first(protocol: Protocol) -> User:
    return official(protocol.partida.round.tournament, "secretary")


@pytest.fixture
def second(protocol: Protocol) -> User:
    return official(protocol.partida.round.tournament, "secretary")
