"""A public tournament with two published rounds and a proposed one, without results."""

import pytest

from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tournament.models import Tournament


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True)
    stage = StageFactory(tournament=cup)
    for state in ("closed", "published", "proposed"):
        RoundFactory(stage=stage, state=state)
    return cup
