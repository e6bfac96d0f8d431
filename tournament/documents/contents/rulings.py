"""What the paper of rulings says: the ledger up to a round (R10)."""

from tournament.models import Round, Tournament
from tournament.protocols.content import iso
from tournament.rulings.queries import Line, lines

from .heading import Content


def rulings(round_: Round) -> Content:
    """The ledger up to this round, in the order in which it escalates; what was struck out stays (R10.4)."""
    return {"rulings": [each for each in all_rulings(round_.tournament) if each["round"] <= round_.number]}


def all_rulings(tournament: Tournament) -> list[Content]:
    """The whole ledger."""
    return [_ruling(line) for line in lines(tournament)]


def _ruling(line: Line) -> Content:
    offence, penalty = line.decision.offence, line.decision.penalty
    return {
        **offence.to_dict(),
        "sanctions": line.ruling.partida.round.rules.sanctions,
        "round": line.round,
        "table": line.table,
        "seat": offence.seat,
        "deal": offence.deal,
        "player": line.player,
        "entry": line.entry,
        "penalty": penalty.to_dict(),
        "fine_points": line.fine,
        "why": list(line.decision.why),
        "referee": line.ruling.referee,
        "at": iso(line.ruling.made_at),
        "withdrawn": offence.reason if offence.withdrawn else None,
    }
