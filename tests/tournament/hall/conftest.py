"""A public tournament of four pairs: one result of round 1 counts, the other table plays; round 2 is drawn."""

import pytest

import scoring
from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tournament.models import Entry, Release, Round, Tournament

NAMES = [("Иванов И.", "Петров П."), ("Ким К.", "Ли Л."), ("Ан А.", "Бо Б."), ("Цой Ц.", "Ю Ю.")]
# Side A wins 228 : 206 in an extra deal.
DEALS = scoring.playout_partida(scoring.preset("fdr_deals"), 257)
SCORE = (228, 206)


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True)
    return cup


@pytest.fixture
def pairs(cup: Tournament) -> list[Entry]:
    return [EntryFactory(tournament=cup, players=pair) for pair in NAMES]


@pytest.fixture
def first(cup: Tournament, pairs: list[Entry]) -> Round:
    round_: Round = RoundFactory(stage=StageFactory(tournament=cup))
    ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs[:2]), deals=DEALS, state="confirmed")
    ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs[2:]), deals=DEALS[:1])
    return round_


@pytest.fixture
def second(first: Round, pairs: list[Entry]) -> Round:
    round_: Round = RoundFactory(stage=first.stage)
    for sides in ((pairs[0], pairs[2]), (pairs[1], pairs[3])):
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=sides))
    return round_


def hide(cup: Tournament, kind: str, round_number: int | None = None) -> None:
    """Only officials see this kind of page."""
    Release.objects.create(tournament=cup, kind=kind, round_number=round_number, level="officials")
