"""A protocol, the browser of its referee, and the folder of the photos, empty at the beginning."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.pages import browser_of
from tests.tournament.protocols.sheets import DEALS, protocol_with
from tournament.models import Protocol


@pytest.fixture(autouse=True)
def files(settings: LazySettings, tmp_path: Path) -> Path:
    """Where photos lie in these tests."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def protocol(db: None) -> Protocol:
    return protocol_with(*DEALS)


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "referee")


@pytest.fixture
def chief(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "chief_referee")
