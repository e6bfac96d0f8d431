"""A confirmed partida of four deals, and small events in which others rest on its result."""

from typing import Any

from django.test import Client
from django.urls import reverse

import scoring
from tests.factories import UserFactory
from tests.tournament.draw.play import BY, play, stage_of
from tests.tournament.protocols.sheets import DEALS, protocol_with
from tournament.audit.services import Author
from tournament.corrections.forms import DEAL_FIELDS
from tournament.draw import services as draw
from tournament.models import Partida, Protocol, Stage
from tournament.protocols import services as writing

NOBODY = Author()


def confirmed(**rules: Any) -> Protocol:
    """The protocol of `sheets.py`, 77 : 50, signed by all four and confirmed by a second official."""
    protocol = protocol_with(*DEALS, **rules)
    writing.enter(partida=protocol.partida, version=0, by=NOBODY)
    writing.sign(partida=protocol.partida, seats=scoring.SEATS, by=NOBODY)
    writing.confirm(partida=protocol.partida, by=Author(UserFactory()))
    return protocol


def swiss(rounds: int = 1, pairs: int = 8) -> Stage:
    """A Swiss to 100 points; so many rounds are played, the lower number wins, and the next one is drawn."""
    stage = stage_of(pairs)
    for _round in range(rounds):
        play(draw.propose_swiss(stage=stage, seed="1", by=BY))
    draw.propose_swiss(stage=stage, seed="1", by=BY)
    return stage


def table_of(stage: Stage, round_: int, entry: int) -> Partida:
    """Where an entry sits in a round."""
    found: Partida = Partida.objects.select_related("round__tournament").get(
        round__stage=stage, round__number=round_, seats__entry__number=entry, seats__number__lte=2
    )
    return found


def address(route: str, partida: Partida, *more: Any) -> str:
    round_ = partida.round
    return reverse(route, args=[round_.tournament.slug, round_.number, partida.table, *more])


def sent(browser: Client, partida: Partida, **changes: Any) -> dict[str, Any]:
    """The page's form as it stands, with some fields changed; a change to None empties the field."""
    form = browser.get(address("corrections:correct", partida)).context["form"]
    fields = {name: form.about[name].value() for name in form.about.fields} | {"count": form.count}
    for deal in form.deals:
        fields |= {deal.add_prefix(name): deal[name].value() for name in DEAL_FIELDS}
    if form.totals:
        fields |= {name: form.totals[name].value() for name in form.totals.fields if name != "version"}
    fields |= {"reason": "Описка"} | changes
    return {name: value for name, value in fields.items() if value is not None and value is not False}
