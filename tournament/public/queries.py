"""Reads of the public pages."""

from dataclasses import dataclass

from tournament.models import Protocol, Round


@dataclass(frozen=True)
class Progress:
    """How many tables of a round have a result that counts, of all that play."""

    done: int
    tables: int


def progress(round_: Round) -> Progress:
    """How far a round has come."""
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", flat=True))
    return Progress(done=sum(state in Protocol.COUNTED for state in states), tables=len(states))
