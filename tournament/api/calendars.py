"""The rounds of a tournament in iCalendar (RFC 5545): only times that are known, none that are planned."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Round

from . import queries
from .queries import Published

LONGEST_LINE = 75
"""Octets, the break not counted."""


def calendar(public: Published, site: str) -> bytes:
    """The rounds of which the draw is public, each as an event of the reader's calendar."""
    tournament = public.tournament
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Domino//Tournament//EN",
        f"X-WR-CALNAME:{_text(tournament.name)}",
        *(line for round_ in queries.rounds(public) for line in _event(public, round_, site)),
        "END:VCALENDAR",
    ]
    return "".join(_folded(line) for line in lines).encode()


def _event(public: Published, round_: Round, site: str) -> Iterator[str]:
    """A round from its start to its end; before it is started, from its publication."""
    tournament = public.tournament
    begins = round_.started_at or round_.published_at
    if begins is None:
        return
    address = site + reverse("public:round", args=[tournament.slug, round_.number])
    yield "BEGIN:VEVENT"
    yield f"UID:{tournament.slug}-{tournament.pk}-round-{round_.number}@{site.partition('//')[2]}"
    yield f"DTSTAMP:{_time(round_.closed_at or begins)}"
    yield f"DTSTART:{_time(begins)}"
    ends = _end(round_)
    if ends and ends > begins:
        yield f"DTEND:{_time(ends)}"
    yield f"SUMMARY:{_text(tournament.name)}\\, {_text(str(round_))}"
    yield f"DESCRIPTION:{_text(_state(round_))}"
    if tournament.venue:
        yield f"LOCATION:{_text(tournament.venue)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


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
