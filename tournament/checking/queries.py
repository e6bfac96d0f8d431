"""The signed protocols of a tournament that wait for a second official, the oldest first, and who looks at which."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Prefetch

from tournament.models import Partida, Protocol, Round, Seat, Tournament, User
from tournament.protocols.queries import sides_of, writers
from tournament.protocols.sheets import Side

HELD_SECONDS = 120
"""How long an opened sheet is offered to others last; it binds nobody."""


@dataclass(frozen=True)
class Waiting:
    """A protocol that waits. `mine`: its reader wrote something of it, so another official confirms it (R11.2)."""

    partida: int
    round: int
    table: int | None
    a: Side
    b: Side
    since: datetime | None
    mine: bool


@dataclass(frozen=True)
class Progress:
    """How many protocols of a round are confirmed already, of all that it has."""

    done: int
    total: int


def waiting(tournament: Tournament, reader: int | None) -> list[Waiting]:
    """The signed protocols of the published rounds, the oldest first."""
    seats = Prefetch("partida__seats", Seat.objects.select_related("player__club", "entry__club"))
    accepted = (
        Protocol.objects.filter(partida__round__tournament=tournament, state=Protocol.State.ACCEPTED.value)
        .exclude(partida__round__state=Round.State.PROPOSED.value)
        .select_related("partida__round")
        .prefetch_related("deals", seats)
        .order_by("accepted_at", "pk")
    )
    return [_waiting(protocol, reader) for protocol in accepted]


def _waiting(protocol: Protocol, reader: int | None) -> Waiting:
    partida, sides = protocol.partida, sides_of(protocol.partida.seats.all())
    return Waiting(
        partida=partida.pk,
        round=partida.round.number,
        table=partida.table,
        a=sides["a"],
        b=sides["b"],
        since=protocol.accepted_at,
        mine=reader in writers(protocol),
    )


def progress(round_: Round) -> Progress:
    """How far the protocols of a round are."""
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", flat=True))
    return Progress(sum(state in Protocol.COUNTED for state in states), len(states))


def offer(found: Sequence[Waiting], reader: User, after: str) -> Waiting | None:
    """The first that its reader may confirm and nobody else has open, or else the first; from now on he has it open.

    after: the partida that he has put off, as the address says it: those behind it come first.
    """
    free = [line for line in found if not line.mine]
    place = next((place for place, line in enumerate(free, 1) if str(line.partida) == after), 0)
    free = free[place:] + free[:place]
    chosen = next((line for line in free if _held_by(line) in (None, reader.pk)), free[0] if free else None)
    _hold(chosen, reader)
    return chosen


def _hold(chosen: Waiting | None, reader: User) -> None:
    """Mark what he has open, and let go what he had before."""
    mine = f"checking:of:{reader.pk}"
    before = cache.get(mine)
    if before is not None and cache.get(_key(before)) == reader.pk:
        cache.delete(_key(before))
    if chosen and cache.add(_key(chosen.partida), reader.pk, HELD_SECONDS):
        cache.set(mine, chosen.partida, HELD_SECONDS)


def other_holder(line: Waiting, reader: User) -> str:
    """Who else has this sheet open; empty if nobody."""
    holder = _held_by(line)
    return "" if holder in (None, reader.pk) else str(User.objects.filter(pk=holder).first() or "")


def _held_by(line: Waiting) -> int | None:
    holder: int | None = cache.get(_key(line.partida))
    return holder


def _key(partida: int) -> str:
    return f"checking:{partida}"


def whose(partida: Partida) -> Protocol:
    """The protocol as it is now, with the names of those who did something to it."""
    return Protocol.objects.select_related("confirmed_by", "sent_back_by").get(partida=partida)
