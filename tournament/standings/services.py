"""Closing a round: everything is confirmed, and the table as it stands is kept."""

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import Round, StandingSnapshot
from tournament.phrases import Refused
from tournament.protocols.queries import unconfirmed_tables

from . import queries


def close_round(*, round_: Round, by: Author) -> StandingSnapshot:
    """Close a published round whose protocols are all confirmed, and keep the standings after it."""
    with act(round_.tournament, "round.closed", by) as doing:
        current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED.value:
            raise Refused("round.not_published", round=current.number, state=current.get_state_display())
        if missing := unconfirmed_tables(current):
            raise Refused("draw.unfinished", round=current.number, tables=", ".join(map(str, missing)))
        current.state = Round.State.CLOSED.value
        current.closed_at = timezone.now()
        current.save()
        rows = [row.as_dict() for row in queries.table(current.stage, after=current.number).rows]
        doing.subject = f"round {current.number}"
        return StandingSnapshot.objects.create(round=current, number=current.snapshots.count() + 1, rows=rows)
