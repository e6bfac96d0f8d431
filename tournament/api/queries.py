"""What of a tournament is published, as other programs read it: each row passes `Seen` before it goes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import scoring
from tournament.corrections.queries import Erratum, errata
from tournament.documents.queries import documents as papers
from tournament.draw.brackets import Progress, progress
from tournament.draw.systems.bracket import State, places
from tournament.entries.queries import current_members, entries_of
from tournament.models import Document, Entry, Partida, Round, Stage, Tournament
from tournament.phrases import Refused
from tournament.protocols.lists import TableLine, tables
from tournament.protocols.sheets import Side
from tournament.releases.queries import DRAW, ENTRIES, RESULTS, STANDINGS, Seen, seen
from tournament.standings.cross_table import Line, Meeting, cross_table
from tournament.standings.queries import Row, Table, table

PLAYED = Partida.Kind.PLAYED.value


@dataclass(frozen=True)
class Published:
    """A public tournament, and what of it the public sees."""

    tournament: Tournament
    seen: Seen

    def names(self, players: Sequence[str]) -> list[str]:
        """Players as the public may read them."""
        return [self.seen.name(player) for player in players]


def published(slug: str) -> Published:
    """A public tournament by its slug; Refused if there is none. Who asks makes no difference here."""
    found = Tournament.objects.filter(slug=slug, is_public=True).first()
    if found is None:
        raise Refused("api.no_tournament")
    return Published(found, seen(found, official=False))


# -- tournament, stages, rounds, entries ---------------------------------------------------------------------------


def stage_of(public: Published, number: int) -> Stage:
    """A stage of the tournament."""
    stage = public.tournament.stages.filter(number=number).select_related("tournament").first()
    if stage is None:
        raise Refused("api.no_stage", number=number)
    return stage


def stage_row(public: Published, stage: Stage) -> dict[str, Any]:
    """A stage with its public rounds."""
    mine = [number for number, its in public.seen.stages.items() if its == stage.number]
    return {
        "number": stage.number,
        "name": stage.name,
        "system": stage.system,
        "rounds": [number for number in mine if public.seen.may(DRAW, number)],
        "standings_after": public.seen.last_standings(stage),
    }


def rounds(public: Published) -> list[Round]:
    """The rounds of which the draw is public."""
    return list(public.tournament.rounds.filter(number__in=public.seen.rounds(DRAW)).select_related("stage"))


def planned_starts(public: Published) -> dict[int, datetime]:
    """When each round is planned to begin, by its number."""
    planned = public.tournament.timetable.filter(round_number__isnull=False)
    return {number or 0: starts for number, starts in planned.values_list("round_number", "starts_at")}


def timetable(public: Published) -> list[dict[str, Any]]:
    """The lines of the timetable, in order."""
    return [
        {"starts_at": line.starts_at, "minutes": line.minutes, "round": line.round_number, "title": line.title}
        for line in public.tournament.timetable.all()
    ]


def round_row(public: Published, round_: Round, planned: datetime | None) -> dict[str, Any]:
    """A round: where it stands, and when it was planned to begin."""
    own = {name: getattr(round_, name) for name in ("number", "state", "published_at", "started_at", "closed_at")}
    return own | {
        "planned_at": planned,
        "stage": round_.stage.number,
        "results": public.seen.may(RESULTS, round_.number),
    }


def entries(public: Published) -> list[Entry]:
    """All entries; Refused if they aren't public."""
    if not public.seen.may(ENTRIES):
        raise Refused("api.no_entries")
    return list(entries_of(public.tournament))


def entry_row(public: Published, entry: Entry) -> dict[str, Any]:
    """An entry with those who play now."""
    return {
        "number": entry.number,
        "players": public.names([member.player.name for member in current_members(entry)]),
        "club": entry.club.name if entry.club else "",
        "country": entry.country,
        "withdrawn_from": entry.withdrawn_from,
    }


# -- tables and results --------------------------------------------------------------------------------------------


def lines(public: Published, number: int) -> list[TableLine]:
    """The tables of a round; Refused if its draw isn't public."""
    found = public.tournament.rounds.filter(number=number).select_related("tournament", "stage", "regulations").first()
    if found is None or not public.seen.may(DRAW, number):
        raise Refused("api.no_round", number=number)
    return tables(found)


def table_row(public: Published, line: TableLine) -> dict[str, Any]:
    """A table: who sits there, and its result once that is confirmed and public (R11.2)."""
    known = line.state is not None and line.counts and public.seen.may(RESULTS, line.round)
    return {
        "table": line.table,
        "a": _side(public, line.a),
        "b": _side(public, line.b),
        "result": _result(line) if known else None,
    }


def _result(line: TableLine) -> dict[str, Any]:
    return {
        "kind": line.kind,
        "points": line.score if line.kind == PLAYED else None,
        "parts": line.parts if line.kind == PLAYED else None,
        "winner": line.winner,
        "corrected": line.corrected,
        "under_protest": line.under_protest,
    }


def _side(public: Published, side: Side | None) -> dict[str, Any] | None:
    return {"entries": list(side.entries), "players": public.names(side.players)} if side else None


# -- standings, cross-table, bracket -------------------------------------------------------------------------------


def standings(public: Published, number: int, after: int | None) -> Table:
    """The standings of a stage after a round, the last public one if none is asked for; Refused if they aren't."""
    stage = stage_of(public, number)
    wanted = after or public.seen.last_standings(stage)
    if wanted is None or public.seen.stages.get(wanted) != number or not public.seen.may(STANDINGS, wanted):
        raise Refused("api.no_standings", number=number)
    return table(stage, after=wanted)


def standing_row(public: Published, row: Row) -> dict[str, Any]:
    """A row of the standings."""
    return {"group": row.group} | row.as_dict() | {"players": public.names(row.players), "withdrawn": row.withdrawn}


def crossed(public: Published, number: int, after: int | None) -> tuple[int, list[Line]]:
    """The lines of a stage's cross-table in the order of its standings, and after which round; refused as these are."""
    found = standings(public, number, after)
    groups = cross_table(found).groups
    return found.after.number if found.after else 0, [line for group in groups for line in group.lines]


def cross_row(public: Published, line: Line) -> dict[str, Any]:
    """A line of the cross-table."""
    return {
        "place": line.row.place,
        "group": line.row.group,
        "entry": line.row.entry,
        "players": public.names(line.row.players),
        "meetings": [_meeting(meeting) for meeting in line.meetings],
    }


def _meeting(meeting: Meeting) -> dict[str, Any]:
    return {
        "round": meeting.round,
        "table": meeting.table,
        "opponent": meeting.opponent.entry if meeting.opponent else None,
        "how": meeting.how,
        "points": meeting.score,
    }


def bracket(public: Published, number: int) -> dict[str, Any]:
    """The bracket of a knockout as far as its results are public; Refused before that of its first round is."""
    stage = stage_of(public, number)
    mine = [each for each, its in public.seen.stages.items() if its == number and public.seen.up_to(RESULTS, each)]
    if stage.system != Stage.System.KNOCKOUT.value or not stage.lineup or not mine:
        raise Refused("api.no_bracket", number=number)
    its = progress(stage, after=max(mine))
    players = {entry.number: entry_row(public, entry)["players"] for entry in entries_of(public.tournament)}
    decided = [
        {"place": place, "entry": entry, "players": players.get(entry, [])}
        for place, entry in places(its.bracket, its.results)
    ]
    return {"stage": number, "after": max(mine), "meetings": _bracket_rows(its, players), "places": decided}


def _bracket_rows(its: Progress, players: Mapping[int, list[str]]) -> list[dict[str, Any]]:
    states = its.states
    rows = []
    for meeting in its.bracket:
        drawn, state = its.drawn.get(meeting.key), states[meeting.key]
        seated = drawn if drawn and drawn.state != Round.State.PROPOSED.value else None
        points = seated.points if seated else {}
        rows.append(
            {
                "key": meeting.key,
                "section": meeting.section,
                "round_of_section": meeting.round,
                "number": meeting.number,
                "round": seated.round if seated else None,
                "table": seated.table if seated else None,
                "sides": [_bracket_side(entry, state, points, players) for entry in (state.a, state.b)],
            }
        )
    return rows


def _bracket_side(
    entry: int | None, state: State, points: Mapping[int, int], players: Mapping[int, list[str]]
) -> dict[str, Any]:
    known = entry is not None
    return {
        "entry": entry,
        "players": players.get(entry, []) if entry else [],
        "points": points.get(entry) if entry else None,
        "won": known and state.settled and state.winner == entry,
    }


# -- papers and corrections ----------------------------------------------------------------------------------------


def documents(public: Published) -> list[Document]:
    """The papers in force that the public may have, the newest first."""
    ready = papers(public.tournament).filter(state=Document.State.READY.value, replaced_by=None).defer("content")
    return [paper for paper in ready if public.seen.may_paper(paper.kind, paper.of_round)]


def document_row(paper: Document) -> dict[str, Any]:
    """A paper, but for the addresses."""
    names = ("code", "kind", "language", "revision", "sealed_at", "sha256", "size")
    table = paper.protocol.partida.table if paper.protocol else None
    return {name: getattr(paper, name) for name in names} | {"round": paper.of_round, "table": table}


def corrections(public: Published) -> list[Erratum]:
    """The corrections of public results, the latest first (R11.4)."""
    return [erratum for erratum in errata(public.tournament) if public.seen.may(RESULTS, erratum.round)]


def erratum_row(public: Published, erratum: Erratum) -> dict[str, Any]:
    """A correction: the result before and after."""
    return {
        "round": erratum.round,
        "table": erratum.table,
        "a": _side(public, erratum.sides["a"]),
        "b": _side(public, erratum.sides.get("b")),
        "before": _outcome(erratum.before),
        "after": _outcome(erratum.after),
        "reason": public.seen.words(erratum.reason),
        "made_at": erratum.made_at,
    }


def _outcome(content: Mapping[str, Any]) -> dict[str, Any]:
    """The result that a revision has."""
    played = content["kind"] == PLAYED
    in_parts = played and scoring.Regulations.from_dict(content["regulations"]).best_of > 1
    return {
        "kind": content["kind"],
        "points": content["totals"] if played else None,
        "parts": content["parts_won"] if in_parts else None,
        "winner": content["winner"] or None,
    }
