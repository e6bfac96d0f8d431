"""My table: where one entry sits now and next, with whom, against whom, how long yet, and how it ended."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import scoring
from tournament.clock.queries import clocks_of
from tournament.clock.tables import Face, face
from tournament.models import Entry, Round
from tournament.protocols.lists import TableLine, tables
from tournament.protocols.sheets import Side
from tournament.releases.queries import RESULTS, Seen

from .queries import public_name

SEATS = {"a": (1, 3), "b": (2, 4)}


@dataclass(frozen=True)
class Place:
    """Who sits on a seat; mine: the entry's own player."""

    seat: int
    name: str
    mine: bool

    @property
    def side(self) -> str:
        return scoring.side_of(self.seat)


@dataclass(frozen=True)
class Meeting:
    """A round of one entry. table None: it is free.

    state: in words, while there is no result. result: `won`, `lost`, `drawn`, or empty; score: mine, then theirs.
    """

    round: Round
    table: int | None
    places: tuple[Place, ...]
    opponents: str
    partner: str
    face: Face | None
    state: str
    result: str
    score: tuple[int, int] | None

    @property
    def table_text(self) -> str:
        """For addresses."""
        return str(self.table)


def meeting(entry: Entry, round_: Round, sees: Seen) -> Meeting | None:
    """Where the entry sits in a round; None where it doesn't play."""
    line = next(iter(tables(round_, entry)), None)
    if line is None:
        return None
    mine, theirs = _sides(line, entry)
    counts = line.counts and line.table is not None and sees.may(RESULTS, round_.number)
    return Meeting(
        round=round_,
        table=line.table,
        places=_places(line, entry, sees),
        opponents=public_name(sees, theirs.players) if theirs else "",
        partner=_partner(mine, entry, sees),
        face=_face(line, round_),
        state="" if counts else _state(line),
        result=_result(line, mine) if counts else "",
        score=_score(line, mine) if counts else None,
    )


def _sides(line: TableLine, entry: Entry) -> tuple[Side | None, Side | None]:
    """The entry's own side, and the other one."""
    return (line.a, line.b) if line.a and entry.number in line.a.entries else (line.b, line.a)


def _places(line: TableLine, entry: Entry, sees: Seen) -> tuple[Place, ...]:
    """Who sits where, by seat."""
    places = [
        Place(seat, sees.name(player), mine=_is_mine(side, position, entry))
        for key, side in (("a", line.a), ("b", line.b))
        if side
        for position, (seat, player) in enumerate(zip(SEATS[key], side.players, strict=False))
    ]
    return tuple(sorted(places, key=lambda place: place.seat))


def _is_mine(side: Side, position: int, entry: Entry) -> bool:
    """A pair has both seats of its side; in an individual event each seat has an entry of its own (R1.3)."""
    return side.entries[min(position, len(side.entries) - 1)] == entry.number


def _partner(mine: Side | None, entry: Entry, sees: Seen) -> str:
    """With whom a player was drawn; empty in a pair, which knows (R13.4)."""
    if mine is None or len(mine.entries) < 2:
        return ""
    others = [name for at, name in enumerate(mine.players) if not _is_mine(mine, at, entry)]
    return public_name(sees, others)


def _face(line: TableLine, round_: Round) -> Face | None:
    """The clock of the table, while it is played."""
    plays = line.table is not None and not line.counts and round_.state == Round.State.PUBLISHED.value
    return face(clocks_of(round_, [line.partida])[line.partida]) if plays else None


def _state(line: TableLine) -> str:
    """How the table stands, without a word of the score."""
    if line.table is None or line.state is None:
        return ""
    if line.state == "open":
        return _("being played") if line.deals else ""
    return _("waiting for confirmation") if not line.counts else ""


def _result(line: TableLine, mine: Side | None) -> str:
    if line.winner is None:
        return "drawn" if line.score else ""
    return "won" if (line.winner == "a") == (mine is line.a) else "lost"


def _score(line: TableLine, mine: Side | None) -> tuple[int, int] | None:
    """As it counts: parts won where several are played, else points; the entry's own first."""
    score = line.parts or line.score
    if score is None:
        return None
    a, b = score
    return (a, b) if mine is line.a else (b, a)
