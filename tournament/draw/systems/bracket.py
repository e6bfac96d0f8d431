"""Meetings that depend on one another: who is due to meet when results come in, and what a correction touches (R13.3).

A bracket is fixed before play; results are a mapping beside it, from the meeting's key to the entry that goes on, or to
None where both have lost (R8.3). What follows is computed anew each time: winners propagate, and whoever would meet
nobody goes on without play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import Pairing, Undrawable

Results = Mapping[str, int | None]


@dataclass(frozen=True)
class WinnerOf:
    """Whoever wins a meeting."""

    key: str


@dataclass(frozen=True)
class LoserOf:
    """Whoever loses a meeting against a winner."""

    key: str


Source = int | None | WinnerOf | LoserOf
"""Where an opponent comes from: an entry, nobody, or another meeting."""


@dataclass(frozen=True)
class Meeting:
    """One meeting of a bracket.

    key: its name, such as `main2.1`: section, round, number. winner_place, loser_place: the place that is decided by
    it, the best of a shared one (3 for places 3 to 4). decider_of: it is played only if side b wins that meeting.
    """

    section: str
    round: int
    number: int
    a: Source
    b: Source
    winner_place: int | None = None
    loser_place: int | None = None
    decider_of: str | None = None

    @property
    def key(self) -> str:
        return f"{self.section}{self.round}.{self.number}"


Bracket = Sequence[Meeting]
"""All meetings, each after those it depends on."""


@dataclass(frozen=True)
class State:
    """How a meeting stands.

    a, b: the opponents; None where there is nobody or it isn't known yet. known: whether both sides are known.
    settled: whether it's known who goes on. winner: who goes on; None also if nobody does. needed: False for a
    decider that isn't to be played.
    """

    meeting: Meeting
    a: int | None
    b: int | None
    known: bool
    settled: bool
    winner: int | None
    needed: bool = True

    @property
    def due(self) -> bool:
        """Whether it can be played now."""
        return self.needed and self.known and not self.settled

    @property
    def played(self) -> bool:
        """Whether two entries met and the result is known."""
        return self.settled and self.a is not None and self.b is not None

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost here: one, or both, or nobody."""
        return tuple(each for each in (self.a, self.b) if each != self.winner and each is not None) * self.played

    @property
    def pairing(self) -> Pairing | None:
        """The meeting as a pairing once both sides are known and somebody is there."""
        a, b = (self.a, self.b) if self.a is not None else (self.b, None)
        return Pairing(a, b) if self.known and a is not None else None


@dataclass(frozen=True)
class Touched:
    """A meeting whose opponents change with a corrected result; `played`: it has a result, which would fall."""

    key: str
    before: tuple[int | None, int | None]
    after: tuple[int | None, int | None]
    played: bool


def resolve(bracket: Bracket, results: Results) -> dict[str, State]:
    """How all meetings stand after the results, by key.

    Raises Undrawable: bracket_unknown (a result of no meeting), bracket_early (of a meeting whose opponents aren't
    known), bracket_stranger (the winner isn't one of the two).
    """
    if unknown := sorted(set(results) - {meeting.key for meeting in bracket}):
        raise Undrawable("bracket_unknown", meeting=unknown[0])
    states: dict[str, State] = {}
    for meeting in bracket:
        state = _state(meeting, states, results)
        if meeting.key in results:
            _check_result(state, results[meeting.key])
        states[meeting.key] = state
    return states


def due(bracket: Bracket, results: Results) -> list[tuple[str, Pairing]]:
    """The meetings that can be played now, with their keys."""
    return [
        (key, state.pairing)
        for key, state in resolve(bracket, results).items()
        if state.due and state.pairing is not None
    ]


def places(bracket: Bracket, results: Results) -> list[tuple[int, int]]:
    """The places that are decided, as (place, entry), equal places shared; the best first."""
    deciders = {meeting.decider_of for meeting in bracket}
    found = []
    for key, state in resolve(bracket, results).items():
        if not state.settled or (key in deciders and _open_again(state)):
            continue
        if state.meeting.winner_place and state.winner is not None:
            found.append((state.meeting.winner_place, state.winner))
        if state.meeting.loser_place:
            found += [(state.meeting.loser_place, loser) for loser in state.losers]
    return sorted(found)


def touched(bracket: Bracket, results: Results, key: str, winner: int | None) -> list[Touched]:
    """The meetings whose opponents would change if a meeting's result were corrected (R11.4)."""
    before = resolve(bracket, results)
    _check_result(before[key], winner)
    after: dict[str, State] = {}
    corrected = {**results, key: winner}
    for meeting in bracket:
        state = _state(meeting, after, corrected)
        old = before[meeting.key]
        if (state.a, state.b, state.needed) != (old.a, old.b, old.needed):
            # A result between other opponents says nothing about these.
            corrected.pop(meeting.key, None)
            state = _state(meeting, after, corrected)
        after[meeting.key] = state
    return [
        Touched(name, (old.a, old.b), (after[name].a, after[name].b), name in results)
        for name, old in before.items()
        if (old.a, old.b, old.needed) != (after[name].a, after[name].b, after[name].needed)
    ]


def _state(meeting: Meeting, states: Mapping[str, State], results: Results) -> State:
    """How a meeting stands, given those that it depends on."""
    (a, a_known), (b, b_known) = (_opponent(source, states) for source in (meeting.a, meeting.b))
    known = a_known and b_known
    if meeting.decider_of and not _open_again(states[meeting.decider_of]):
        return State(meeting, a, b, known, settled=False, winner=None, needed=False)
    if known and (a is None or b is None):
        return State(meeting, a, b, known, settled=True, winner=b if a is None else a)
    winner = results.get(meeting.key)
    return State(meeting, a, b, known, settled=known and meeting.key in results, winner=winner)


def _opponent(source: Source, states: Mapping[str, State]) -> tuple[int | None, bool]:
    """The entry that comes from a source, and whether that's known."""
    if not isinstance(source, (WinnerOf, LoserOf)):
        return source, True
    state = states[source.key]
    if isinstance(source, WinnerOf):
        return state.winner, state.settled
    # Two who both lost are both out: there is no one loser to go on.
    return state.losers[0] if len(state.losers) == 1 else None, state.settled


def _check_result(state: State, winner: int | None) -> None:
    if not state.known or not state.needed or state.a is None or state.b is None:
        raise Undrawable("bracket_early", meeting=state.meeting.key)
    if winner not in (None, state.a, state.b):
        raise Undrawable("bracket_stranger", meeting=state.meeting.key, entry=winner or 0)


def _open_again(state: State) -> bool:
    """Whether a decider takes over from this meeting: side b won it by play."""
    return state.played and state.winner == state.b
