"""What the paper of a draw says: who sits where, how that came about (R13.6)."""

from collections.abc import Iterator
from itertools import groupby

from tournament.draw.words import group_letters
from tournament.models import Round, Seat

from .heading import Content

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


def draw(round_: Round) -> Content:
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
