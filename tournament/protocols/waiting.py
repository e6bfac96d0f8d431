"""Deals that waited on a phone without network: written at last, or dropped, as a person has chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

import scoring
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Partida
from tournament.phrases import Refused

from .services import Recorded, record_deal, take_back_deal
from .sheets import Sheet

AFTER, INSTEAD = "after", "instead"


@dataclass(frozen=True)
class Waited:
    """How a deal was sent. version: of the protocol that its writer has seen; key: made when it was submitted.

    choice: empty as long as nothing else was written meanwhile; else `after` that, or `instead` of its last deal.
    """

    version: int
    key: str | None = None
    choice: str = ""


def write(*, seen: Sheet, deal: scoring.Deal, waited: Waited, by: Author) -> Recorded:
    """Write down a deal that was sent by a script; what a person has chosen for it stays in the journal.

    seen: the sheet as it was read just now; afterwards it is to be read anew.

    `instead` is two acts in one transaction: the last deal is taken back, as long as that is possible, and this one
    written. Raises what `record_deal` and `take_back_deal` raise; then nothing is changed.
    """
    partida = seen.partida
    with transaction.atomic():
        version = waited.version
        if waited.choice == INSTEAD and written_as(partida, waited.key) is None:
            take_back_deal(partida=partida, version=version, by=by)
        if waited.choice == INSTEAD:
            version += 1
        recorded = record_deal(partida=partida, deal=deal, version=version, key=waited.key, by=by, seen=seen)
        if waited.choice and recorded.created:
            with act(partida.round.tournament, "deal.chosen", by) as doing:
                doing.subject = _subject(partida)
                doing.data = {"number": recorded.deal.number, "choice": waited.choice}
    return recorded


def drop(*, partida: Partida, key: str, said: Mapping[str, str], by: Author) -> None:
    """A person keeps what the server has and drops the deal that waited; the journal keeps what it said.

    said: its fields as they were filled in. Refused once it is written: then it is on the sheet, and taken back there.
    """
    with act(partida.round.tournament, "deal.dropped", by) as doing:
        if (number := written_as(partida, key)) is not None:
            raise Refused("protocol.written_already", number=number)
        doing.subject = _subject(partida)
        doing.data = {"key": key, "said": dict(said)}
        earlier = AuditRecord.objects.filter(tournament=doing.tournament, action=doing.action, subject=doing.subject)
        if earlier.filter(data__key=key).exists():
            doing.unchanged()


def written_as(partida: Partida, key: str | None) -> int | None:
    """The number under which the deal with this key is written; None while it isn't."""
    return partida.protocol.deals.filter(key=key).values_list("number", flat=True).first() if key else None


def _subject(partida: Partida) -> str:
    return f"round {partida.round.number}, table {partida.table}"
