"""What the paper of a draw shows: the tables of a round, and where everyone finds his own (R13.6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.formats import date_format

from tournament.draw.words import Accepted, accepted_breaches, drawn_before
from tournament.models import search_key

from .times import clock, local


@dataclass(frozen=True)
class DrawSide:
    """One side of a table: the numbers of its entries, its players, their clubs."""

    numbers: str
    players: tuple[str, ...]
    club: str


@dataclass(frozen=True)
class DrawRow:
    """A table of the round; table: "" for who is free, and then `b` is None."""

    table: str
    group: str
    by_hand: bool
    a: DrawSide
    b: DrawSide | None


@dataclass(frozen=True)
class PersonRow:
    """Where a player sits; table and seat are "" for who is free."""

    player: str
    entry: int
    table: str
    seat: str


@dataclass(frozen=True)
class DrawPaper:
    """The draw of a round: by tables, and by players in the order of their names."""

    landscape: ClassVar = False
    published: str
    rows: tuple[DrawRow, ...]
    people: tuple[PersonRow, ...]
    grouped: bool
    by_hand: bool
    accepted: tuple[Accepted, ...]
    drawn_before: str


def draw_paper(content: Mapping[str, Any]) -> DrawPaper:
    """A draw from the content of `contents.content_of_round`."""
    rows = tuple(map(_row, content["tables"]))
    moment = local(content["published"], content)
    return DrawPaper(
        published=f"{date_format(moment, 'DATE_FORMAT')} {clock(content['published'], content)}" if moment else "",
        rows=rows,
        people=tuple(sorted(_people(content["tables"]), key=lambda each: (search_key(each.player), each.entry))),
        grouped=any(row.group for row in rows),
        by_hand=any(row.by_hand for row in rows),
        accepted=tuple(accepted_breaches(content["draw"])),
        drawn_before=drawn_before(content["draw"]),
    )


def _row(table: Mapping[str, Any]) -> DrawRow:
    seats = table["seats"]
    first = _side([seat for seat in seats if seat["seat"] % 2])
    second = [seat for seat in seats if not seat["seat"] % 2]
    return DrawRow(
        table=str(table["table"] or ""),
        group=table["group"],
        by_hand=table["by_hand"],
        a=first,
        b=_side(second) if second else None,
    )


def _side(seats: list[Mapping[str, Any]]) -> DrawSide:
    return DrawSide(
        numbers=" / ".join(dict.fromkeys(str(seat["entry"]) for seat in seats)),
        players=tuple(seat["player"] for seat in seats),
        club=" / ".join(dict.fromkeys(seat["club"] for seat in seats if seat["club"])),
    )


def _people(tables: Iterable[Mapping[str, Any]]) -> Iterable[PersonRow]:
    for table in tables:
        for seat in table["seats"]:
            where = (str(table["table"]), str(seat["seat"])) if table["table"] else ("", "")
            yield PersonRow(seat["player"], seat["entry"], *where)
