"""The fold of deals into a score and what comes next (R3–R7, R10.2).

The values are here; :mod:`scoring.fold` makes them, :func:`scoring.play` is the way in.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from scoring import checks
from scoring.deal import Kind
from scoring.errors import RuleViolation
from scoring.regulations import Regulations
from scoring.seats import SEATS, Score, Side, side_of

NextKind = Literal["deal", "last_deal", "extra_deal", "over"]
By = Literal["deals", "target", "time", "extra", "parts", "ruling", "null", "draw"]

REASONS_BY_RULE: Final[dict[str, dict[str, str]]] = {
    "R4.1": {"deal.first": "The first deal: the players turn a tile each, the most pips lead."},
    "R4.2": {"deal.next": "The next deal."},
    "R5.6": {"deal.repeated": "The broken deal is played again with the same lead."},
    "R3.6": {
        "deal.next_part": "The first deal of the next part.",
        "over.parts": "The meeting is over: one side has won the parts that it needs.",
    },
    "R3.1": {
        "last_deal.number": "The last deal by number.",
        "over.deals": "The partida is over: all deals are played.",
    },
    "R3.2": {"over.target": "The partida is over: the target is reached."},
    "R6.2": {
        "deal.time_one_more": "Time is up: this deal and one more.",
        "last_deal.time_running": "Time is up: the running deal is finished and is the last.",
        "last_deal.time_one_more": "Time is up: one more deal is played.",
    },
    "R6.3": {"over.time": "The partida is over: time is up."},
    "R7.1": {
        "extra_deal.level": "Level: an extra deal decides.",
        "over.extra": "The partida is over: the extra deal has decided.",
        "over.null": "The partida is over: level, and the result is null.",
        "over.draw": "The partida is over: a draw.",
    },
    "R10.6": {"over.ruling": "The partida is over by a referee's ruling."},
}
"""Rule number → reason code of :class:`Next` → English sentence."""

REASONS: Final[dict[str, str]] = {
    code: text for sentences in REASONS_BY_RULE.values() for code, text in sentences.items()
}
"""Reason code → English sentence, the form in which translators want it."""

RULE_OF_REASON: Final[dict[str, str]] = {
    code: rule for rule, sentences in REASONS_BY_RULE.items() for code in sentences
}


@dataclass(frozen=True)
class Ruling:
    """What a referee's ruling does to one partida (R10.1), without its story.

    ``seat`` is the offender. ``deal`` is the written deal in which it happened, counted from 1, broken deals
    included; 0 is before the first. ``points`` is a fine. ``loses``: the partida is lost by it.
    ``lead_stands``: the wrong lead of that deal was accepted (R9.2). ``code`` names the infraction, for
    those who print it.
    """

    seat: int
    deal: int = 0
    points: int = 0
    loses: bool = False
    lead_stands: bool = False
    code: str = ""

    def __post_init__(self) -> None:
        if self.seat not in SEATS:
            raise RuleViolation("ruling.seat_unknown", field="seat")
        checks.whole(self.deal, "deal", 0, 10_000)
        checks.whole(self.points, "points", 0, 10_000)


@dataclass(frozen=True)
class Line:
    """One line of the protocol: a deal, what it brought, and where the part stands after it.

    ``written`` counts all lines from 1; ``number`` is the deal's number in its part, which a broken deal
    leaves to its repetition. ``fines`` are the points of the fines imposed on each side since the line
    before; ``totals`` are net (R10.2) and of this part.
    """

    written: int
    number: int
    part: int
    lead: int
    closer: int | None
    kind: Kind
    winner: Side | None
    points: Score
    fines: Score
    totals: Score
    extra: bool


@dataclass(frozen=True)
class Next:
    """What comes next: a deal, the last, an extra one, or nothing because the partida is over.

    ``may_lead`` has the seats that may lead it (all four before the first deal, R4.1). ``reason`` is a code
    of :data:`REASONS`, ``rule`` its number. When over, ``winner`` is the winning side or ``None`` and
    ``by`` says how.
    """

    kind: NextKind
    reason: str
    part: int = 1
    deal_number: int | None = None
    may_lead: tuple[int, ...] = ()
    winner: Side | None = None
    by: By | None = None

    @property
    def lead(self) -> int | None:
        """The seat that leads, where only one may."""
        return self.may_lead[0] if len(self.may_lead) == 1 else None

    @property
    def rule(self) -> str:
        """The number of the rule behind ``reason``."""
        return RULE_OF_REASON[self.reason]

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.kind == "over"


@dataclass(frozen=True)
class Outcome:
    """How a partida ended and the points with which it counts.

    ``points`` are the net totals; 0–0 for a null result (R7.1), most points to nothing where a ruling decided
    (R10.3). ``losers`` are the seats that lose by a ruling: both sides can have some (R8.6).
    """

    winner: Side | None
    by: By
    points: Score
    losers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Partida:
    """The score of one partida or meeting, folded from its deals or its totals.

    ``totals`` are net points, ``gross`` played points, ``fines`` the points of fines imposed on each side:
    each summed over the parts. ``part_totals`` are the net totals of the parts begun, ``parts`` the parts
    won. ``seat_fines`` are the points of fines by seat 1–4.
    """

    lines: tuple[Line, ...]
    totals: Score
    gross: Score
    fines: Score
    part_totals: tuple[Score, ...]
    parts: Score
    seat_fines: tuple[int, int, int, int]
    next: Next
    result: Outcome | None

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.result is not None

    @property
    def points(self) -> Score:
        """The points with which it counts: those of the result, or the net totals while it runs."""
        return self.totals if self.result is None else self.result.points

    @property
    def winner(self) -> Side | None:
        """The side that won; ``None`` while it runs and where nobody did."""
        return None if self.result is None else self.result.winner

    @property
    def by(self) -> By | None:
        """By what it ended."""
        return None if self.result is None else self.result.by


def outcome(regulations: Regulations, coming: Next, totals: Score, losers: Collection[int] = ()) -> Outcome | None:
    """How a partida counts, once nothing more is to be played."""
    if coming.by is None:
        return None
    if coming.by == "null":
        return Outcome(None, "null", Score(0, 0))
    if coming.by != "ruling":
        return Outcome(coming.winner, coming.by, totals)
    most = regulations.most_points * regulations.parts_to_win
    points = Score(most * (coming.winner == "a"), most * (coming.winner == "b"))
    return Outcome(coming.winner, "ruling", points, _losing_seats(regulations, losers))


def _losing_seats(regulations: Regulations, offenders: Collection[int]) -> tuple[int, ...]:
    """Who loses by a ruling: the offender's pair, or he alone where the regulations say so (R10.5)."""
    if regulations.pays == "offender":
        return tuple(sorted(offenders))
    sides = {side_of(seat) for seat in offenders}
    return tuple(seat for seat in SEATS if side_of(seat) in sides)
