"""Reads about protests: until when one can be lodged, which are open, where results are contested."""

from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet

from tournament.models import Protest, Round, Seat, Tournament
from tournament.phrases import Refused
from tournament.protocols.sheets import Sheet


def until(sheet: Sheet) -> datetime | None:
    """The end of the time for protests against a sheet, by the regulations; None: its round's end, whenever that is.

    It runs from the end of the partida, which is when the sheet was entered.
    """
    minutes, ended = sheet.rules.protest_minutes, sheet.protocol.entered_at
    return None if minutes is None or ended is None else ended + timedelta(minutes=minutes)


def open_protests(tournament: Tournament) -> QuerySet[Protest]:
    """The protests that wait for the chief referee, the oldest first."""
    waiting = Protest.objects.filter(
        protocol__partida__round__tournament=tournament, state=Protest.State.OPEN.value
    ).select_related("protocol__partida__round", "lodged_by")
    seats = Prefetch("protocol__partida__seats", Seat.objects.select_related("player__club", "entry__club"))
    return waiting.prefetch_related(seats).order_by("lodged_at", "pk")


def contested(tournament: Tournament) -> list[tuple[int, int]]:
    """Round and table of each result that is under protest, in published rounds."""
    waiting = open_protests(tournament).exclude(protocol__partida__round__state=Round.State.PROPOSED.value)
    places = waiting.values_list("protocol__partida__round__number", "protocol__partida__table")
    return sorted({(round_, table) for round_, table in places if table is not None})


def require_none_open(round_: Round) -> None:
    """Refuse while a protest against a protocol of this round isn't decided."""
    places = Protest.objects.filter(protocol__partida__round=round_, state=Protest.State.OPEN.value)
    found = set(places.values_list("protocol__partida__table", flat=True))
    if tables := sorted(table for table in found if table is not None):
        raise Refused("round.protests", field="reason", round=round_.number, tables=", ".join(map(str, tables)))
