"""What needs a hand now, the most urgent first, and what the tournament waits for next."""

from dataclasses import dataclass
from datetime import datetime

from tournament.clock.queries import Clock, clocks_of, round_clock
from tournament.models import Pause, Protocol, Round, Tournament
from tournament.planning.queries import current_round
from tournament.planning.timetable import Line, coming, last_begun, lines_of
from tournament.protests.queries import open_protests
from tournament.protocols.lists import TableLine, tables
from tournament.protocols.queries import sides_of
from tournament.protocols.sheets import Side

# The order of urgency: what holds up the standings comes first.
URGENCY = [Protocol.State.ACCEPTED.value, Protocol.State.ENTERED.value, Protocol.State.OPEN.value]


@dataclass(frozen=True)
class Now:
    """The round that is being played, its tables that wait for somebody, how many are in, and its clock.

    late: partidas that still play although their time is over; pause: why the clock of the hall stands still.
    """

    round: Round
    waiting: list[TableLine]
    done: int
    total: int
    clock: Clock
    late: frozenset[int]
    pause: Pause | None

    @property
    def begun(self) -> bool:
        """Whether anything is written in the round: then its start can't be taken back."""
        return self.done > 0 or any(line.score or line.state != Protocol.State.OPEN.value for line in self.waiting)


@dataclass(frozen=True)
class Contested:
    """An open protest as the desk lists it (R11.5)."""

    round: int
    table: int | None
    number: int
    side: str
    who: Side
    text: str
    since: datetime


@dataclass(frozen=True)
class Step:
    """What the tournament waits for; `round` is the one that is meant.

    `code`: register (fewer entries than a table needs), draw (the first round), publish (the proposed round), play (its
    tables), close (all of them are in), go_on (it is closed: draw the next one, or it was the last).
    """

    code: str
    round: Round | None = None


def now(tournament: Tournament) -> Now | None:
    """The state of the current round's tables; None before the first round is published."""
    round_ = current_round(tournament)
    if round_ is None:
        return None
    round_.tournament = tournament
    lines = [line for line in tables(round_) if line.table is not None]
    waiting = [line for line in lines if line.state in URGENCY]
    late, clock = _late(round_, waiting), round_clock(round_)
    waiting.sort(key=lambda line: (URGENCY.index(line.state or ""), line.partida not in late, line.table or 0))
    return Now(
        round=round_,
        waiting=waiting,
        done=len(lines) - len(waiting),
        total=len(lines),
        clock=clock,
        late=late,
        pause=round_.pauses.filter(ended_at__isnull=True).first() if clock.paused_since else None,
    )


def _late(round_: Round, waiting: list[TableLine]) -> frozenset[int]:
    """The partidas among these that still play although their time, with what was given back, is over (R6.2)."""
    playing = [line.partida for line in waiting if line.state == Protocol.State.OPEN.value]
    return frozenset(partida for partida, clock in clocks_of(round_, playing).items() if clock.is_over())


def coming_up(tournament: Tournament) -> list[Line]:
    """What is planned next, up to the next round."""
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value).defer("draw")
    return coming(lines_of(tournament, published), last_begun(published))


def protests(tournament: Tournament) -> list[Contested]:
    """The protests that wait for the chief referee, of any round, the oldest first."""
    return [
        Contested(
            round=protest.protocol.partida.round.number,
            table=protest.protocol.partida.table,
            number=protest.number,
            side=protest.side,
            who=sides_of(protest.protocol.partida.seats.all())[protest.side],
            text=protest.text,
            since=protest.lodged_at,
        )
        for protest in open_protests(tournament)
    ]


def next_step(tournament: Tournament, current: Now | None) -> Step:
    """What is to be done next, given the state of the current round."""
    if current and current.round.state == Round.State.PUBLISHED.value:
        return Step("play" if current.waiting else "close", current.round)
    if proposed := tournament.rounds.filter(state=Round.State.PROPOSED.value).first():
        return Step("publish", proposed)
    if current:
        return Step("go_on", current.round)
    least = 4 if tournament.is_individual else 2
    return Step("draw" if tournament.entries.count() >= least else "register")
