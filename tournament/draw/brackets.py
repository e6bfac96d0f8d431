"""How a knockout stands: what is drawn, what is known, what is due, and where a correction has torn it (R13.3).

The bracket itself follows from the stage's lineup and policy. Each round keeps, under `meetings` in its draw, which
meetings of the bracket it plays: `[key, entry, entry or null]`. Results are read from the partidas every time, so a
corrected protocol is seen at once; a meeting whose opponents differ from those who sat down is *torn*, and stays as
it was played until the chief referee decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Prefetch

import scoring
from tournament.models import Partida, Protocol, Round, Seat, Stage
from tournament.phrases import Refused
from tournament.standings.queries import table

from . import queries
from .systems import Undrawable
from .systems.bracket import Bracket, State, Touched, due, places, resolve, touched
from .systems.double_elimination import double_elimination
from .systems.knockout import knockout

FREE_AT_FIRST = ("main1", "winners1")
"""The meetings of these rounds of which one place is free are shown as free games."""


@dataclass(frozen=True)
class Drawn:
    """A meeting as it was drawn.

    pair: the two entries, or the one that is free. table: None if nobody sits there. state: of its round; begun:
    whether anything is written in its protocol. known: whether its result counts already; winner: None also if both
    lost (R8.3). points: of each entry, as they count in a meeting of two.
    """

    key: str
    pair: frozenset[int]
    round: int
    table: int | None
    state: str
    begun: bool
    known: bool
    winner: int | None
    points: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Torn:
    """A drawn meeting that the results, as they are now, would have others play; `due`: these others."""

    drawn: Drawn
    due: tuple[int | None, int | None]


@dataclass(frozen=True)
class Progress:
    """A knockout as it stands."""

    bracket: Bracket
    drawn: Mapping[str, Drawn]
    results: Mapping[str, int | None]
    torn: tuple[Torn, ...]

    @property
    def states(self) -> Mapping[str, State]:
        """How every meeting stands, by key."""
        return resolve(self.bracket, self.results)

    def touched(self, key: str) -> list[Touched]:
        """What would change if the other of the two had won a meeting (R11.4)."""
        state = self.states[key]
        other = state.b if state.winner == state.a else state.a
        return touched(self.bracket, self.results, key, other)


def bracket_of(stage: Stage) -> Bracket:
    """The bracket of a stage whose lineup stands. Raises Refused where the lineup has fewer than two."""
    policy = queries.policy_of(stage)
    entries = [entry for group in stage.lineup for entry in group]
    try:
        if policy.double:
            return double_elimination(entries)
        return knockout(entries, third_place=policy.third_place, consolation=policy.consolation)
    except Undrawable as undrawable:
        raise queries.refused(undrawable, queries.next_number(stage.tournament)) from None


def progress(stage: Stage, after: int | None = None) -> Progress:
    """How the knockout of a stage stands; before its first round nothing is drawn.

    after: as it stood after this published round; None: as it stands now, with what is only proposed.
    """
    bracket = bracket_of(stage)
    known = {meeting.key for meeting in bracket}
    drawn = {key: its for key, its in _drawn(stage, after).items() if key in known}
    results: dict[str, int | None] = {}
    torn: dict[str, Torn] = {}
    while True:
        states = resolve(bracket, results)
        fresh = {}
        for key, its in drawn.items():
            state = states[key]
            if key in results or key in torn or not state.known:
                continue
            if its.pair != frozenset(entry for entry in (state.a, state.b) if entry is not None):
                torn[key] = Torn(its, (state.a, state.b))
            elif state.due and its.known:
                fresh[key] = its.winner
        if not fresh:
            return Progress(bracket, drawn, results, tuple(torn.values()))
        results |= fresh


def _drawn(stage: Stage, after: int | None) -> dict[str, Drawn]:
    """The drawn meetings by key; the later one, where a partida was annulled and the meeting drawn again."""
    results = {
        (row.entry, term.result.round): term.result
        for row in table(stage, after=after).rows
        for term in row.standing.explain("points_for")
        if term.result
    }
    found: dict[str, Drawn] = {}
    rounds = stage.rounds.all() if after is None else stage.rounds.filter(number__lte=after)
    for round_ in rounds.prefetch_related(_partidas()):
        by_entry = {seat.entry.number: partida for partida in round_.partidas.all() for seat in partida.seats.all()}
        for key, a, b in round_.draw.get("meetings", ()):
            pair = frozenset(entry for entry in (a, b) if entry is not None)
            partida = next((by_entry[entry] for entry in pair if entry in by_entry), None)
            if partida is not None and partida.kind == Partida.Kind.VOID.value:
                found.pop(key, None)
                continue
            counted = {entry: results[entry, round_.number] for entry in pair if (entry, round_.number) in results}
            found[key] = _meeting(key, pair, round_, partida, counted)
    return found


def _partidas() -> "Prefetch[str]":
    seats = Prefetch("seats", Seat.objects.select_related("entry"))
    whole = Partida.objects.select_related("protocol").prefetch_related(seats, "protocol__deals")
    return Prefetch("partidas", whole)


def _meeting(
    key: str, pair: frozenset[int], round_: Round, partida: Partida | None, counted: Mapping[int, scoring.Result]
) -> Drawn:
    published = round_.state != Round.State.PROPOSED.value
    protocol: Protocol | None = getattr(partida, "protocol", None)
    scored = partida is not None and partida.kind in (Partida.Kind.PLAYED.value, Partida.Kind.WALKOVER.value)
    return Drawn(
        key=key,
        pair=pair,
        round=round_.number,
        table=partida.table if partida else None,
        state=round_.state,
        begun=protocol is not None and _is_begun(protocol),
        # Nobody sits there: both have withdrawn, or one is free.
        known=published and (protocol.counts if protocol else partida is None or partida.table is None),
        winner=next((entry for entry in sorted(counted) if counted[entry].won), None),
        points={entry: result.points_for for entry, result in counted.items()} if scored else {},
    )


def _is_begun(protocol: Protocol) -> bool:
    return protocol.state != Protocol.State.OPEN.value or bool(protocol.parts) or bool(protocol.deals.all())


def next_meetings(its: Progress, first: bool) -> list[tuple[str, int, int | None]]:
    """The meetings that the next round plays, each with its entries; at first with those who are free.

    Two who are both free at first could already meet in the second round; they wait for it like everybody else.
    """
    free: list[tuple[str, int, int | None]] = []
    if first:
        for key, state in its.states.items():
            if key.startswith(FREE_AT_FIRST) and state.pairing and state.pairing.b is None:
                free.append((key, state.pairing.a, None))
    resting = {entry for _key, entry, _nobody in free}
    waiting: list[tuple[str, int, int | None]] = [
        (key, pairing.a, pairing.b)
        for key, pairing in due(its.bracket, its.results)
        if key not in its.drawn and resting.isdisjoint(pairing.entries)
    ]
    return waiting + free


def is_over(its: Progress) -> bool:
    """Whether nothing is left to play."""
    return all(state.settled or not state.needed for state in its.states.values())


def final_places(stage: Stage) -> list[tuple[int, int]]:
    """The places of a finished knockout, as (place, entry). Raises Refused while something is left to play."""
    its = progress(stage)
    if its.torn:
        raise torn_refusal(its.torn[0])
    if not is_over(its):
        raise Refused("draw.bracket_running", stage=stage.name)
    return places(its.bracket, its.results)


def torn_refusal(torn: Torn) -> Refused:
    """Why nothing can be drawn on a torn bracket."""
    sat = " – ".join(str(entry) for entry in sorted(torn.drawn.pair))
    now = " – ".join(str(entry) if entry else "?" for entry in torn.due)
    return Refused("draw.bracket_torn", round=torn.drawn.round, drawn=sat, due=now)
