"""A tournament of four pairs with one stage, nothing drawn yet."""

import pytest

from tests.factories import EntryFactory, StageFactory, TournamentFactory
from tournament.models import Stage


@pytest.fixture
def stage(db: None) -> Stage:
    cup = TournamentFactory(slug="cup", rules__deals=4)
    for _ in range(4):
        EntryFactory(tournament=cup)
    return StageFactory(tournament=cup, system="round_robin")
