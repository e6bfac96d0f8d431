"""A round to print: as many tables as wanted, each with its deals confirmed."""

from collections.abc import Sequence

from django.utils import timezone

import scoring
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.models import Deal, Protocol, Round
from tournament.planning import services as planning

from .program import enrol

BY = Author()
DEALS = 12
"""Of each protocol of the round, and of the paper that all sizes are compared with."""


def played(tables: int) -> Round:
    """A round of so many tables, each with its deals confirmed."""
    rules = scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": DEALS})
    cup = planning.create_tournament(
        name="Bench", venue="", timezone="UTC", regulations=rules, stage_name="Swiss", system="swiss", by=BY
    )
    enrol(cup, dict.fromkeys(range(1, 2 * tables + 1), ""))
    round_ = draw.propose_swiss(stage=cup.stages.get(), seed="bench", by=BY)
    draw.publish(round_=round_, by=BY)
    round_.refresh_from_db()
    protocols = list(Protocol.objects.filter(partida__round=round_))
    for protocol in protocols:
        _write_down(protocol, scoring.playout_partida(rules, protocol.pk))
    return round_


def _write_down(protocol: Protocol, deals: Sequence[scoring.Deal]) -> None:
    now = timezone.now()
    Deal.objects.bulk_create(
        Deal(protocol=protocol, number=number, data=deal.to_dict(), recorded_at=now)
        for number, deal in enumerate(deals, 1)
    )
    Protocol.objects.filter(pk=protocol.pk).update(state=Protocol.State.CONFIRMED.value)
