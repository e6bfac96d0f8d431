"""Sheets as they stood when they counted (R11.4): each confirmation and each correction keeps one more."""

from django.utils import timezone

from tournament.audit.services import Author
from tournament.ledger.queries import ledger
from tournament.models import Partida, Protocol, ProtocolRevision, Tournament, WebhookEvent
from tournament.webhooks.services import tell

from . import queries
from .content import fingerprint
from .sheets import Sheet


def keep_first_revisions(*, tournament: Tournament, by: Author) -> None:
    """The first revisions of sheets that came in confirmed, in a file; within the act of the caller."""
    came = queries.whole_partidas(in_full=True).filter(
        round__tournament=tournament,
        protocol__state__in=Protocol.COUNTED,
        protocol__revisions__isnull=True,
    )
    book = ledger(tournament)
    revisions = (_revision(queries.sheet_of(partida, book), number=1, reason="", by=by) for partida in came)
    ProtocolRevision.objects.bulk_create(revisions)


def keep_revision(partida: Partida, *, reason: str, by: Author, departure: str = "") -> None:
    """Keep a counted sheet as it stands now, as its next revision; within the act of the caller.

    departure: why it is corrected although the time for that is over (R10.7).
    """
    sheet, number = queries.sheet(partida), partida.protocol.revisions.count() + 1
    _revision(sheet, number=number, reason=reason, by=by, departure=departure).save()
    corrected = sheet.protocol.state == Protocol.State.CORRECTED.value
    tell(
        tournament=partida.round.tournament,
        kind=(WebhookEvent.Kind.RESULT_CORRECTED if corrected else WebhookEvent.Kind.RESULT_CONFIRMED).value,
        round_number=partida.round.number,
        table=partida.table,
    )


def _revision(sheet: Sheet, *, number: int, reason: str, by: Author, departure: str = "") -> ProtocolRevision:
    content = sheet.as_dict() | {"revision": number}
    return ProtocolRevision(
        protocol=sheet.protocol,
        number=number,
        content=content,
        sha256=fingerprint(content),
        reason=reason,
        departure=departure,
        made_by=by.user,
        made_at=timezone.now(),
    )
