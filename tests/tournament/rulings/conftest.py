"""A partida that is being played, and the officials who rule on it."""

import pytest
from django.test import Client

from tests.pages import browser_of
from tests.tournament.protocols.sheets import DEALS
from tournament.models import Protocol

from .rows import playing


@pytest.fixture
def protocol(db: None) -> Protocol:
    """Open, with one deal written, 31 : 0; seat 2 leads the second."""
    return playing(DEALS[0])


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "referee")


@pytest.fixture
def chief(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "chief_referee")
