"""A partida of four deals for the tests: what is written, and what it brings.

Entry 1 (Иванов / Петров) sits on 1 and 3, entry 2 (Ким / Ли) on 2 and 4; the result is 77 : 50.
"""

from typing import Any

from django.urls import reverse

import scoring
from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory
from tests.factories import TournamentFactory as Cup
from tournament.models import Partida, Protocol

DEALS = (
    scoring.Deal(lead=1, ending=scoring.Ending.DOMINO, closer=3, pips=(14, 6, 0, 11), ends=(6, 5)),  # A +31
    scoring.Deal(lead=2, ending=scoring.Ending.DOMINO, closer=2, pips=(10, 0, 8, 4), ends=(3, 3)),  # B +22
    scoring.Deal(lead=3, ending=scoring.Ending.FISH, closer=1, pips=(5, 20, 6, 15), ends=(2, 2)),  # A +46
    scoring.Deal(lead=4, ending=scoring.Ending.DOMINO, closer=4, pips=(9, 7, 12, 0), ends=(6, 4)),  # B +28
)
SECOND = DEALS[1]
# Played out by the rules, so that the tiles on the table form a chain: a domino of seat 4 that raises no question.
BY_TILES = next(
    deal
    for deal in (scoring.playout(seed, lead=4) for seed in range(100))
    if (deal.ending.value, deal.closer) == ("domino", 4) and not scoring.questions(deal)
)


def protocol_with(*deals: scoring.Deal, **rules: Any) -> Protocol:
    """The open protocol of table 1 of round 1 of the tournament `cup`, partidas of four deals unless told otherwise."""
    cup = Cup(slug="cup", rules=scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": 4} | rules))
    pairs = [
        EntryFactory(tournament=cup, players=("Иванов И.", "Петров П.")),
        EntryFactory(tournament=cup, players=("Ким К.", "Ли Л.")),
    ]
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    protocol: Protocol = ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs), deals=deals)
    return protocol


def afresh(partida: Partida) -> Protocol:
    """The protocol as the database has it now."""
    return Protocol.objects.get(partida=partida)


def posted(deal: scoring.Deal, version: int = 0, **changes: Any) -> dict[str, Any]:
    """A deal as the page sends it."""
    fields: dict[str, Any] = {"version": version, "lead": deal.lead, "ending": deal.ending.value, "closer": deal.closer}
    fields |= {f"pips_{seat}": pips for seat, pips in enumerate(deal.pips or (), start=1)}
    fields |= {f"end_{place}": end for place, end in enumerate(deal.ends or (), start=1)}
    return {name: value for name, value in (fields | changes).items() if value is not None}


def by_tiles(deal: scoring.Deal, version: int = 0, **changes: Any) -> dict[str, Any]:
    """A deal as the page sends it when it is written by tiles."""
    hands = {f"tiles_{seat}": " ".join(map(scoring.tile_text, hand)) for seat, hand in enumerate(deal.tiles or (), 1)}
    fields = posted(deal, version, **{f"pips_{seat}": None for seat in scoring.SEATS})
    return fields | {"way": "tiles"} | hands | changes


def address(route: str, *more: Any) -> str:
    """The address of a route for table 1 of round 1 of `cup`."""
    return reverse(route, args=["cup", 1, 1, *more])
