"""How the clock of a round and of each of its tables stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.models import AddedTime, Partida, Round


@dataclass(frozen=True)
class Clock:
    """A table's clock, from which everything is computed; all times are the server's.

    minutes: of the regulations, None where they set no time; added: given back to this table; paused: the sum of
    the pauses that are over; paused_since: of the one that isn't.
    """

    started_at: datetime | None
    minutes: int | None
    added: timedelta = timedelta()
    paused: timedelta = timedelta()
    paused_since: datetime | None = None

    @property
    def ends_at(self) -> datetime | None:
        """When time runs out; None before the start, without a limit, and while the clock stands still."""
        if self.started_at is None or self.minutes is None or self.paused_since:
            return None
        return self.started_at + timedelta(minutes=self.minutes) + self.added + self.paused

    def elapsed(self, now: datetime | None = None) -> timedelta:
        """Playing time since the start, pauses not counted; zero before the start."""
        if self.started_at is None:
            return timedelta()
        until = self.paused_since or now or timezone.now()
        return max(until - self.started_at - self.paused, timedelta())

    def left(self, now: datetime | None = None) -> timedelta | None:
        """Time left, negative when it is over; None without a limit or before the start."""
        if self.started_at is None or self.minutes is None:
            return None
        return timedelta(minutes=self.minutes) + self.added - self.elapsed(now)

    def is_over(self, now: datetime | None = None) -> bool:
        """Whether time has run out (R6.2)."""
        left = self.left(now)
        return left is not None and left <= timedelta()


def clock_of(partida: Partida) -> Clock:
    """The clock of one table."""
    given = sum((timedelta(seconds=each.seconds) for each in partida.added_times.all()), timedelta())
    return _clocks(partida.round, {partida.pk: given})[partida.pk]


def clocks_of(round_: Round, partidas: Iterable[int]) -> dict[int, Clock]:
    """The clocks of tables of one round, by partida, in two queries."""
    added = dict.fromkeys(partidas, timedelta())
    for partida, seconds in AddedTime.objects.filter(partida__in=added).values_list("partida", "seconds"):
        added[partida] += timedelta(seconds=seconds)
    return _clocks(round_, added)


def _clocks(round_: Round, added: Mapping[int, timedelta]) -> dict[int, Clock]:
    pauses = round_.pauses.all()
    paused = sum((p.ended_at - p.began_at for p in pauses if p.ended_at), timedelta())
    since = next((p.began_at for p in pauses if p.ended_at is None), None)
    return {
        partida: Clock(round_.started_at, round_.rules.minutes, given, paused, since)
        for partida, given in added.items()
    }


def round_clock(round_: Round) -> Clock:
    """The clock of the round itself, as the hall sees it: without what was given back to single tables."""
    return clocks_of(round_, [0])[0]
