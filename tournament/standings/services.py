"""Closing a round, which keeps the table as it stands; drawing the lots of a stage."""

import secrets

from django.utils import timezone

import scoring
from tournament.access.services import end_links
from tournament.audit.services import Author, act
from tournament.models import LotsDrawn, Round, Stage, StandingSnapshot, WebhookEvent
from tournament.phrases import Refused
from tournament.protests.queries import require_none_open
from tournament.protocols.lists import unconfirmed_tables
from tournament.webhooks.services import tell

from . import queries


def close_round(*, round_: Round, by: Author, despite_protests: str = "") -> StandingSnapshot:
    """Close a published round whose protocols are all confirmed, and keep the standings after it.

    despite_protests: why it is closed although a protest is open; it stays in the journal (R11.5).
    """
    with act(round_.tournament, "round.closed", by) as doing:
        current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED.value:
            raise Refused("round.not_published", round=current.number, state=current.get_state_display())
        if missing := unconfirmed_tables(current):
            raise Refused("draw.unfinished", round=current.number, tables=", ".join(map(str, missing)))
        if not despite_protests.strip():
            require_none_open(current)
        current.state = Round.State.CLOSED.value
        current.closed_at = timezone.now()
        current.save()
        end_links(current)
        rows = [row.as_dict() for row in queries.table(current.stage, after=current.number).rows]
        doing.subject = f"round {current.number}"
        doing.data = {"despite_protests": despite_protests.strip()} if despite_protests.strip() else {}
        tell(tournament=doing.tournament, kind=WebhookEvent.Kind.ROUND_CLOSED.value, round_number=current.number)
        return StandingSnapshot.objects.create(round=current, number=current.snapshots.count() + 1, rows=rows)


def draw_lots(*, stage: Stage, by: Author, seed: str = "") -> LotsDrawn:
    """Draw a lot for everybody in a stage who has none yet, by a seed that stays on record (R12.3).

    seed: any word that was said aloud, or "" for one that nobody could know before. Those who have a lot keep it,
    and whoever gets one now comes after them.
    """
    with act(stage.tournament, "lots.drawn", by) as doing:
        current = doing.tournament.stages.get(pk=stage.pk)
        if not queries.asks_for_lots(current):
            raise Refused("lots.not_asked", stage=current.name)
        waiting = queries.without_lot(current)
        if not waiting:
            raise Refused("lots.drawn_already", stage=current.name)
        seed = seed.strip() or secrets.token_hex(8)
        order = scoring.draw_lots(waiting, seed)
        doing.subject = f"stage:{current.number}"
        doing.data = {"seed": seed, "entries": order}
        return LotsDrawn.objects.create(
            stage=current,
            number=current.lots.count() + 1,
            seed=seed,
            entries=order,
            drawn_by=by.user,
            drawn_at=timezone.now(),
        )
