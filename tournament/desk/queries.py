"""What needs a hand now, the most urgent first, and what the tournament waits for next."""

from dataclasses import dataclass

from tournament.models import Protocol, Round, Tournament
from tournament.planning.queries import current_round
from tournament.protocols.queries import TableLine, tables

# The order of urgency: what holds up the standings comes first.
URGENCY = [Protocol.State.ACCEPTED.value, Protocol.State.ENTERED.value, Protocol.State.OPEN.value]


@dataclass(frozen=True)
class Now:
    """The round that is being played, its tables that wait for somebody, and how many are in."""

    round: Round
    waiting: list[TableLine]
    done: int
    total: int


@dataclass(frozen=True)
class Step:
    """What the tournament waits for; `round` is the one that is meant.

    `code`: register (fewer than two entries), draw (the first round), publish (the proposed round), play (its
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
    waiting.sort(key=lambda line: (URGENCY.index(line.state or ""), line.table or 0))
    return Now(round_, waiting, done=len(lines) - len(waiting), total=len(lines))


def next_step(tournament: Tournament, current: Now | None) -> Step:
    """What is to be done next, given the state of the current round."""
    if current and current.round.state == Round.State.PUBLISHED.value:
        return Step("play" if current.waiting else "close", current.round)
    if proposed := tournament.rounds.filter(state=Round.State.PROPOSED.value).first():
        return Step("publish", proposed)
    if current:
        return Step("go_on", current.round)
    return Step("draw" if tournament.entries.count() > 1 else "register")
