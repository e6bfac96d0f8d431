"""A round of two tables to 100 points, written down as totals: both confirmed, 100–60 and 100–80."""

from collections.abc import Callable

import pytest

from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tournament.models import Entry, Round


@pytest.fixture
def play() -> Callable[..., None]:
    """`play(round_, first, second, a, b)`: the two meet at the next table of the round, confirmed with these points."""

    def confirmed(round_: Round, first: Entry, second: Entry, a: int, b: int) -> None:
        partida = PartidaFactory(round=round_, entries=(first, second))
        ProtocolFactory(partida=partida, parts=[[a, b]], state="confirmed")

    return confirmed


@pytest.fixture
def round_(db: None, play: Callable[..., None]) -> Round:
    cup = TournamentFactory(slug="cup", rules__preset="fdr", rules__target=100, rules__detail="totals")
    one, two, three, four = (EntryFactory(tournament=cup) for _ in range(4))
    played = RoundFactory(stage=StageFactory(tournament=cup, name="Этап"))
    play(played, one, two, 100, 60)
    play(played, three, four, 80, 100)
    return played
