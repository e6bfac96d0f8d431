"""What the final report of a tournament says: what was played by which rules, and all that came of it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db.models import Max, Min, Prefetch

from tournament.corrections.queries import errata
from tournament.corrections.tables import ErratumLine, erratum_line
from tournament.models import Entry, EntryMember, Protest, Regulations, Round, Seat, Staff, Tournament
from tournament.protocols.content import iso, protest_dict
from tournament.protocols.lists import TableLine, tables
from tournament.protocols.queries import sides_of
from tournament.standings.queries import Table

from .heading import Content
from .places import final_places, stages_played
from .rulings import all_rulings

# In which order officials are named.
ROLES = [role.value for role in Staff.Role]


def report(tournament: Tournament) -> Content:
    """Regulations, officials, entries, every result, the places, and whatever was out of the ordinary."""
    played = stages_played(tournament)
    regulations = tournament.regulations
    return {
        **played_when(tournament),
        "regulations": regulations.value.to_dict(),
        "officials": officials(tournament),
        "entries": [_entry(entry) for entry in _entries(tournament)],
        "stages": [_stage(standings, regulations) for standings in played],
        "places": [_place(place.place, place.row.entry, place.stage.number) for place in final_places(played)],
        "rulings": all_rulings(tournament),
        "protests": [_protest(protest) for protest in _protests(tournament)],
        "errata": [_erratum(erratum_line(erratum)) for erratum in reversed(errata(tournament))],
    }


def played_when(tournament: Tournament) -> Content:
    """The days, by the hall's calendar, on which the first round began and the last was closed.

    Where no clock was started a round began when it was published.
    """
    found = tournament.rounds.aggregate(
        started=Min("started_at"), published=Min("published_at"), closed=Max("closed_at"), last=Max("published_at")
    )
    began, ended = found["started"] or found["published"], found["closed"] or found["last"]
    return {"began": _day(began, tournament), "ended": _day(ended, tournament)}


def _day(moment: datetime | None, tournament: Tournament) -> str | None:
    return moment.astimezone(tournament.zone).date().isoformat() if moment else None


def officials(tournament: Tournament) -> list[Content]:
    """Who has which role, in the order of roles."""
    posts = sorted(tournament.staff.select_related("user"), key=lambda post: (ROLES.index(post.role), post.pk))
    return [{"role": post.role, "name": str(post.user)} for post in posts]


def _entries(tournament: Tournament) -> Iterable[Entry]:
    members = Prefetch("members", EntryMember.objects.select_related("player"))
    return tournament.entries.select_related("club").prefetch_related(members)


def _entry(entry: Entry) -> Content:
    """An entry with everyone who played in it; `from` and `to` are rounds, where somebody was substituted."""
    return {
        "number": entry.number,
        "players": [
            {"name": member.player.name, "slot": member.slot, "from": member.from_round, "to": member.to_round}
            for member in entry.members.all()
        ],
        "club": entry.club.name if entry.club else "",
        "country": entry.country,
        "withdrawn_from": entry.withdrawn_from,
    }


def _stage(standings: Table, regulations: Regulations) -> Content:
    """A stage with its standings and rounds; its own regulations, where it has some (R3.5)."""
    stage = standings.stage
    said = standings.as_dict()
    own = stage.own_regulations
    rounds = stage.rounds.exclude(state=Round.State.PROPOSED.value).select_related("tournament", "regulations")
    return {
        "number": stage.number,
        "name": stage.name,
        "system": stage.system,
        "regulations": own.value.to_dict() if own else None,
        "criteria": said["criteria"],
        "rows": said["rows"],
        "rounds": [_round(each, own or regulations) for each in rounds],
    }


def _round(round_: Round, stage_regulations: Regulations) -> Content:
    """A round with its results; the regulations it was played by, where they were changed afterwards."""
    earlier = round_.regulations is not None and round_.regulations.data != stage_regulations.data
    return {
        "number": round_.number,
        "began": iso(round_.started_at or round_.published_at),
        "regulations": round_.rules.to_dict() if earlier else None,
        "tables": [_table(line) for line in tables(round_)],
    }


def _table(line: TableLine) -> Content:
    """A result as it counts: the score that decides, the side that won."""
    score = line.parts or line.score
    return {
        "table": line.table,
        "kind": line.kind,
        "sides": [side.as_dict() for side in line.sides],
        "score": list(score) if score else None,
        "winner": line.winner,
        "deals": line.deals,
        "corrected": line.corrected,
    }


def _place(place: int, entry: int, stage: int) -> Content:
    return {"place": place, "entry": entry, "stage": stage}


def _protests(tournament: Tournament) -> Sequence[Protest]:
    seats = Prefetch("protocol__partida__seats", Seat.objects.select_related("player__club", "entry__club"))
    whole = Protest.objects.filter(protocol__partida__round__tournament=tournament)
    return list(whole.select_related("protocol__partida__round").prefetch_related(seats).order_by("lodged_at", "pk"))


def _protest(protest: Protest) -> Content:
    partida = protest.protocol.partida
    sides = sides_of(partida.seats.all())
    where = {"round": partida.round.number, "table": partida.table, "players": list(sides[protest.side].players)}
    return where | protest_dict(protest)


def _erratum(line: ErratumLine) -> Content:
    """A correction in the words in which it was published, in the language that is active."""
    said: dict[str, Any] = {
        "round": line.round,
        "table": line.table,
        "at": iso(line.made_at),
        "sides": [side.as_dict() for side in (line.a, line.b) if side],
    }
    kept = ("before", "after", "stays", "winner", "deals", "reason", "departure")
    words = asdict(line)
    return said | {key: list(words[key]) if key == "deals" else words[key] for key in kept}
