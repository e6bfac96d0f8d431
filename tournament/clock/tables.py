"""A clock as pages show it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Partida

from .queries import Clock

# What a clock says of itself, for the eye and for the script that keeps it going (R6.5).
PHASES = {
    "waiting": _("clock not started"),
    "running": _("time left"),
    "paused": _("the clock stands still"),
    "over": _("time is over"),
}


@dataclass(frozen=True)
class Face:
    """A clock at one moment: its phase (a key of `PHASES`), the time left, when it ends, what was given back."""

    phase: str
    left: str
    ends_at: datetime | None
    added: str

    @property
    def words(self) -> str:
        return str(PHASES[self.phase])

    @property
    def phases(self) -> dict[str, str]:
        """The words of all phases, for the script."""
        return {phase: str(words) for phase, words in PHASES.items()}


def face(clock: Clock, now: datetime | None = None) -> Face | None:
    """How the clock stands; None where the regulations set no time."""
    if clock.minutes is None:
        return None
    now = now or timezone.now()
    left = clock.left(now)
    if left is None:
        return Face("waiting", minutes_and_seconds(timedelta(minutes=clock.minutes)), None, "")
    phase = "over" if clock.is_over(now) else "paused" if clock.paused_since else "running"
    added = minutes_and_seconds(clock.added) if clock.added else ""
    return Face(phase, minutes_and_seconds(left), clock.ends_at, added)


def reading(clock: Clock) -> dict[str, Any]:
    """The clock as plain data by which a page corrects its own: the server's time, the end, what is left, in ms."""
    now = timezone.now()
    left = clock.left(now)
    return {
        "now": _milliseconds(now),
        "ends": _milliseconds(clock.ends_at) if clock.ends_at else None,
        "left": round(left.total_seconds() * 1000) if left is not None else None,
        "paused": clock.paused_since is not None,
    }


def _milliseconds(moment: datetime) -> int:
    """Milliseconds since 1970, as a browser counts."""
    return round(moment.timestamp() * 1000)


@dataclass(frozen=True)
class Added:
    """Time given back to a table, in minutes and seconds, with its reason."""

    time: str
    reason: str


def added_rows(partida: Partida) -> list[Added]:
    """What was given back to a table, in the order in which it was."""
    return [
        Added(minutes_and_seconds(timedelta(seconds=added.seconds)), added.reason)
        for added in partida.added_times.all()
    ]


def minutes_and_seconds(time: timedelta) -> str:
    """A time as a clock shows it, rounded up as a countdown does; nothing below zero.

    >>> minutes_and_seconds(timedelta(minutes=90, milliseconds=1))
    '90:01'
    """
    seconds = max(-(-time // timedelta(seconds=1)), 0)
    return f"{seconds // 60}:{seconds % 60:02}"
