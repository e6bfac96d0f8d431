"""Rounds laid out over the days: one after another, none into a break, none over night."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from .wish import Day


@dataclass(frozen=True)
class Slot:
    """A round, by its place from 0, or None for a break: when it begins and how many minutes it takes."""

    starts: datetime
    minutes: int
    round: int | None

    @property
    def ends(self) -> datetime:
        return self.starts + timedelta(minutes=self.minutes)


def lay_out(minutes: Sequence[int], days: Sequence[Day], changeover: int) -> list[Slot] | None:
    """Rounds that take so many minutes each, the changeover in them, over the days; None if they don't fit.

    Behind the last round before a break, or of a day, nobody has to change tables at once: there the changeover may
    be cut short.
    A break is named only if there is play on both sides of it.
    """
    slots: list[Slot] = []
    waiting = list(enumerate(minutes))
    for day in days:
        for opens, closes in _spans(day):
            now = opens
            while waiting and now + timedelta(minutes=waiting[0][1] - changeover) <= closes:
                at, takes = waiting.pop(0)
                left = (closes - now) // timedelta(minutes=1)
                slots.append(Slot(now, min(takes, left), at))
                now += timedelta(minutes=takes)
    return None if waiting else _with_breaks(slots, days)


def rounds_that_fit(minutes: int, days: Sequence[Day], changeover: int, most: int) -> int:
    """How many rounds of so many minutes fit into the days, `most` at most."""
    fitting = 0
    while fitting < most and lay_out([minutes] * (fitting + 1), days, changeover) is not None:
        fitting += 1
    return fitting


def _spans(day: Day) -> list[tuple[datetime, datetime]]:
    if day.rest_from is None or day.rest_until is None:
        return [(day.opens, day.closes)]
    return [(day.opens, min(day.rest_from, day.closes)), (max(day.rest_until, day.opens), day.closes)]


def _with_breaks(slots: list[Slot], days: Sequence[Day]) -> list[Slot]:
    """The breaks that part the rounds of a day, at the time when the last round before them is over."""
    found = list(slots)
    for day in days:
        if day.rest_from is None or day.rest_until is None:
            continue
        before = [slot for slot in slots if day.opens <= slot.starts < day.rest_from]
        after = [slot for slot in slots if day.rest_until <= slot.starts < day.closes]
        if before and after:
            length = (day.rest_until - day.rest_from) // timedelta(minutes=1)
            found.append(Slot(day.rest_from, length, None))
    return sorted(found, key=lambda slot: (slot.starts, slot.round is not None))
