"""The ledger of rulings as people read it, and what a new ruling would come to."""

from dataclasses import dataclass

import scoring
from tournament.ledger.queries import LedgerLine, ledger
from tournament.models import Partida, Ruling, Tournament

# Besides the infractions of the table, a referee may rule freely, with a reason (R10.7).
OTHER = "other"


@dataclass(frozen=True)
class Line:
    """One entry of the ledger: who, where, what, and what it comes to."""

    ruling: Ruling
    decision: scoring.Decision
    player: str
    entry: int
    round: int
    table: int | None
    fine: int

    @property
    def infraction(self) -> scoring.Infraction | None:
        return self.decision.infraction

    @property
    def withdrawn(self) -> bool:
        return self.ruling.withdrawn_at is not None


def lines(tournament: Tournament) -> list[Line]:
    """The whole ledger of a tournament in the order in which it escalates, struck-out entries included (R10.4)."""
    return [_line(line) for line in ledger(tournament).lines]


def _line(line: LedgerLine) -> Line:
    partida = line.ruling.partida
    seat = next(seat for seat in partida.seats.all() if seat.number == line.decision.offence.seat)
    return Line(
        ruling=line.ruling,
        decision=line.decision,
        player=seat.player.name,
        entry=seat.entry.number,
        round=partida.round.number,
        table=partida.table,
        fine=scoring.fine_points(partida.round.rules, line.decision.penalty),
    )


def proposed(partida: Partida, offence: scoring.Offence) -> scoring.Decision:
    """What a new entry would come to, with all that the ledger holds already (R10.3)."""
    rules, here = partida.round.rules, (partida.round.number, partida.pk)
    before = [line for line in ledger(partida.round.tournament).lines if _place(line) <= here]
    same_table = [line for line in before if line.partida.round.rules.sanctions == rules.sanctions]
    return scoring.propose(rules.sanctions, [line.decision.offence for line in same_table], offence)


def _place(line: LedgerLine) -> tuple[int, int]:
    return line.partida.round.number, line.partida.pk
