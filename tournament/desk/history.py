"""What happened at a table: everything of one partida in order, from the draw to its papers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.draw.words import DrawnTable, drawn_tables
from tournament.models import AuditRecord, Document, Partida, Round
from tournament.officials.queries import referee_at
from tournament.phrases import author_words
from tournament.protocols.lists import tables

from .details import Detail, details
from .tables import KINDS_OF_ACTS, act_words

# Acts on a whole round that every one of its tables was touched by.
OF_THE_ROUND = ("draw.", "clock.", "referees.", "round.", "links.")


@dataclass(frozen=True)
class Step:
    """One act: when, who, what, what kind of act it is (a key of `KINDS_OF_ACTS`), and all that is on record.

    whole: it was done to the whole round, not to this table alone.
    """

    number: int
    at: datetime
    who: str
    what: str
    kind: str
    kind_words: str
    whole: bool
    details: tuple[Detail, ...]


@dataclass(frozen=True)
class TableHistory:
    """A table of a round: how it was drawn, who its referee is, what happened in order, and its papers."""

    partida: Partida
    drawn: DrawnTable
    referee: str
    steps: tuple[Step, ...]
    papers: tuple[Document, ...]


def history(round_: Round, table: int) -> TableHistory | None:
    """What happened at a table; None if the round has none of that number now."""
    partida = round_.partidas.filter(table=table).select_related("protocol").first()
    if partida is None:
        return None
    papers = tuple(Document.objects.filter(protocol__partida=partida).order_by("created_at", "pk"))
    (drawn,) = drawn_tables(round_, tables(round_, table=table))
    return TableHistory(
        partida=partida,
        drawn=drawn,
        referee=referee_at(round_, table),
        steps=tuple(_steps(round_, table, papers)),
        papers=papers,
    )


def _steps(round_: Round, table: int, papers: Iterable[Document]) -> Iterable[Step]:
    whole = f"round {round_.number}"
    on_papers = [f"{paper.kind} {paper.code}" for paper in papers]
    of_the_round = Q()
    for action in OF_THE_ROUND:
        of_the_round |= Q(action__startswith=action)
    records = round_.tournament.journal.filter(
        Q(subject=f"{whole}, table {table}") | Q(subject__in=on_papers) | (Q(subject=whole) & of_the_round)
    )
    return (_step(record, whole=record.subject == whole) for record in records.order_by("number"))


def _step(record: AuditRecord, *, whole: bool) -> Step:
    area = record.action.partition(".")[0]
    return Step(
        number=record.number,
        at=record.at,
        who=author_words(record.actor_name),
        what=act_words(record.action),
        kind=area,
        kind_words=str(KINDS_OF_ACTS.get(area, "")),
        whole=whole,
        details=tuple(details(record)),
    )
