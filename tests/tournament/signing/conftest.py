"""A sheet that was handed to its players, and the browser of the referee who holds the phone."""

import pytest
from django.test import Client

from tests.pages import browser_of
from tests.tournament.protocols.sheets import DEALS, protocol_with
from tournament.models import Protocol


@pytest.fixture
def entered(db: None) -> Protocol:
    """77 : 50, over and entered; all four players sign (R11.3)."""
    protocol = protocol_with(*DEALS)
    protocol.state = Protocol.State.ENTERED.value
    protocol.save()
    return protocol


@pytest.fixture
def referee(entered: Protocol) -> Client:
    return browser_of(entered.partida.round.tournament, "referee")
