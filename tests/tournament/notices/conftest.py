"""A public tournament whose first round is drawn, a mail server, and Telegram's side."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.tournament.webhooks.receiver import Receiver, receiving
from tournament.models import Round, Tournament

from .post_office import PostOffice, post_office

TOKEN = "1234:token-of-the-bot"


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True, telegram_chat="@cup")
    return cup


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """One table, and one pair free."""
    round_: Round = RoundFactory(stage=StageFactory(tournament=cup))
    pairs = [EntryFactory(tournament=cup, players=(f"Пара {n} А", f"Пара {n} Б")) for n in (1, 2, 3)]
    ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs[:2]))
    PartidaFactory(round=round_, kind="bye", entries=pairs[2:])
    return round_


@pytest.fixture
def office(settings: Settings) -> Iterator[PostOffice]:
    with post_office() as office:
        settings.EMAIL_URL = f"smtp://127.0.0.1:{office.port}"
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture
def telegram(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_PRIVATE = True
    with receiving() as receiver:
        settings.TELEGRAM_URL, settings.TELEGRAM_TOKEN = receiver.url, TOKEN
        yield receiver
