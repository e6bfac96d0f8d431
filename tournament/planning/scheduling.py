"""The acts of a timetable: a line is planned, changed or struck off, the rest of a day is moved."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from tournament.audit.services import Author, act
from tournament.models import TimetableLine, Tournament
from tournament.phrases import Refused

from .timetable import Planned, fingerprint

MOST_LINES = 500
FURTHEST_MOVE = 24 * 60
"""Minutes by which the rest of a day is moved at most."""


def write_lines(tournament: Tournament, planned: Sequence[Planned]) -> None:
    """Write down a whole timetable, within the act of the caller."""
    TimetableLine.objects.bulk_create(TimetableLine(tournament=tournament, **vars(line)) for line in planned)


def plan_line(*, tournament: Tournament, planned: Planned, by: Author, seen: str | None = None) -> TimetableLine:
    """A further line of the timetable. seen: the fingerprint of the timetable that its author saw; None: a program."""
    with act(tournament, "timetable.planned", by) as doing:
        _require_seen(doing.tournament, seen)
        if doing.tournament.timetable.count() >= MOST_LINES:
            raise Refused("timetable.too_long", limit=MOST_LINES)
        _require_sense(planned)
        _require_free(doing.tournament, planned, None)
        line = doing.tournament.timetable.create(**vars(planned))
        _require_order(doing.tournament)
        doing.data = as_data(planned)
    return line


def plan_rounds(
    *,
    tournament: Tournament,
    first: int,
    count: int,
    starts_at: datetime,
    minutes: int,
    by: Author,
    seen: str | None = None,
) -> None:
    """Rounds one after another, each so many minutes after the one before it, changing tables included."""
    with act(tournament, "timetable.planned", by) as doing:
        _require_seen(doing.tournament, seen)
        if doing.tournament.timetable.count() + count > MOST_LINES:
            raise Refused("timetable.too_long", limit=MOST_LINES)
        lines = [Planned(starts_at + timedelta(minutes=minutes * at), minutes, first + at) for at in range(count)]
        for line in lines:
            _require_free(doing.tournament, line, None)
        write_lines(doing.tournament, lines)
        _require_order(doing.tournament)
        doing.data = {"lines": [as_data(line) for line in lines]}


def change_line(*, line: TimetableLine, planned: Planned, by: Author, seen: str | None = None) -> None:
    """Another time, length, round or title for a line."""
    with act(line.tournament, "timetable.changed", by) as doing:
        _require_seen(doing.tournament, seen)
        current = _current(doing.tournament, line)
        before = Planned(current.starts_at, current.minutes, current.round_number, current.title)
        if before == planned:
            doing.unchanged()
            return
        _require_sense(planned)
        _require_free(doing.tournament, planned, current)
        TimetableLine.objects.filter(pk=current.pk).update(**vars(planned))
        _require_order(doing.tournament)
        doing.data = {"before": as_data(before), "after": as_data(planned)}


def remove_line(*, line: TimetableLine, by: Author, seen: str | None = None) -> None:
    """Strike a line off the timetable."""
    with act(line.tournament, "timetable.removed", by) as doing:
        _require_seen(doing.tournament, seen)
        current = _current(doing.tournament, line)
        doing.data = as_data(Planned(current.starts_at, current.minutes, current.round_number, current.title))
        current.delete()


def move_rest(*, line: TimetableLine, minutes: int, by: Author, seen: str | None = None) -> int:
    """Move a line and what follows it on the same day of the hall, later or earlier; returns how many lines moved."""
    with act(line.tournament, "timetable.moved", by) as doing:
        _require_seen(doing.tournament, seen)
        if not minutes or abs(minutes) > FURTHEST_MOVE:
            raise Refused("timetable.move", field="minutes", limit=FURTHEST_MOVE)
        current, zone = _current(doing.tournament, line), doing.tournament.zone
        day = current.starts_at.astimezone(zone).date()
        rows = list(doing.tournament.timetable.all())
        rest = [row for row in rows[rows.index(current) :] if row.starts_at.astimezone(zone).date() == day]
        for row in rest:
            row.starts_at += timedelta(minutes=minutes)
        TimetableLine.objects.bulk_update(rest, ["starts_at"])
        _require_order(doing.tournament)
        doing.data = {"from": str(current), "minutes": minutes, "lines": len(rest)}
    return len(rest)


def as_data(planned: Planned) -> dict[str, Any]:
    """A line for the journal."""
    return {
        "starts": planned.starts_at.isoformat(timespec="minutes"),
        "minutes": planned.minutes,
        "round": planned.round_number,
        "title": planned.title,
    }


def order_refusal(rounds: Iterable[tuple[int, Any]]) -> Refused | None:
    """Why rounds with these starts can't be played in their order; None if they can.

    >>> order_refusal([(1, 10), (2, 11)]) is None
    True
    >>> order_refusal([(1, 11), (2, 11)]).params
    {'round': 2, 'before': 1}
    """
    starts: Mapping[int, Any] = dict(sorted(rounds))
    numbers = list(starts)
    for earlier, later in pairwise(numbers):
        if starts[later] <= starts[earlier]:
            return Refused("timetable.order", field="round_number", round=later, before=earlier)
    return None


def _require_order(tournament: Tournament) -> None:
    planned = tournament.timetable.filter(round_number__isnull=False).values_list("round_number", "starts_at")
    if refusal := order_refusal((number or 0, starts) for number, starts in planned):
        raise refusal


def _require_sense(planned: Planned) -> None:
    if planned.round_number is None and not planned.title.strip():
        raise Refused("timetable.says_nothing", field="title")


def _require_free(tournament: Tournament, planned: Planned, but: TimetableLine | None) -> None:
    """A round is planned once."""
    if planned.round_number is None:
        return
    others = tournament.timetable.exclude(pk=but.pk) if but else tournament.timetable
    if others.filter(round_number=planned.round_number).exists():
        raise Refused("timetable.round_twice", field="round_number", round=planned.round_number)


def _current(tournament: Tournament, line: TimetableLine) -> TimetableLine:
    """The line as it is under the lock."""
    current = tournament.timetable.filter(pk=line.pk).first()
    if current is None:
        raise Refused("timetable.changed_meanwhile")
    return current


def _require_seen(tournament: Tournament, seen: str | None) -> None:
    if seen and seen != fingerprint(tournament):
        raise Refused("timetable.changed_meanwhile")
