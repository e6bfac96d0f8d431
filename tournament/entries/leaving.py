"""Leaving and being replaced: who is expelled, in which drawn rounds an entry is seated (R8.5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from tournament.ledger.queries import ledger
from tournament.models import Entry, EntryMember, Partida, Protocol, Round, Seat, Tournament

from .queries import current_members


def expelled(tournament: Tournament) -> dict[int, int]:
    """Players (by key) who were expelled, with the round from which they play no more."""
    return ledger(tournament).expelled()


def expelled_members(entry: Entry, out: Mapping[int, int]) -> dict[str, int]:
    """Those of the entry now who are among the expelled, by name, with their round."""
    return {member.player.name: out[member.player_id] for member in current_members(entry) if member.player_id in out}


@dataclass(frozen=True)
class Ahead:
    """A round in which an entry is seated, and whether anything of its partida is written."""

    round: int
    state: str
    table: int | None
    kind: str
    begun: bool
    seat: Seat

    @property
    def follows(self) -> str:
        """What is to be done if the entry doesn't play it.

        `draw`: proposed; at its publication the opponent is free, if it isn't drawn again before. `walkover`:
        published and not begun. Nothing else: it is free in it, or it is written what became of it.
        """
        if self.state == Round.State.PROPOSED.value:
            return "draw"
        return "walkover" if self.kind == Partida.Kind.PLAYED.value and not self.begun else ""


def ahead(entry: Entry, from_round: int = 1, slot: int = 1) -> list[Ahead]:
    """The rounds from there on in which the entry is seated, ascending."""
    seats = entry.seats.filter(slot=slot, round__number__gte=from_round).order_by("round__number")
    whole = seats.select_related("round", "partida__protocol").prefetch_related(
        "partida__rulings", "partida__protocol__deals"
    )
    return [
        Ahead(
            round=seat.round.number,
            state=seat.round.state,
            table=seat.partida.table,
            kind=seat.partida.kind,
            begun=_begun(seat),
            seat=seat,
        )
        for seat in whole
    ]


def _begun(seat: Seat) -> bool:
    """Whether it is written what became of this seat's partida, or anything that names its player."""
    partida = seat.partida
    coming = (Partida.Kind.PLAYED.value, Partida.Kind.BYE.value)
    if seat.round.state == Round.State.CLOSED.value or partida.kind not in coming or partida.rulings.all():
        return True
    protocol: Protocol | None = getattr(partida, "protocol", None)
    if protocol is None:
        return False
    return bool(protocol.parts or protocol.deals.all() or protocol.state != Protocol.State.OPEN.value)


def next_round_of(entry: Entry) -> int:
    """The first round in which nothing is written of the entry yet."""
    return max((line.round for line in ahead(entry) if line.begun), default=0) + 1


def member_in(entry: Entry, slot: int) -> EntryMember:
    """Who plays in this place of the entry now; 404 if it has no such place."""
    for member in current_members(entry):
        if member.slot == slot:
            return member
    raise Http404
