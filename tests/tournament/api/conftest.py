"""A public tournament of two rounds: in the first everything is confirmed and a pair is free, in the second not yet."""

from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from tests.factories import (
    ClubFactory,
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.tournament.public.conftest import DEALS
from tournament.models import Partida, Round, Tournament

PAIRS = (("Иванов И.", "Петров П."), ("Ким К.", "Ли Л."), ("Ан А.", "Бо Б."), ("Цой Ц.", "Ю Ю."), ("Ру Р.", "Су С."))
BEGAN = datetime(2026, 5, 9, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    """Rows of another test may have the same numbers and versions."""
    cache.clear()


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", venue="Дворец спорта", is_public=True, rules__deals=4)
    stage = StageFactory(tournament=cup, name="Отбор")
    club = ClubFactory(name="Дупль")
    pairs = [EntryFactory(tournament=cup, players=players, club=club, country="Россия") for players in PAIRS]
    times = {"published_at": BEGAN, "started_at": BEGAN.replace(minute=30), "closed_at": BEGAN.replace(hour=10)}
    first: Round = RoundFactory(stage=stage, state="closed", **times)
    for entries in (pairs[:2], pairs[2:4]):
        protocol = ProtocolFactory(partida=PartidaFactory(round=first, entries=entries), deals=DEALS, state="confirmed")
        type(protocol).objects.filter(pk=protocol.pk).update(confirmed_at=BEGAN.replace(minute=50))
    PartidaFactory(round=first, entries=pairs[4:], kind=Partida.Kind.BYE.value)
    second: Round = RoundFactory(stage=stage, published_at=BEGAN.replace(hour=11))
    for entries, state in (((pairs[0], pairs[2]), "confirmed"), ((pairs[1], pairs[4]), "accepted")):
        ProtocolFactory(partida=PartidaFactory(round=second, entries=entries), deals=DEALS, state=state)
    return cup
