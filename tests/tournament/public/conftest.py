"""A public tournament with one round of two tables: one result counts, the other isn't confirmed yet."""

import pytest

import scoring
from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tournament.models import Round, Tournament

# Four deals: 77 : 50.
DEALS = (
    scoring.Deal(lead=1, ending=scoring.Ending.DOMINO, closer=3, pips=(14, 6, 0, 11), ends=(6, 5)),
    scoring.Deal(lead=2, ending=scoring.Ending.DOMINO, closer=2, pips=(10, 0, 8, 4), ends=(3, 3)),
    scoring.Deal(lead=3, ending=scoring.Ending.FISH, closer=1, pips=(5, 20, 6, 15), ends=(2, 2)),
    scoring.Deal(lead=4, ending=scoring.Ending.DOMINO, closer=4, pips=(9, 7, 12, 0), ends=(6, 4)),
)


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", venue="Дворец спорта", is_public=True, rules__deals=4)
    return cup


@pytest.fixture
def round_(cup: Tournament) -> Round:
    names = [("Иванов И.", "Петров П."), ("Ким К.", "Ли Л."), ("Ан А.", "Бо Б."), ("Цой Ц.", "Ю Ю.")]
    pairs = [EntryFactory(tournament=cup, players=pair) for pair in names]
    round_: Round = RoundFactory(stage=StageFactory(tournament=cup))
    for state, entries in (("confirmed", pairs[:2]), ("accepted", pairs[2:])):
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=entries), deals=DEALS, state=state)
    return round_
