"""Reads of the public pages."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Protocol, Round, Stage, Tournament


@dataclass(frozen=True)
class Progress:
    """How many tables of a round have a result that counts, of all that play."""

    done: int
    tables: int


def progress(round_: Round) -> Progress:
    """How far a round has come."""
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", flat=True))
    return Progress(done=sum(state in Protocol.COUNTED for state in states), tables=len(states))


def brackets(tournament: Tournament) -> QuerySet[Stage]:
    """The knockouts of which a round is published."""
    return _begun(tournament).filter(system=Stage.System.KNOCKOUT.value).exclude(lineup=[])


def crossed(tournament: Tournament) -> QuerySet[Stage]:
    """The stages of which a round is published and in which meetings say more than a bracket does."""
    return _begun(tournament).exclude(system=Stage.System.KNOCKOUT.value)


def _begun(tournament: Tournament) -> QuerySet[Stage]:
    published = Round.objects.filter(tournament=tournament).exclude(state=Round.State.PROPOSED.value)
    return tournament.stages.filter(pk__in=published.values("stage"))
