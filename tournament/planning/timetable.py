"""The timetable: what is planned when, in the hall's time, and how far play keeps to it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby, zip_longest

from tournament.models import Round, TimetableLine, Tournament

FIRST_YEAR, LAST_YEAR = 1980, 2199
"""Of days on which one can play. Earlier some zones were apart from UTC by seconds, too, which no file can say."""


@dataclass(frozen=True)
class Planned:
    """A line that somebody plans: when it begins, how long it takes, and which round or what else it is."""

    starts_at: datetime
    minutes: int | None = None
    round_number: int | None = None
    title: str = ""


@dataclass(frozen=True)
class Line:
    """A line of the timetable as it is read. `starts`, `ends`: in the hall's time.

    round: the round itself, once the reader sees it; began: when its clock was started, in the hall's time.
    overlaps: it is planned to end after the next line begins.
    """

    row: TimetableLine
    starts: datetime
    round: Round | None
    overlaps: bool = False

    @property
    def ends(self) -> datetime | None:
        return self.starts + timedelta(minutes=self.row.minutes) if self.row.minutes else None

    @property
    def began(self) -> datetime | None:
        at = self.round.started_at if self.round else None
        return at.astimezone(self.starts.tzinfo) if at else None

    @property
    def late(self) -> int:
        """Whole minutes that the round began after its time; 0 if it hasn't begun, or wasn't late.

        A round that began on another day of the hall was put off, not late.
        """
        if not self.round or not self.round.started_at or (self.began and self.began.date() != self.starts.date()):
            return 0
        return minutes_late(self.row.starts_at, self.round.started_at)


@dataclass(frozen=True)
class Day:
    """The lines of one day of the hall."""

    date: date
    lines: tuple[Line, ...]


def minutes_late(planned: datetime, began: datetime) -> int:
    """How many whole minutes a beginning came after its time; 0 if it came before it.

    >>> minutes_late(datetime(2026, 12, 5, 10, 0), datetime(2026, 12, 5, 10, 12, 59))
    12
    """
    return max(0, (began - planned) // timedelta(minutes=1))


def lines_of(tournament: Tournament, rounds: Iterable[Round]) -> list[Line]:
    """The timetable in its order. rounds: those that the reader sees. One query."""
    seen: Mapping[int, Round] = {round_.number: round_ for round_ in rounds}
    rows = list(tournament.timetable.all())
    following = zip_longest(rows, (row.starts_at for row in rows[1:]))
    return [
        Line(
            row=row,
            starts=row.starts_at.astimezone(tournament.zone),
            round=seen.get(row.round_number or 0),
            overlaps=follows is not None and row.starts_at + timedelta(minutes=row.minutes or 0) > follows,
        )
        for row, follows in following
    ]


def days_of(lines: Iterable[Line]) -> list[Day]:
    """The lines by the days of the hall."""
    return [Day(day, tuple(mine)) for day, mine in groupby(lines, lambda line: line.starts.date())]


def line_of_round(lines: Iterable[Line], number: int) -> Line | None:
    """The line of a round; None if it isn't planned."""
    return next((line for line in lines if line.row.round_number == number), None)


def coming(lines: Sequence[Line], begun: int) -> list[Line]:
    """What is planned after round `begun`, the last that has begun (0: none has), up to the next round and with it.

    It follows from the rounds, never from the time of day: what is late is still to come, and a page that is kept for
    everybody says the same at any minute.
    """
    last = max((at for at, line in enumerate(lines) if 0 < (line.row.round_number or 0) <= begun), default=-1)
    found = []
    for line in lines[last + 1 :]:
        found.append(line)
        if line.row.round_number:
            return found
    # Behind the last round there may still be the prizes, but nothing that a hall waits to play.
    return found


def overdue(coming_up: Sequence[Line], now: datetime) -> int:
    """Whole minutes by which the next round should have begun already; 0 if it has time, or its day is over.

    It depends on the time of day, so it is for pages that nobody keeps.
    """
    following = next((line for line in coming_up if line.row.round_number), None)
    if following is None or now.astimezone(following.starts.tzinfo).date() != following.starts.date():
        return 0
    return minutes_late(following.row.starts_at, now)


def last_begun(rounds: Iterable[Round]) -> int:
    """The number of the last round that has begun: its clock was started, or it is closed; 0 before the first."""
    return max((each.number for each in rounds if each.started_at or each.closed_at), default=0)


def fingerprint(tournament: Tournament) -> str:
    """Eight letters and digits that change with the timetable: what someone saw when he changed it."""
    rows = tournament.timetable.order_by("pk").values_list("pk", "starts_at", "minutes", "round_number", "title")
    return hashlib.sha256(repr([(pk, at.isoformat(), *rest) for pk, at, *rest in rows]).encode()).hexdigest()[:8]
