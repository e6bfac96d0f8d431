"""Loading a tournament file into a new tournament: all of it, or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

import scoring
from tournament.audit.services import Author, act
from tournament.draw.policy import StagePolicy
from tournament.entries.queries import Application
from tournament.entries.services import enrol, player_named
from tournament.models import (
    AddedTime,
    Deal,
    Entry,
    EntryMember,
    LotsDrawn,
    Partida,
    Protest,
    Protocol,
    Regulations,
    Release,
    Round,
    Ruling,
    Seat,
    SitOut,
    Staff,
    Stage,
    Tournament,
)
from tournament.phrases import Refused
from tournament.planning.scheduling import write_lines
from tournament.planning.timetable import Planned
from tournament.protocols.revisions import keep_first_revisions

from .checks import problems
from .ledger import offence_of
from .origin import CHANGED, origin_of
from .shape import Problem

SEATS_OF = {"a": (1, 3), "b": (2, 4)}
Data = Mapping[str, Any]


class LoadError(Exception):
    """The document can't be loaded; `problems` are all the reasons that were found, each with its path."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def load(document: Any, by: Author, slug: str | None = None, *, although_changed: bool = False) -> Tournament:
    """A new tournament from a document of the tournament file, under its own slug or another.

    One transaction; whoever loads it becomes its organiser. although_changed: even if somebody changed the file after
    it was signed. Raises `LoadError`.
    """
    origin = origin_of(document)
    if slug is not None and isinstance(document, dict):
        document = document | {"slug": slug}
    found = problems(document)
    if not found and origin.state == CHANGED and not although_changed:
        found = [Problem("origin", str(Refused("file.changed", name=origin.name, key=origin.fingerprint)))]
    if found:
        raise LoadError(found)
    with transaction.atomic():
        tournament = _new_tournament(document)
        with act(tournament, "tournament.loaded", by) as doing:
            doing.subject = f"tournament:{tournament.slug}"
            if by.user:
                Staff.objects.create(user=by.user, tournament=tournament, role=Staff.Role.ORGANISER.value)
            doing.data = fill(tournament, document, by) | {"signature": origin.state}
            doing.data |= {"origin": f"{origin.name} ({origin.fingerprint})"} if origin.key else {}
    return tournament


def _new_tournament(document: Data) -> Tournament:
    slug = document["slug"]
    try:
        with transaction.atomic():
            return Tournament.objects.create(
                slug=slug,
                name=_tidy(document["name"]),
                venue=_tidy(document.get("venue", "")),
                timezone=document.get("timezone", Tournament._meta.get_field("timezone").default),
                is_public=document.get("public", False),
                event=document.get("event", Tournament.Event.PAIRS.value),
                is_rehearsal=document.get("rehearsal", False),
                names_shown=document.get("names_shown", Tournament.Names.FULL.value),
            )
    except IntegrityError:
        raise LoadError([Problem("slug", str(Refused("file.slug_taken", slug=slug)))]) from None


def _tidy(text: str) -> str:
    return " ".join(text.split())


def fill(tournament: Tournament, document: Data, by: Author) -> dict[str, int]:
    """Write all that the document says; returns how much of what there was, for the journal."""
    versions = _write_regulations(tournament, document, by)
    sides = {data["number"]: _write_entry(tournament, data) for data in document["entries"]}
    rows = _Rows()
    for number, data in enumerate(document["stages"], 1):
        stage = Stage.objects.create(
            tournament=tournament,
            number=number,
            name=_tidy(data["name"]),
            system=data["system"],
            policy=StagePolicy.from_dict(data.get("policy", {})).to_dict(),
            lineup=data.get("lineup", []),
        )
        LotsDrawn.objects.bulk_create(
            LotsDrawn(stage=stage, number=at, **drawn) for at, drawn in enumerate(data.get("lots", ()), 1)
        )
        theirs = versions | _write_stage_regulations(stage, data, by)
        for round_data in data["rounds"]:
            rows.add_round(stage, round_data, theirs[_canonical(_played_by(round_data, data, document))], sides)
    rows.write()
    Release.objects.bulk_create(
        Release(tournament=tournament, kind=data["kind"], round_number=data.get("round"), level=data["level"])
        for data in document.get("releases", ())
    )
    write_lines(tournament, [_planned(data) for data in document.get("timetable", ())])
    keep_first_revisions(tournament=tournament, by=by)
    return {"entries": len(sides), "rounds": len(rows.rounds), "partidas": len(rows.partidas)}


def _planned(data: Data) -> Planned:
    starts = datetime.fromisoformat(data["starts"])
    return Planned(starts, data.get("minutes"), data.get("round"), _tidy(data.get("title", "")))


def _canonical(regulations: Data) -> str:
    """Regulations as text, equal for equal regulations."""
    return repr(scoring.Regulations.from_dict(regulations).to_dict())


def _played_by(round_: Data, stage: Data, document: Data) -> Data:
    """The regulations of a round: its own, else those of the stage, else those of the tournament (R3.5)."""
    given: Data = round_.get("regulations") or stage.get("regulations") or document["regulations"]
    return given


def _write_regulations(tournament: Tournament, document: Data, by: Author) -> dict[str, Regulations]:
    """A version for each regulations in the document, those of the tournament last: they are in force.

    Those of a stage are the stage's own, and aren't among them.
    """
    values = {}
    for stage in document["stages"]:
        for round_ in stage["rounds"]:
            data = _played_by(round_, stage, document)
            if data is not stage.get("regulations"):
                values[_canonical(data)] = data
    last = _canonical(document["regulations"])
    values.pop(last, None)
    values[last] = document["regulations"]
    return {
        text: _write_version(number, data, by, tournament=tournament)
        for number, (text, data) in enumerate(values.items(), 1)
    }


def _write_stage_regulations(stage: Stage, data: Data, by: Author) -> dict[str, Regulations]:
    """The stage's own regulations, if it has some."""
    if "regulations" not in data:
        return {}
    own = data["regulations"]
    return {_canonical(own): _write_version(1, own, by, tournament=stage.tournament, stage=stage)}


def _write_version(number: int, data: Data, by: Author, **whose: Tournament | Stage) -> Regulations:
    value = scoring.Regulations.from_dict(data)
    return Regulations.objects.create(number=number, data=value.to_dict(), created_by=by.user, **whose)


def _write_entry(tournament: Tournament, data: Data) -> list[EntryMember]:
    """Register an entry; returns its members by slot."""
    entry = enrol(
        tournament,
        Application(
            players=tuple(_tidy(name) for name in data["players"]),
            club=_tidy(data.get("club", "")),
            country=_tidy(data.get("country", "")),
            number=data["number"],
            seed=data.get("seed"),
            fixed_table=data.get("fixed_table"),
        ),
    )
    if data.get("withdrawn_from"):
        Entry.objects.filter(pk=entry.pk).update(withdrawn_from=data["withdrawn_from"])
    away = sorted(set(data.get("sits_out", ())))
    SitOut.objects.bulk_create(SitOut(entry=entry, round_number=number) for number in away)
    for substitute in data.get("substitutes", ()):
        _write_substitute(entry, substitute)
    return list(entry.members.all())


def _write_substitute(entry: Entry, data: Data) -> None:
    """The place is his from the round on, after the one who had it before (R8.5)."""
    first = data["from_round"]
    entry.members.filter(slot=data["place"], to_round=None).update(to_round=first - 1)
    EntryMember.objects.create(
        tournament=entry.tournament,
        entry=entry,
        player=player_named(_tidy(data["player"]), entry.club),
        slot=data["place"],
        from_round=first,
    )


def _playing(members: Sequence[EntryMember], round_: int) -> list[EntryMember]:
    """Who of an entry's members plays in a round, by place."""
    return [
        member
        for member in members
        if member.from_round <= round_ and (member.to_round is None or round_ <= member.to_round)
    ]


def _places(data: Data) -> list[tuple[int, tuple[int, ...]]]:
    """The entries of a partida with the seats for their players: one or two each."""
    by_side = [(data[side], places) for side, places in SEATS_OF.items() if data.get(side) is not None]
    return by_side + [(entry, (seat,)) for seat, entry in enumerate(data.get("seats", ()), 1)]


@dataclass
class _Rows:
    """The rows of all rounds, gathered and then written table by table."""

    rounds: list[Round] = field(default_factory=list)
    partidas: list[Partida] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    protocols: list[Protocol] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    added_times: list[AddedTime] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    protests: list[Protest] = field(default_factory=list)

    def write(self) -> None:
        """Each after those it points at."""
        Round.objects.bulk_create(self.rounds)
        Partida.objects.bulk_create(self.partidas)
        Seat.objects.bulk_create(self.seats)
        Protocol.objects.bulk_create(self.protocols)
        Deal.objects.bulk_create(self.deals)
        AddedTime.objects.bulk_create(self.added_times)
        Ruling.objects.bulk_create(self.rulings)
        Protest.objects.bulk_create(self.protests)

    def add_round(
        self, stage: Stage, data: Data, regulations: Regulations, sides: Mapping[int, list[EntryMember]]
    ) -> None:
        """A round with its partidas; published ones have protocols, regulations and the time of loading."""
        state, now = data.get("state", Round.State.PUBLISHED.value), timezone.now()
        published = state != Round.State.PROPOSED.value
        round_ = Round(
            tournament=stage.tournament,
            stage=stage,
            number=data["number"],
            state=state,
            regulations=regulations if published else None,
            draw=data.get("draw", {}),
            published_at=now if published else None,
            closed_at=now if state == Round.State.CLOSED.value else None,
        )
        self.rounds.append(round_)
        for partida_data in data["partidas"]:
            partida = self._add_partida(round_, partida_data, sides)
            if published and partida.kind != Partida.Kind.BYE.value:
                self._add_protocol(partida, partida_data)

    def _add_partida(self, round_: Round, data: Data, sides: Mapping[int, list[EntryMember]]) -> Partida:
        partida = Partida(
            round=round_,
            table=data.get("table"),
            kind=data.get("kind", Partida.Kind.PLAYED.value),
            winner=data.get("winner") or "",
        )
        self.partidas.append(partida)
        self.seats += [
            Seat(
                partida=partida,
                round=round_,
                number=place,
                entry_id=member.entry_id,
                slot=member.slot,
                player_id=member.player_id,
            )
            for entry, places in _places(data)
            for place, member in zip(places, _playing(sides[entry], round_.number), strict=False)
        ]
        return partida

    def _add_protocol(self, partida: Partida, data: Data) -> None:
        state, now = data.get("state", Protocol.State.CONFIRMED.value), timezone.now()
        time = data.get("time") or {}
        protocol = Protocol(
            partida=partida,
            state=state,
            parts=[data["points"]] if "points" in data else data.get("parts"),
            time_after_deals=time.get("after_deals"),
            time_in_progress=time.get("in_progress"),
            entered_at=None if state == Protocol.State.OPEN.value else now,
            accepted_at=now if state not in (Protocol.State.OPEN.value, Protocol.State.ENTERED.value) else None,
            confirmed_at=now if state in Protocol.COUNTED else None,
        )
        self.protocols.append(protocol)
        self.deals += [
            Deal(
                protocol=protocol,
                number=number,
                data=scoring.Deal.from_dict(deal).to_dict(),
                recorded_at=now,
            )
            for number, deal in enumerate(data.get("deals", ()), 1)
        ]
        self.added_times += [AddedTime(partida=partida, **_added(added)) for added in data.get("added", ())]
        self.rulings += [_ruling(partida, number, ruling) for number, ruling in enumerate(data.get("rulings", ()), 1)]
        self.protests += [
            _protest(protocol, number, protest) for number, protest in enumerate(data.get("protests", ()), 1)
        ]


def _added(data: Data) -> dict[str, Any]:
    return {"seconds": data["seconds"], "reason": _tidy(data["reason"])}


def _ruling(partida: Partida, number: int, data: Data) -> Ruling:
    now = timezone.now()
    written = {key: value for key, value in data.items() if key != "withdrawn"}
    return Ruling(
        partida=partida,
        number=number,
        data=offence_of(written).to_dict(),
        made_at=now,
        withdrawn_reason=data.get("withdrawn", ""),
        withdrawn_at=now if "withdrawn" in data else None,
    )


def _protest(protocol: Protocol, number: int, data: Data) -> Protest:
    now, state = timezone.now(), data.get("state", Protest.State.OPEN.value)
    return Protest(
        protocol=protocol,
        number=number,
        side=data["side"],
        refused_seat=data.get("refused_seat"),
        text=data["text"],
        lodged_at=now,
        state=state,
        reason=data.get("reason", ""),
        decided_at=None if state == Protest.State.OPEN.value else now,
    )
