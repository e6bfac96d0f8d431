"""What the paper of a cross-table says: who met whom up to a round (R12.6)."""

from tournament.models import Round
from tournament.phrases import Refused
from tournament.standings.cross_table import Line, Meeting
from tournament.standings.cross_table import cross_table as crossed
from tournament.standings.queries import table

from .heading import Content


def cross_table(round_: Round) -> Content:
    """Who met whom up to this round, in the order of the standings. Raises Refused where partners change."""
    cross = crossed(table(round_.stage, after=round_.number))
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
