"""A round of partidas of 40 minutes, and a wall clock that the test sets."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client

from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of
from tournament.models import Protocol, Round

from .times import START


@pytest.fixture
def at() -> Iterator[Callable[..., None]]:
    """`at(minutes=5)`: it is five minutes after `START`."""
    patched = patch("django.utils.timezone.now", return_value=START)
    now = patched.start()

    def move(**later: float) -> None:
        now.return_value = START + timedelta(**later)

    yield move
    patched.stop()


@pytest.fixture
def round_(db: None) -> Round:
    """Round 1 of the tournament `cup`, published, its clock not started; one table with an open protocol."""
    cup = TournamentFactory(slug="cup", rules__minutes=40)
    played = RoundFactory(stage=StageFactory(tournament=cup))
    ProtocolFactory(partida=PartidaFactory(round=played))
    return played


@pytest.fixture
def protocol(round_: Round) -> Protocol:
    return Protocol.objects.get(partida__round=round_)


@pytest.fixture
def chief(round_: Round) -> Client:
    return browser_of(round_.tournament, "chief_referee")


@pytest.fixture
def referee(round_: Round) -> Client:
    return browser_of(round_.tournament, "referee")
