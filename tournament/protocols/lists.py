"""The tables of a round as lists show them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

import scoring
from tournament.ledger.queries import Ledger, ledger
from tournament.models import Entry, Partida, Protocol, Round

from .queries import scored, sides_of, whole_partidas
from .sheets import Side


@dataclass(frozen=True)
class TableLine:
    """A table of a round as lists show it. `score` and `winner` are what is written so far.

    `since`: when the protocol came into its present state; None where there is none. `under_protest`: a pair contests
    it, and the chief referee hasn't decided yet (R11.5).
    """

    partida: int
    round: int
    table: int | None
    kind: str
    state: str | None
    a: Side | None
    b: Side | None
    score: tuple[int, int] | None
    parts: tuple[int, int] | None
    winner: str | None
    deals: int
    counts: bool
    since: datetime | None = None
    under_protest: bool = False

    def named(self, name: Callable[[str], str]) -> "TableLine":
        """The same, its players called otherwise."""
        return replace(self, a=self.a and self.a.named(name), b=self.b and self.b.named(name))

    def without_result(self) -> "TableLine":
        """Who sits there, and nothing of what came of it: no more than the draw says."""
        bye = Partida.Kind.BYE.value
        drawn = bye if self.kind == bye else Partida.Kind.PLAYED.value
        return TableLine(
            partida=self.partida,
            round=self.round,
            table=self.table,
            kind=drawn,
            state=None,
            a=self.a,
            b=self.b,
            score=None,
            parts=None,
            winner=None,
            deals=0,
            counts=False,
        )

    @property
    def sides(self) -> list[Side]:
        return [side for side in (self.a, self.b) if side]

    @property
    def corrected(self) -> bool:
        """Whether its result was corrected after it was confirmed (R11.4)."""
        return self.state == Protocol.State.CORRECTED.value

    @property
    def kind_words(self) -> str:
        """Played, or what it is instead."""
        return str(Partida.Kind(self.kind).label)

    @property
    def words(self) -> str:
        """Where its protocol is, or why there is none."""
        return str(Protocol.State(self.state).label if self.state else Partida.Kind(self.kind).label)


def tables(round_: Round, entry: Entry | None = None, table: int | None = None) -> list[TableLine]:
    """All tables of a round in order, those who are free last; or only that at which an entry sits, or this one."""
    rules = round_.rules
    partidas = whole_partidas().filter(round=round_).order_by("table", "pk")
    if entry is not None:
        partidas = partidas.filter(pk__in=list(entry.seats.filter(round=round_).values_list("partida", flat=True)))
    if table is not None:
        partidas = partidas.filter(table=table)
    book = ledger(round_.tournament)
    lines = [_table_line(partida, rules, book) for partida in partidas]
    return sorted(lines, key=lambda line: (line.table is None, line.table or 0))


def _table_line(partida: Partida, rules: scoring.Regulations, book: Ledger) -> TableLine:
    sides = sides_of(partida.seats.all())
    protocol = getattr(partida, "protocol", None)
    played = protocol and partida.kind == Partida.Kind.PLAYED.value
    score = scored(partida, rules, book.effects(partida, rules)) if played else None
    begun = bool(score and protocol and (score.lines or protocol.parts))
    return TableLine(
        partida=partida.pk,
        round=partida.round.number,
        table=partida.table,
        kind=partida.kind,
        state=protocol.state if protocol else None,
        a=sides.get("a"),
        b=sides.get("b"),
        score=score.points if score and begun else None,
        parts=score.parts if score and begun and rules.best_of > 1 else None,
        winner=score.winner if score else partida.winner or None,
        deals=len(score.lines) if score else 0,
        counts=protocol.counts if protocol else True,
        since=_since(protocol) if protocol else None,
        under_protest=protocol is not None and protocol.under_protest,
    )


def _since(protocol: Protocol) -> datetime | None:
    steps = (protocol.confirmed_at, protocol.accepted_at, protocol.entered_at, protocol.started_at)
    return next((moment for moment in steps if moment), protocol.partida.round.published_at)


def unconfirmed_tables(round_: Round) -> list[int]:
    """The tables of a round whose protocols don't count yet."""
    waiting = Protocol.objects.filter(partida__round=round_).exclude(state__in=Protocol.COUNTED)
    return sorted(table for table in waiting.values_list("partida__table", flat=True) if table is not None)
