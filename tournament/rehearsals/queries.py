"""How far a round of a rehearsal has come."""

from dataclasses import dataclass

from tournament.models import Job, Partida, Protocol, Round, Tournament
from tournament.planning.queries import current_round

PLAY = "tournament.rehearsals.tasks.play"
"""The task that plays the tables of a round."""


@dataclass(frozen=True)
class Progress:
    """Of the round that is on: its tables, how many of them count, at how many nobody has written anything.

    under_way: whether the program is playing them now.
    """

    round: Round
    tables: int
    done: int
    untouched: int
    under_way: bool


def progress(tournament: Tournament) -> Progress | None:
    """How far the round that is on has come; None while none is published that is still played."""
    round_ = current_round(tournament)
    if round_ is None or round_.state != Round.State.PUBLISHED.value:
        return None
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", flat=True))
    working = Job.objects.filter(task=PLAY, arguments=[round_.pk], status__in=[Job.Status.QUEUED, Job.Status.RUNNING])
    return Progress(
        round=round_,
        tables=len(states),
        done=sum(state in Protocol.COUNTED for state in states),
        untouched=len(untouched(round_)),
        under_way=working.exists(),
    )


def untouched(round_: Round) -> list[Partida]:
    """The tables of a round at which nobody has written anything yet, in order: what people write stays theirs."""
    open_sheets = round_.partidas.filter(protocol__state=Protocol.State.OPEN.value, kind=Partida.Kind.PLAYED.value)
    begun = {"protocol__deals__isnull": True, "protocol__time_after_deals__isnull": True, "rulings__isnull": True}
    found = open_sheets.filter(**begun).order_by("table").select_related("protocol")
    return [partida for partida in found if not partida.protocol.parts]
