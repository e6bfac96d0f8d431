"""An event played by the systems alone, without the database: draws, the engine's standings, and nothing else.

What the program reads from its tables is kept here in plain lists, on purpose without the code of `draw/fields.py`
and `draw/queries.py`: both ways of playing an event have to come out alike.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import scoring
from tournament.draw.checks import Drawn, Proof, breaches
from tournament.draw.record import on_record
from tournament.draw.systems import Pairing
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import Proposal, draw

from .course import RULES, Course, Opponents, Outcome, exchange, opponents


def play(course: Course) -> list[Drawn]:
    """The rounds of an event as the checks see them."""
    event = _Event(course)
    return [event.round(number) for number in range(1, course.rounds + 1)]


class _Event:
    """What has happened so far."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.away: set[int] = set()
        self.results: list[scoring.Result] = []
        self.met: list[tuple[int, int]] = []
        self.free: Counter[int] = Counter()
        self.dropped: set[int] = set()
        self.forbidden = {frozenset(pair) for pair in course.policy.forbidden_pairs}
        by = course.policy.by
        self.tags = {
            entry: frozenset({name} if (name := course.belongs(entry, by)) else ()) for entry in course.entries
        }

    def round(self, number: int) -> Drawn:
        """Some come and go, a round is drawn, perhaps changed by hand, and played."""
        returning = self.course.comes(number, self.away)
        self.away -= set(returning)
        leaving = self.course.goes(number, [entry for entry in self.course.entries if entry not in self.away])
        self.away |= set(leaving)
        proposal, locked = self._drawn(number)
        wins = self._wins()
        outcomes = [self._played(number, pairing, wins) for pairing in proposal.pairings]
        self.course.seen.update({"returns": len(returning), "withdrawals": len(leaving), "kept tables": len(locked)})
        return self._as_checked(number, proposal, locked, outcomes)

    def _drawn(self, number: int) -> tuple[Proposal, list[Pairing]]:
        """The draw of a round, and what of it was settled by hand before."""
        contenders = self._contenders(number)
        first = self._draw(number, contenders, self.course.lots(number), ())
        tables = [opponents(pairing.a, pairing.b) for pairing in first.pairings]
        chosen = self.course.exchanged(number, tables)
        if chosen is None or not self._allowed(kept := exchange(tables, *chosen), contenders):
            return first, []
        locked = [Pairing(a, b) for a, b in kept]
        return self._draw(number, contenders, self.course.lots(number, "again"), locked), locked

    def _draw(self, number: int, contenders: Sequence[Contender], seed: str, locked: Sequence[Pairing]) -> Proposal:
        policy = self.course.policy
        within = policy.within if number > 1 else {"seed": "fold", "lots": "adjacent"}[policy.first]
        field = Field(contenders, self.met, policy.forbidden_pairs, locked)
        return draw(field, Policy(within, policy.apart, number, seed))  # type: ignore[arg-type] # a policy is checked

    def _allowed(self, kept: Sequence[Opponents], contenders: Sequence[Contender]) -> bool:
        """Whether the tables that were changed by hand break no rule."""
        met: dict[int, set[int]] = {}
        for a, b in self.met:
            met.setdefault(a, set()).add(b)
        playing = {entry for pair in kept for entry in pair if entry is not None}
        pairings = [Pairing(a, b) for a, b in kept]
        return not breaches(pairings, playing, met, self.free.keys(), forbidden=self.forbidden)

    def _contenders(self, number: int) -> list[Contender]:
        playing = [entry for entry in self.course.entries if entry not in self.away]
        if number == 1:
            return self._fresh(playing)
        standings = scoring.rank(list(self.course.entries), self.results, RULES.criteria, regulations=RULES)
        return [
            Contender(entry, row.place, row.wins, self.free[entry], self.tags[entry], entry in self.dropped)
            for row in standings
            if isinstance(entry := row.entry, int) and entry in playing
        ]

    def _fresh(self, playing: Sequence[int]) -> list[Contender]:
        """Before the first round: by the rank at entry, those without one last; or all equal."""
        if self.course.policy.first == "lots":
            return [Contender(entry, 1, apart=self.tags[entry]) for entry in playing]
        ranks = {entry: (rank is None, rank or 0) for entry in playing for rank in [self.course.rank(entry)]}
        return [
            Contender(entry, 1 + sum(other < ranks[entry] for other in ranks.values()), apart=self.tags[entry])
            for entry in playing
        ]

    def _wins(self) -> Counter[int]:
        return Counter(result.entry for result in self.results if result.won and isinstance(result.entry, int))

    def _played(self, number: int, pairing: Pairing, wins: Mapping[int, int]) -> Outcome:
        """A table is played, or not: what it leaves behind for the next draws."""
        a, b = pairing.a, pairing.b
        outcome = Outcome("bye", a) if b is None else self.course.outcome(number, a, b)
        self.course.seen[outcome.kind] += 1
        if outcome.kind in ("bye", "walkover") and outcome.winner is not None:
            self.free[outcome.winner] += 1
        elif b is not None and scoring.has_met(outcome.kind):
            self.met.append((min(a, b), max(a, b)))
            if wins[a] != wins[b]:
                self.dropped.add(a if wins[a] > wins[b] else b)
        self.results += _results(number, pairing, outcome)
        return outcome

    def _as_checked(
        self, number: int, proposal: Proposal, locked: Sequence[Pairing], outcomes: Sequence[Outcome]
    ) -> Drawn:
        played = list(zip(proposal.pairings, outcomes, strict=True))
        without_play = [(pairing, its) for pairing, its in played if pairing.b is not None and its.kind != "played"]
        proof = on_record(proposal)["proof"]
        return Drawn(
            number=number,
            pairings=proposal.pairings,
            playing={entry for entry in self.course.entries if entry not in self.away},
            walked_over={its.winner for _, its in without_play if its.winner is not None},
            tables=range(1, 1 + sum(pairing.b is not None for pairing in proposal.pairings)),
            unplayed={entry for pairing, _ in without_play for entry in pairing.entries},
            locked={frozenset(pairing.entries) for pairing in locked},
            proof=Proof(**proof) if isinstance(proof, dict) else None,
        )


def _results(number: int, pairing: Pairing, outcome: Outcome) -> list[scoring.Result]:
    """What a table means for the standings: side A is the pairing's first entry."""
    side: scoring.Side = "a" if outcome.winner == pairing.a else "b"
    score = None
    if outcome.kind == "played":
        points = outcome.points if side == "a" else outcome.points[::-1]
        score = scoring.play_totals(RULES, [points], ())
    seats = scoring.seat_results(RULES, outcome.kind, score, side if outcome.winner is not None else None)
    return [
        scoring.Result.of(
            seats[seat],
            entry=entry,
            round=number,
            opponents=tuple(other for other in pairing.entries if other != entry),
        )
        for seat, entry in enumerate(pairing.entries, start=1)
    ]
