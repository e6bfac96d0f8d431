"""The protocol of a table, and the browsers of those who have to do with it."""

import pytest
from django.test import Client

from tests.pages import browser_of
from tournament.models import Protocol

from .sheets import DEALS, protocol_with


@pytest.fixture
def protocol(db: None) -> Protocol:
    """Open, with one deal written: 31 : 0, seat 2 leads."""
    return protocol_with(DEALS[0])


@pytest.fixture
def played(db: None) -> Protocol:
    """Open, with all four deals written: 77 : 50, over."""
    return protocol_with(*DEALS)


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "referee")
