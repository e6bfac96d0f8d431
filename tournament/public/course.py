"""The course of an entry's places as a small drawing: what its page shows beside the list of its partidas."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Stage, StandingSnapshot
from tournament.releases.queries import STANDINGS, Seen
from tournament.standings.queries import Table

WIDTH, HEIGHT, MARGIN = 320, 120, 20
"""Of the drawing, in its own units; the margin holds the figures."""


@dataclass(frozen=True)
class Mark:
    """A place after a round, and where it is drawn. `named`: whether its figure is written beside it."""

    round: int
    place: int
    x: int
    y: int
    named: bool

    @property
    def above(self) -> int:
        """Where its figure stands: above the dot."""
        return self.y - 6


@dataclass(frozen=True)
class Course:
    """The places of an entry in a stage, round by round; the first place is on top."""

    stage: str
    marks: tuple[Mark, ...]

    @property
    def line(self) -> str:
        """The points of the polyline."""
        return " ".join(f"{mark.x},{mark.y}" for mark in self.marks)

    width, height, foot = WIDTH, HEIGHT, HEIGHT - 2

    @property
    def best(self) -> int:
        """The best place it had."""
        return min(mark.place for mark in self.marks)


def places(seen: Seen, stage: Stage, entry: int, newest: Table | None) -> dict[int, int]:
    """The places of an entry after each round of a stage whose standings the reader sees.

    As they stood when the round was closed, by the newest snapshot; after the last one as they stand now.
    """
    snapshots = StandingSnapshot.objects.filter(round__stage=stage).order_by("round__number", "number")
    found: dict[int, int] = {}
    for number, rows in snapshots.values_list("round__number", "rows"):
        place = next((row["place"] for row in rows if row["entry"] == entry), None)
        if place is not None and seen.may(STANDINGS, number):
            found[number] = place
    now = next((row.place for row in newest.rows if row.entry == entry), None) if newest else None
    if newest and newest.after and now is not None:
        found[newest.after.number] = now
    return dict(sorted(found.items()))


def course(stage: Stage, found: dict[int, int], entries: int) -> Course | None:
    """The drawing of places among so many entries; None where a single place makes no course."""
    if len(found) < 2:
        return None
    lowest = max(entries, *found.values(), 2)
    step = (WIDTH - 2 * MARGIN) / (len(found) - 1)
    best, worst = min(found.values()), max(found.values())
    named = {*_first(found, best), *_first(found, worst), *list(found)[:1], *list(found)[-1:]}
    marks = tuple(
        Mark(
            round=number,
            place=place,
            x=round(MARGIN + index * step),
            y=round(MARGIN + (place - 1) / (lowest - 1) * (HEIGHT - 2 * MARGIN)),
            named=number in named,
        )
        for index, (number, place) in enumerate(found.items())
    )
    return Course(stage.name, marks)


def _first(found: dict[int, int], place: int) -> Iterable[int]:
    """The first round after which the entry had this place."""
    return [next(number for number, its in found.items() if its == place)]
