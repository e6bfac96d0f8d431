"""The rounds of a tournament in iCalendar (RFC 5545): as they were played, and until then as they are planned."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Round, TimetableLine, Tournament

from . import queries
from .queries import Published

LONGEST_LINE = 75
"""Octets, the break not counted."""


def calendar(public: Published, site: str) -> bytes:
    """The rounds of which the draw is public, and what else is planned, each as an event of the reader's calendar."""
    tournament = public.tournament
    rounds = {round_.number: round_ for round_ in queries.rounds(public)}
    planned = list(tournament.timetable.all())
    lines_by_round = {line.round_number: line for line in planned if line.round_number}
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Domino//Tournament//EN",
        f"X-WR-CALNAME:{_text(tournament.name)}",
    ]
    for round_ in rounds.values():
        lines += _event(public, round_, lines_by_round.get(round_.number), site)
    for line in planned:
        if line.round_number not in rounds:
            lines += _planned(public, line, site)
    return "".join(_folded(line) for line in [*lines, "END:VCALENDAR"]).encode()


def _event(public: Published, round_: Round, line: TimetableLine | None, site: str) -> Iterator[str]:
    """A round from its start to its end; before it is started, from its planned start, else from its publication."""
    tournament = public.tournament
    begins = round_.started_at or (line.starts_at if line else round_.published_at)
    if begins is None:
        return
    address = site + reverse("public:round", args=[tournament.slug, round_.number])
    yield "BEGIN:VEVENT"
    yield f"UID:{_uid(tournament, f'round-{round_.number}', site)}"
    yield f"DTSTAMP:{_time(round_.closed_at or round_.started_at or round_.published_at or begins)}"
    yield f"DTSTART:{_time(begins)}"
    ends = _end(round_) or (_planned_end(line) if line and not round_.started_at else None)
    if ends and ends > begins:
        yield f"DTEND:{_time(ends)}"
    yield f"SUMMARY:{_text(tournament.name)}\\, {_text(str(line or round_))}"
    yield f"DESCRIPTION:{_text(_state(round_))}"
    yield from _place(tournament)
    yield f"URL:{address}"
    yield "END:VEVENT"


def _planned(public: Published, line: TimetableLine, site: str) -> Iterator[str]:
    """What is planned and not drawn yet, or no round at all; a round keeps its UID once it is drawn."""
    tournament = public.tournament
    own = f"round-{line.round_number}" if line.round_number else f"line-{line.pk}"
    yield "BEGIN:VEVENT"
    yield f"UID:{_uid(tournament, own, site)}"
    yield f"DTSTAMP:{_time(tournament.created_at)}"
    yield f"DTSTART:{_time(line.starts_at)}"
    if ends := _planned_end(line):
        yield f"DTEND:{_time(ends)}"
    yield f"SUMMARY:{_text(tournament.name)}\\, {_text(str(line))}"
    yield f"DESCRIPTION:{_text(_('Planned.'))}"
    yield from _place(tournament)
    yield f"URL:{site + reverse('public:timetable', args=[tournament.slug])}"
    yield "END:VEVENT"


def _uid(tournament: Tournament, own: str, site: str) -> str:
    return f"{tournament.slug}-{tournament.pk}-{own}@{site.partition('//')[2]}"


def _place(tournament: Tournament) -> Iterator[str]:
    if tournament.venue:
        yield f"LOCATION:{_text(tournament.venue)}"


def _planned_end(line: TimetableLine) -> datetime | None:
    return line.starts_at + timedelta(minutes=line.minutes) if line.minutes else None


def _state(round_: Round) -> str:
    """Where the round stands, in words."""
    if round_.closed_at:
        return _("All results are confirmed.")
    return _("The clock was started.") if round_.started_at else _("The draw is published.")


def _end(round_: Round) -> datetime | None:
    """When it was closed; while it is played, when its time will be over, if the regulations set any."""
    if round_.closed_at:
        return round_.closed_at
    minutes = round_.rules.minutes
    return round_.started_at + timedelta(minutes=minutes) if round_.started_at and minutes else None


def _time(moment: datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """A text in which nothing is taken for an end of line or of a value."""
    printable = "".join(letter if letter.isprintable() else " " for letter in value)
    return printable.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 octets, none cut inside a letter, each but the first behind a space."""
    pieces, room = [""], LONGEST_LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append("")
            room = LONGEST_LINE - 1
        pieces[-1] += letter
        room -= size
    return "\r\n ".join(pieces) + "\r\n"
