"""A rehearsal with rules that are quickly played, and a real tournament beside it."""

import pytest

from tests.factories import StageFactory, TournamentFactory
from tournament.models import Tournament


@pytest.fixture
def trial(db: None) -> Tournament:
    trial: Tournament = TournamentFactory(slug="trial", name="Проба пера", is_rehearsal=True, rules__deals=4)
    StageFactory(tournament=trial, system="swiss", name="Этап")
    return trial
