"""Reads about draws: who can play a round, who has met, what is drawn."""

from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from tournament.ledger.queries import ledger
from tournament.models import Entry, EntryMember, Partida, Protocol, Round, Seat, Stage, Tournament


@dataclass(frozen=True)
class History:
    """What earlier rounds of a stage leave behind: who met whom, who was free (bye or walkover win)."""

    met: dict[int, set[int]] = field(default_factory=dict)
    free: set[int] = field(default_factory=set)


def playing(tournament: Tournament, number: int) -> QuerySet[Entry]:
    """The entries that play round `number`: all that haven't withdrawn or been expelled before it (R8.5)."""
    out = [player for player, from_round in ledger(tournament).expelled().items() if from_round <= number]
    staying = tournament.entries.filter(Q(withdrawn_from__isnull=True) | Q(withdrawn_from__gt=number))
    return staying.exclude(members__in=EntryMember.objects.filter(player__in=out, to_round__isnull=True))


def next_number(tournament: Tournament) -> int:
    """The number that the next round gets."""
    last = tournament.rounds.last()
    return last.number + 1 if last else 1


def history(stage: Stage, before: int) -> History:
    """What the rounds of a stage before round `before` leave behind."""
    found = History()
    seats = Seat.objects.filter(round__stage=stage, round__number__lt=before).select_related("entry", "partida")
    tables: dict[int, dict[str, int]] = {}
    partidas: dict[int, Partida] = {}
    for seat in seats:
        tables.setdefault(seat.partida_id, {})[seat.side] = seat.entry.number
        partidas[seat.partida_id] = seat.partida
    for pk, sides in tables.items():
        if partidas[pk].kind == Partida.Kind.BYE.value:
            found.free.add(sides["a"])
            continue
        found.met.setdefault(sides["a"], set()).add(sides["b"])
        found.met.setdefault(sides["b"], set()).add(sides["a"])
        if partidas[pk].winner:
            found.free.add(sides[partidas[pk].winner])
    return found


def has_results(round_: Round) -> bool:
    """Whether anything is written down in a round's protocols."""
    begun = Q(deals__isnull=False) | Q(parts__isnull=False) | ~Q(state=Protocol.State.OPEN.value)
    return Protocol.objects.filter(begun, partida__round=round_).exists()


def can_go_back(round_: Round) -> bool:
    """Whether a round can be taken back: while it has no results (R13.6)."""
    return round_.state != Round.State.CLOSED.value and not has_results(round_)


def pairings_of(round_: Round) -> list[tuple[int, int | None]]:
    """The pairings of a round as entry numbers, (a, b) or (a, None), in the order of tables."""
    sides: dict[int, dict[str, int]] = {}
    seats = Seat.objects.filter(round=round_).select_related("entry", "partida")
    for place in sorted(seats, key=lambda seat: (seat.partida.table is None, seat.partida.table, seat.partida_id)):
        sides.setdefault(place.partida_id, {})[place.side] = place.entry.number
    return [(pair["a"], pair.get("b")) for pair in sides.values()]
