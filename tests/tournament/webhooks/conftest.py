"""A public tournament, and another program that listens."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.factories import TournamentFactory
from tournament.audit.services import Author
from tournament.models import Tournament, Webhook
from tournament.webhooks import services

from .receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_PRIVATE = True
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True, rules__deals=4)
    return cup


@pytest.fixture
def webhook(cup: Tournament, receiver: Receiver) -> Webhook:
    return services.add(tournament=cup, url=receiver.url, site="https://domino.example/", by=Author())
