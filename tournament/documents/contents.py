"""What the papers of a round say, read once as plain data: its draw, the cross-table and the bracket after it.

Names, figures and codes; words only in a bracket, whose places are called in the language of its paper.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from typing import Any

from django.utils import translation

from tournament.draw.bracket_page import bracket_page, entry_names
from tournament.draw.brackets import progress
from tournament.draw.words import group_letters
from tournament.models import Document, Round, Seat, Stage
from tournament.phrases import Refused
from tournament.standings.cross_table import Line, Meeting, cross_table
from tournament.standings.queries import table

Content = dict[str, Any]

# Of the record of a draw: how it came about and what people changed, but neither its proof nor who changed it.
OF_THE_DRAW = (
    "method",
    "seed",
    "groups",
    "legs",
    "changed",
    "accepted",
    "reason",
    "unconfirmed",
    "override_reason",
)


def content_of(kind: str, round_: Round, *, sheet: str, language: str) -> Content:
    """What a paper of this kind says of a published round; sheet: `a4` or `letter`.

    Raises Refused where there is nothing to say: the round isn't published, partners change, it is no knockout.
    """
    if round_.state == Round.State.PROPOSED.value:
        raise Refused("document.not_published", number=round_.number)
    with translation.override(language):
        return _common(round_, sheet) | READ[kind](round_)


def _common(round_: Round, sheet: str) -> Content:
    tournament = round_.tournament
    return {
        "tournament": tournament.name,
        "slug": tournament.slug,
        "venue": tournament.venue,
        "timezone": tournament.timezone,
        "event": tournament.event,
        "stage": round_.stage.name,
        "round": round_.number,
        "sheet": sheet,
    }


# -- the draw of a round -------------------------------------------------------------------------------------


def _draw(round_: Round) -> Content:
    """Who sits where, how that came about and what was changed by hand (R13.6)."""
    marked = [set(mark["entries"]) for mark in round_.draw.get("by_hand", ())]
    return {
        "published": round_.published_at.isoformat(timespec="seconds") if round_.published_at else None,
        "draw": {key: round_.draw[key] for key in OF_THE_DRAW if key in round_.draw},
        "tables": list(_tables(round_, marked)),
    }


def _tables(round_: Round, marked: list[set[int]]) -> Iterator[Content]:
    """The tables in order, then who is free: at no table."""
    groups = group_letters(round_.stage.lineup)
    seats = seats_of(round_)
    for number, mine in sorted(seats, key=lambda each: (each[0] is None, each[0] or 0)):
        entries = {seat.entry.number for seat in mine}
        yield {
            "table": number,
            "group": groups.get(mine[0].entry.number, ""),
            "by_hand": entries in marked,
            "seats": [seat_content(seat) for seat in mine],
        }


def seats_of(round_: Round) -> list[tuple[int | None, list[Seat]]]:
    """The seats of each partida of a round with its table, None for who is free; one query."""
    seats = (
        Seat.objects.filter(round=round_)
        .select_related("partida", "player__club", "entry__club")
        .order_by("partida__table", "partida", "number")
    )
    return [(mine[0].partida.table, mine) for mine in (list(its) for _pk, its in groupby(seats, _partida))]


def _partida(seat: Seat) -> int:
    return seat.partida_id


def seat_content(seat: Seat) -> Content:
    """Who sits on a seat: the player, for which entry, from which club if any."""
    club = seat.entry.club or seat.player.club
    return {
        "seat": seat.number,
        "player": seat.player.name,
        "entry": seat.entry.number,
        "club": club.name if club else "",
    }


# -- the cross-table -----------------------------------------------------------------------------------------


def _cross_table(round_: Round) -> Content:
    """Who met whom up to this round, in the order of the standings (R12.6)."""
    cross = cross_table(table(round_.stage, after=round_.number))
    if not cross.by_pairs:
        raise Refused("document.no_cross_table", stage=round_.stage.name)
    if not cross.standings.rows:
        raise Refused("document.no_rows")
    return {
        "groups": [{"letter": group.letter, "lines": [_line(line) for line in group.lines]} for group in cross.groups],
        "missing": [list(place) for place in cross.standings.missing],
    }


def _line(line: Line) -> Content:
    return {
        "place": line.row.place,
        "entry": line.row.entry,
        "players": list(line.row.players),
        "wins": line.row.standing.wins,
        "difference": line.row.standing.difference,
        "meetings": [_meeting(meeting) for meeting in line.meetings],
    }


def _meeting(meeting: Meeting) -> Content:
    return {
        "round": meeting.round,
        "opponent": meeting.opponent.entry if meeting.opponent else None,
        "how": meeting.how,
        "score": list(meeting.score) if meeting.score else None,
    }


# -- the bracket ---------------------------------------------------------------------------------------------


def _bracket(round_: Round) -> Content:
    """The whole bracket as it stands now (R13.3)."""
    stage = round_.stage
    if stage.system != Stage.System.KNOCKOUT.value or not stage.lineup:
        raise Refused("document.no_bracket", stage=stage.name)
    page = bracket_page(progress(stage), entry_names(stage))
    return {
        "sections": [
            {"title": title, "rounds": [_of_round(each) for each in rounds]} for title, rounds in page.sections
        ],
        "places": [list(place) for place in page.places],
        "torn": list(page.torn),
    }


def _of_round(bracket_round: Any) -> Content:
    return {"title": bracket_round.title, "meetings": list(map(_of_meeting, bracket_round.meetings))}


def _of_meeting(meeting: Any) -> Content:
    kept = ("number", "round", "table", "note")
    said = asdict(meeting)
    return {key: said[key] for key in kept} | {"sides": list(said["sides"])}


READ: Mapping[str, Callable[[Round], Content]] = {
    Document.Kind.DRAW.value: _draw,
    Document.Kind.CROSS_TABLE.value: _cross_table,
    Document.Kind.BRACKET.value: _bracket,
}


def subject_round(kind: str, round_: Round) -> dict[str, Any]:
    """What tells the papers that replace one another: a bracket is of its stage, whatever round it was issued after."""
    return {"round__stage": round_.stage} if kind == Document.Kind.BRACKET.value else {"round": round_}
