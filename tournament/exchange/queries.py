"""The tournament file of a tournament: everything that a load of it needs, and nothing twice."""

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Prefetch

import scoring
from tournament.entries.queries import application_of, entries_of
from tournament.models import (
    Entry,
    EntryMember,
    Partida,
    Protest,
    Protocol,
    Round,
    Ruling,
    Seat,
    Stage,
    TimetableLine,
    Tournament,
)

FORMAT = "domino-tournament/1"
FULL = Tournament.Names.FULL.value


def dump(tournament: Tournament) -> dict[str, Any]:
    """The canonical document of a tournament: keys in the order of the schema, what is default left out.

    The time zone is always said, so that a file means the same everywhere.
    """
    in_force = tournament.regulations
    return _said(
        {
            "format": FORMAT,
            "slug": tournament.slug,
            "name": tournament.name,
            "venue": tournament.venue,
            "timezone": tournament.timezone,
            "public": tournament.is_public,
            "event": tournament.event if tournament.is_individual else None,
            "names_shown": None if tournament.names_shown == FULL else tournament.names_shown,
            "rehearsal": tournament.is_rehearsal,
            "timetable": [_timetable_line(line, tournament.zone) for line in tournament.timetable.all()],
            "releases": _releases(tournament),
        }
    ) | {
        "regulations": in_force.data,
        "entries": [_entry(entry) for entry in entries_of(tournament).prefetch_related("sit_outs")],
        "stages": [_stage(stage, in_force.data) for stage in _stages(tournament)],
    }


def _said(data: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, false or none: these are the defaults of the format."""
    return {key: value for key, value in data.items() if value not in (None, "", False, [], {})}


def _timetable_line(line: TimetableLine, zone: ZoneInfo) -> dict[str, Any]:
    starts = line.starts_at.astimezone(zone).isoformat(timespec="minutes")
    return _said({"starts": starts, "minutes": line.minutes, "round": line.round_number, "title": line.title})


def _releases(tournament: Tournament) -> list[dict[str, Any]]:
    """What was decided, by kind, for all rounds first."""
    decided = sorted(tournament.releases.all(), key=lambda release: (release.kind, release.round_number or 0))
    return [_said({"kind": each.kind, "round": each.round_number, "level": each.level}) for each in decided]


def _stages(tournament: Tournament) -> Iterable[Stage]:
    """The stages with all that is below them, in a fixed number of queries."""
    seats = Prefetch("seats", Seat.objects.select_related("entry"))
    partidas = Partida.objects.select_related("protocol").prefetch_related(
        seats, "rulings", "added_times", "protocol__deals", "protocol__protests"
    )
    rounds = Round.objects.select_related("regulations").prefetch_related(Prefetch("partidas", partidas))
    return tournament.stages.prefetch_related("regulations_versions", "lots", Prefetch("rounds", rounds))


def _entry(entry: Entry) -> dict[str, Any]:
    began: dict[int, EntryMember] = {}
    later = []
    for member in entry.members.all():
        if began.setdefault(member.slot, member) is not member:
            later.append(member)
    later.sort(key=lambda member: (member.from_round, member.slot))
    application = application_of(entry).as_data() | {"players": [member.player.name for member in began.values()]}
    substitutes = [
        {"place": member.slot, "player": member.player.name, "from_round": member.from_round} for member in later
    ]
    away = {
        "withdrawn_from": entry.withdrawn_from,
        "sits_out": [each.round_number for each in entry.sit_outs.all()],
    }
    return _said(application | away | {"substitutes": substitutes})


def _stage(stage: Stage, in_force: Any) -> dict[str, Any]:
    versions = list(stage.regulations_versions.all())
    own = versions[-1].data if versions else None
    rounds = [_round(round_, own or in_force) for round_ in stage.rounds.all()]
    lots = [{"seed": drawn.seed, "entries": drawn.entries} for drawn in stage.lots.all()]
    said = _said({"policy": stage.policy, "lineup": stage.lineup, "lots": lots, "regulations": own})
    return {"name": stage.name, "system": stage.system} | said | {"rounds": rounds}


def _round(round_: Round, in_force: Any) -> dict[str, Any]:
    own = round_.regulations.data if round_.regulations else in_force
    said = _said(
        {
            "number": round_.number,
            "state": round_.state if round_.state != Round.State.PUBLISHED.value else None,
            "draw": round_.draw,
            "regulations": own if own != in_force else None,
        }
    )
    partidas = sorted(round_.partidas.all(), key=_table_order)
    return said | {"partidas": [_partida(partida, own) for partida in partidas]}


def _table_order(partida: Partida) -> tuple[bool, int, int]:
    """By table, those who are free last, by the number of the entry."""
    first = min((seat.entry.number for seat in partida.seats.all()), default=0)
    return partida.table is None, partida.table or 0, first


def _partida(partida: Partida, regulations: Any) -> dict[str, Any]:
    sides = {seat.side: seat.entry.number for seat in partida.seats.all()}
    entries = [seat.entry.number for seat in partida.seats.all()]
    four = len(set(entries)) == 4
    said = _said(
        {
            "table": partida.table,
            "a": None if four else sides.get("a"),
            "b": None if four else sides.get("b"),
            "seats": entries if four else None,
            "kind": partida.kind if partida.kind != Partida.Kind.PLAYED.value else None,
            "winner": partida.winner,
        }
    )
    protocol: Protocol | None = getattr(partida, "protocol", None)
    if protocol is None:
        return said
    return said | _protocol(protocol, partida, regulations.get("best_of", 1))


def _protocol(protocol: Protocol, partida: Partida, best_of: int) -> dict[str, Any]:
    call = protocol.time_call
    totals = {"points": protocol.parts[0]} if protocol.parts and best_of == 1 else {"parts": protocol.parts}
    return _said(
        totals
        | {
            # Through the engine, since a database may keep the keys of JSON in an order of its own.
            "deals": [deal.value.to_dict() for deal in protocol.deals.all()],
            "time": {"after_deals": call.after_deals, "in_progress": call.in_progress} if call else None,
            "added": [{"seconds": added.seconds, "reason": added.reason} for added in partida.added_times.all()],
            "rulings": [_ruling(ruling) for ruling in partida.rulings.all()],
            "protests": [_protest(protest) for protest in protocol.protests.all()],
            "state": protocol.state if protocol.state != Protocol.State.CONFIRMED.value else None,
        }
    )


def _protest(protest: Protest) -> dict[str, Any]:
    return _said(
        {
            "side": protest.side,
            "refused_seat": protest.refused_seat,
            "text": protest.text,
            "state": None if protest.is_open else protest.state,
            "reason": protest.reason,
        }
    )


def _ruling(ruling: Ruling) -> dict[str, Any]:
    struck_out = {"withdrawn": ruling.withdrawn_reason} if ruling.withdrawn_at else {}
    return scoring.Offence.from_dict(ruling.data, player=None, partida=None).to_dict() | struck_out
