"""Pairings become partidas: which table, which side, who sits on which seat (R1.2, R13.5)."""

from collections.abc import Mapping, Sequence
from itertools import count

from tournament.models import EntryMember, Partida, Protocol, Round, Seat, Stage

from .record import on_record
from .systems import Pairing
from .systems.individual import Table
from .systems.lots import lot
from .systems.swiss import Proposal


def write_round(stage: Stage, number: int, pairings: Sequence[Pairing], draw: dict[str, object]) -> Round:
    """A proposed round with its tables and seats; `draw`: how it came about."""
    round_ = Round.objects.create(tournament=stage.tournament, stage=stage, number=number, draw=draw)
    seat(round_, pairings)
    return round_


def write_swiss(stage: Stage, number: int, proposal: Proposal, seed: str) -> Round:
    """A proposed Swiss round with all that its draw rests on."""
    draw: dict[str, object] = {"method": "swiss", "seed": seed, "policy": stage.policy, **on_record(proposal)}
    return write_round(stage, number, sides_by_lots(proposal.pairings, seed), draw)


def sides_by_lots(pairings: Sequence[Pairing], seed: str) -> list[Pairing]:
    """Of the two who meet the one with the smaller lot sits on seats 1 and 3.

    The lots are those of "seed/seats", so that they have nothing to do with who meets whom.
    """
    return [_smaller_first(pairing, f"{seed}/seats") for pairing in pairings]


def _smaller_first(pairing: Pairing, seed: str) -> Pairing:
    if pairing.b is None or lot(pairing.a, seed) < lot(pairing.b, seed):
        return pairing
    return Pairing(pairing.b, pairing.a)


def table_numbers(pairings: Sequence[Pairing | Table], fixed: Mapping[int, int]) -> list[int]:
    """A table for each pairing: its own for one whose entry has a fixed table, else the next that is free, from 1.

    fixed: the table of each entry that has one. If two want the same table, the one that stands first gets it.

    >>> table_numbers([Pairing(1, 2), Pairing(3, 4), Pairing(5, 6)], fixed={4: 1})
    [2, 1, 3]
    """
    wanted: dict[int, int] = {}
    for at, pairing in enumerate(pairings):
        tables = [fixed[entry] for entry in pairing.entries if entry in fixed]
        if free := [table for table in tables if table not in wanted.values()]:
            wanted[at] = free[0]
    others = (table for table in count(1) if table not in wanted.values())
    return [wanted[at] if at in wanted else next(others) for at in range(len(pairings))]


def seat(round_: Round, pairings: Sequence[Pairing]) -> list[Partida]:
    """Partidas and seats for a round's pairings, tables in their order; who is free has no table."""
    met = [pairing for pairing in pairings if pairing.b is not None]
    free = [pairing for pairing in pairings if pairing.b is None]
    members = _members(round_)
    seated = [
        {
            place: member
            for places, entry in (((1, 3), pairing.a), ((2, 4), pairing.b))
            if entry is not None
            for place, member in zip(places, members[entry], strict=True)
        }
        for pairing in [*met, *free]
    ]
    return _write(round_, table_numbers(met, _fixed_tables(round_)), seated)


def seat_players(round_: Round, tables: Sequence[Table], free: Sequence[int]) -> list[Partida]:
    """Partidas and seats of an individual event: four entries a table; each who is free has a row without one."""
    members = {entry: member for entry, (member,) in _members(round_).items()}
    seated = [dict(enumerate((members[entry] for entry in table.entries), start=1)) for table in tables]
    seated += [{1: members[entry]} for entry in free]
    return _write(round_, table_numbers(tables, _fixed_tables(round_)), seated)


def _write(round_: Round, tables: Sequence[int], seated: Sequence[Mapping[int, EntryMember]]) -> list[Partida]:
    """The rows: who sits on which seat, table by table; those for whom no table is left are free."""
    partidas = [Partida(round=round_, table=table) for table in tables]
    partidas += [Partida(round=round_, table=None, kind=Partida.Kind.BYE.value) for _ in seated[len(tables) :]]
    Partida.objects.bulk_create(partidas)
    Seat.objects.bulk_create(
        Seat(
            partida=partida,
            round=round_,
            number=place,
            entry_id=member.entry_id,
            slot=member.slot,
            player_id=member.player_id,
        )
        for partida, places in zip(partidas, seated, strict=True)
        for place, member in places.items()
    )
    return partidas


def exchange(round_: Round, first: int, second: int) -> None:
    """Two entries of a round take each other's seats; one that has a fixed table takes it along (R13.5)."""
    places = Seat.objects.filter(round=round_, entry__number__in=(first, second)).select_related("entry", "partida")
    before: dict[int, list[Seat]] = {first: [], second: []}
    for place in places:
        before[place.entry.number].append(place)
    members = _members(round_)
    places.delete()
    Seat.objects.bulk_create(
        Seat(
            partida=place.partida,
            round=round_,
            number=place.number,
            entry_id=member.entry_id,
            slot=member.slot,
            player_id=member.player_id,
        )
        for entry, other in ((first, second), (second, first))
        for place, member in zip(before[entry], members[other], strict=True)
    )
    _keep_fixed_tables(round_, {first: before[second][0].partida, second: before[first][0].partida})


def _keep_fixed_tables(round_: Round, moved: Mapping[int, Partida]) -> None:
    """Those who were moved to `moved` and have a fixed table get it, unless somebody sits there who has the same."""
    fixed = _fixed_tables(round_)
    for entry, partida in moved.items():
        wanted, table = fixed.get(entry), partida.table
        if wanted is None or table in (None, wanted):
            continue
        own = [number for number, its in fixed.items() if its == wanted]
        holder = round_.partidas.filter(table=wanted)
        if not holder.filter(seats__entry__number__in=own).exists():
            round_.partidas.filter(pk=partida.pk).update(table=None)
            holder.update(table=table)
            round_.partidas.filter(pk=partida.pk).update(table=wanted)


def _fixed_tables(round_: Round) -> dict[int, int]:
    fixed = round_.tournament.entries.filter(fixed_table__isnull=False)
    return {entry.number: entry.fixed_table for entry in fixed if entry.fixed_table is not None}


def _members(round_: Round) -> dict[int, list[EntryMember]]:
    """Who plays for each entry in a round, by entry number, in the order of slots."""
    found: dict[int, list[EntryMember]] = {}
    members = EntryMember.objects.filter(tournament=round_.tournament, from_round__lte=round_.number)
    for member in members.select_related("entry").order_by("slot", "from_round"):
        if member.to_round is None or member.to_round >= round_.number:
            found.setdefault(member.entry.number, []).append(member)
    return found


def open_protocols(round_: Round) -> None:
    """An open protocol for each partida of a round that is to be played."""
    played = round_.partidas.filter(kind=Partida.Kind.PLAYED.value, protocol__isnull=True)
    Protocol.objects.bulk_create([Protocol(partida=partida) for partida in played])
