"""The ledger of a tournament's rulings, and what it does to each partida."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from django.db.models import Prefetch

import scoring
from tournament.models import Partida, Ruling, Seat, Tournament


class OfPartida(Protocol):
    """A partida, or whatever else has its key."""

    @property
    def pk(self) -> Any: ...


@dataclass(frozen=True)
class LedgerLine:
    """A ruling as it stands in the ledger and what it comes to with those before it."""

    ruling: Ruling
    decision: scoring.Decision

    @property
    def partida(self) -> Partida:
        return self.ruling.partida


@dataclass(frozen=True)
class Ledger:
    """All rulings of a tournament, in the order in which they escalate: by round, then as they were made."""

    lines: tuple[LedgerLine, ...]

    @cached_property
    def _by_partida(self) -> dict[int, list[LedgerLine]]:
        found: dict[int, list[LedgerLine]] = {}
        for line in self.lines:
            found.setdefault(line.ruling.partida_id, []).append(line)
        return found

    def of(self, partida: OfPartida) -> list[LedgerLine]:
        """The lines of one partida, struck-out ones included (R10.4)."""
        return self._by_partida.get(partida.pk, [])

    def effects(self, partida: OfPartida, rules: scoring.Regulations) -> tuple[scoring.Ruling, ...]:
        """What the rulings do to one partida, for `scoring.play` (R10.2, R10.5)."""
        return scoring.rulings_for(rules, (line.decision for line in self.of(partida)), partida.pk)

    def expelled(self) -> dict[int, int]:
        """Players who were expelled, by the round from which they play no more (R8.5)."""
        found: dict[int, int] = {}
        for line in self.lines:
            if line.decision.penalty.expelled:
                for seat in line.partida.seats.all():
                    if seat.number in line.decision.seats():
                        found.setdefault(seat.player_id, line.partida.round.number + 1)
        return found


def ledger(tournament: Tournament) -> Ledger:
    """The ledger of a tournament; two queries, one while it has no rulings."""
    seats = Prefetch("partida__seats", Seat.objects.select_related("player", "entry"))
    rulings = (
        Ruling.objects.filter(partida__round__tournament=tournament)
        .select_related("partida__round__regulations", "partida__round__tournament", "made_by", "made_link__round")
        .prefetch_related(seats)
        .order_by("partida__round__number", "partida", "number")
    )
    return Ledger(tuple(_escalated(list(rulings))))


def offence_of(ruling: Ruling) -> scoring.Offence:
    """A ruling as the engine understands it; withdrawn if it is struck out."""
    player = next((s.player_id for s in ruling.partida.seats.all() if s.number == ruling.data["seat"]), None)
    offence = scoring.Offence.from_dict(ruling.data, player=player, partida=ruling.partida_id)
    return offence.struck(ruling.withdrawn_reason) if ruling.withdrawn_at else offence


def _escalated(rulings: list[Ruling]) -> Iterable[LedgerLine]:
    """Each table of infractions has a ledger of its own, should the rounds have different ones."""
    tables = [ruling.partida.round.rules.sanctions for ruling in rulings]
    decisions: dict[int, scoring.Decision] = {}
    for table in sorted(set(tables)):
        mine = [ruling for ruling, its in zip(rulings, tables, strict=True) if its == table]
        decided = scoring.escalate(table, map(offence_of, mine))
        decisions |= {ruling.pk: decision for ruling, decision in zip(mine, decided, strict=True)}
    return (LedgerLine(ruling, decisions[ruling.pk]) for ruling in rulings)
