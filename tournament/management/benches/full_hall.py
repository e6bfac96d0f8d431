"""A tournament in full play: pairs by the hundred, rounds behind them, and a round whose sheets are all signed."""

from django.utils import timezone

import scoring
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.models import Deal, Partida, Protocol, Round, Stage, Tournament, User
from tournament.planning import services as planning

from .program import BATCH, BY, enrol

RULES = scoring.preset("fdr_deals")
"""Twelve deals on each sheet: the most that a table of standings has to add up."""


def full_hall(pairs: int, rounds: int) -> tuple[Tournament, list[Partida]]:
    """The tournament, public, after so many rounds, and the tables of the next one, ready to be confirmed."""
    cup = planning.create_tournament(
        name="Bench",
        venue="",
        timezone="UTC",
        regulations=RULES,
        stage_name="Swiss",
        system=Stage.System.SWISS.value,
        by=BY,
    )
    planning.change_tournament(tournament=cup, name=cup.name, venue="", timezone="UTC", is_public=True, by=BY)
    enrol(cup, dict.fromkeys(range(1, pairs + 1), ""))
    writer = Author(user=User.objects.create_user("writer"))
    for _round in range(rounds):
        _play(_drawn(cup), writer, Protocol.State.CONFIRMED.value)
    last = _drawn(cup)
    _play(last, writer, Protocol.State.ACCEPTED.value)
    tables = Partida.objects.filter(round=last, protocol__isnull=False).order_by("table")
    return cup, list(tables.select_related("round__tournament", "protocol"))


def _drawn(cup: Tournament) -> Round:
    round_ = draw.propose_swiss(stage=cup.stages.get(), seed="load", by=BY)
    draw.publish(round_=round_, by=BY)
    return round_


def _play(round_: Round, writer: Author, state: str) -> None:
    """Every table is played by chance, its sheet in this state; in few queries, for play isn't what is measured."""
    now, sheets = timezone.now(), list(Protocol.objects.filter(partida__round=round_))
    for sheet in sheets:
        sheet.state, sheet.entered_by = state, writer.user
    Protocol.objects.bulk_update(sheets, ["state", "entered_by"], batch_size=BATCH)
    deals = [
        Deal(protocol=sheet, number=number, data=deal.to_dict(), recorded_at=now)
        for sheet in sheets
        for number, deal in enumerate(scoring.playout_partida(RULES, sheet.pk), 1)
    ]
    Deal.objects.bulk_create(deals, batch_size=BATCH)
