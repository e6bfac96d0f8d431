"""What the page of an entry says: who it is, every partida it played, the course of its places."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import scoring
from tournament.entries.queries import current_members
from tournament.ledger.queries import Ledger, ledger
from tournament.models import Entry, Partida, Seat, Stage
from tournament.protocols.queries import scored, sides_of, whole_partidas
from tournament.protocols.sheets import Side
from tournament.releases.queries import RESULTS
from tournament.standings.cross_table import OUTCOMES
from tournament.standings.queries import Row

from . import queries
from .course import Course, course, places
from .frame import Frame


@dataclass(frozen=True)
class Played:
    """A partida of the entry as its page lists it.

    side: `a` or `b`, where it sits; partner: in an individual event, who sat with it. how: a key of `OUTCOMES`, or ""
    where the result is held back; score: points for and against as they count; place: after the round, if it is known.
    """

    round: int
    table: int | None
    side: str
    partner: Side | None
    opponents: Side | None
    how: str
    score: tuple[int, int] | None
    place: int | None
    has_protocol: bool

    @property
    def won(self) -> bool:
        """Whether it won."""
        return self.how in ("won", "walkover_won")

    @property
    def words(self) -> str:
        """How it came out."""
        return str(OUTCOMES[self.how][1]) if self.how else ""


@dataclass(frozen=True)
class EntryPage:
    """An entry for everyone. row: where it stands now, in the newest standings that the reader sees.

    players: their keys and names, for the way to their pages; nobody where the reader sees initials.
    """

    number: int
    name: str
    club: str
    country: str
    withdrawn_from: int | None
    row: Row | None
    played: tuple[Played, ...]
    courses: tuple[Course, ...]
    players: tuple[tuple[int, str], ...]


def entry_page(frame: Frame, entry: Entry) -> EntryPage:
    """The page of an entry, as the reader of the frame may see it. Its queries depend on stages, not on rounds."""
    seen = frame.seen
    found: dict[int, int] = {}
    courses, row = [], None
    for stage in _stages_of(frame, entry):
        after = seen.last_standings(stage)
        newest = queries.standings(seen, stage, after) if after else None
        mine = places(seen, stage, entry.number, newest)
        found |= mine
        row = next((each for each in newest.rows if each.entry == entry.number), row) if newest else row
        courses.append(course(stage, mine, len(newest.rows) if newest else 0))
    return EntryPage(
        number=entry.number,
        name=queries.entry_name(seen, entry),
        club=entry.club.name if entry.club else "",
        country=entry.country,
        withdrawn_from=entry.withdrawn_from,
        row=row,
        played=tuple(_played(frame, entry, found)),
        courses=tuple(each for each in courses if each),
        players=()
        if seen.names_are_hidden
        else tuple((member.player_id, member.player.name) for member in current_members(entry)),
    )


def standing_of(frame: Frame, entry: Entry) -> Row | None:
    """Where the entry stands in the newest standings that the reader sees and it is in."""
    for stage in reversed(_stages_of(frame, entry)):
        if after := frame.seen.last_standings(stage):
            rows = queries.standings(frame.seen, stage, after).rows
            return next((row for row in rows if row.entry == entry.number), None)
    return None


def _stages_of(frame: Frame, entry: Entry) -> list[Stage]:
    """The stages that the entry plays, as far as their draw is seen."""
    lists_it = [not stage.lineup or any(entry.number in group for group in stage.lineup) for stage in frame.stages]
    return [stage for stage, its in zip(frame.stages, lists_it, strict=True) if its]


def _played(frame: Frame, entry: Entry, found: dict[int, int]) -> Iterator[Played]:
    rounds = {round_.pk: round_ for round_ in frame.rounds}
    mine = list(Seat.objects.filter(entry=entry, round__in=rounds).values_list("partida", flat=True))
    book = ledger(frame.tournament)
    for partida in whole_partidas().filter(pk__in=mine).order_by("round__number"):
        partida.round = rounds[partida.round_id]
        yield _line(frame, entry, partida, book, found.get(partida.round.number))


def _line(frame: Frame, entry: Entry, partida: Partida, book: Ledger, place: int | None) -> Played:
    seen, number = frame.seen, partida.round.number
    seats = list(partida.seats.all())
    seat = next(seat for seat in seats if seat.entry_id == entry.pk)
    sides = {key: side.named(seen.name) for key, side in sides_of(seats).items()}
    own, other = sides[seat.side], sides.get("b" if seat.side == "a" else "a")
    partners = sides_of([each for each in seats if each.side == seat.side and each.entry_id != entry.pk])
    partner = partners.get(seat.side)
    protocol = getattr(partida, "protocol", None)
    result = _result(partida, seat, book) if seen.may(RESULTS, number) else None
    return Played(
        round=number,
        table=partida.table,
        side=seat.side,
        partner=partner.named(seen.name) if partner and len(own.entries) > 1 else None,
        opponents=other,
        how=_how(partida, result) if seen.may(RESULTS, number) else "",
        score=(result.points_for, result.points_against) if result and result.kind not in WITHOUT_SCORE else None,
        place=place,
        has_protocol=protocol is not None and protocol.counts and partida.kind == Partida.Kind.PLAYED.value,
    )


WITHOUT_SCORE = ("void", "both_absent")


def _result(partida: Partida, seat: Seat, book: Ledger) -> scoring.SeatResult | None:
    """How the partida counts for the seat; None while it isn't confirmed (R11.2)."""
    protocol = getattr(partida, "protocol", None)
    if protocol is not None and not protocol.counts:
        return None
    if protocol is None and partida.kind == Partida.Kind.PLAYED.value:
        return None
    rules = partida.round.rules
    played = partida.kind == Partida.Kind.PLAYED.value
    score = scored(partida, rules, book.effects(partida, rules)) if played else None
    winner = cast(scoring.Side | None, partida.winner or None)
    return scoring.seat_results(rules, partida.kind, score, winner)[seat.number]


def _how(partida: Partida, result: scoring.SeatResult | None) -> str:
    """How it came out, as a key of `OUTCOMES`."""
    if result is None:
        return "waiting"
    if partida.kind == Partida.Kind.WALKOVER.value:
        return "walkover_won" if result.won else "walkover_lost"
    if partida.kind != Partida.Kind.PLAYED.value:
        return partida.kind
    return "won" if result.won else "lost" if result.lost else "level"
