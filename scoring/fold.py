"""How deals, rulings and the clock are folded into a :class:`Partida` (R3–R7, R10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.clock import Limit, TimeCall, limit_of
from scoring.deal import Deal, DealPoints
from scoring.errors import RuleViolation
from scoring.lead import closer_is_missing, may_lead
from scoring.partida import By, Line, Next, NextKind, Partida, Ruling, outcome
from scoring.regulations import Regulations
from scoring.seats import SEATS_OF, SIDES, Score, Side, other_side, side_of


def play(
    regulations: Regulations,
    deals: Sequence[Deal],
    rulings: Iterable[Ruling] = (),
    time: TimeCall | None = None,
) -> Partida:
    """Fold the deals written so far into lines, totals and what comes next.

    >>> from scoring import Deal, preset
    >>> deal = Deal(lead=2, ending="domino", closer=1, pips=(0, 30, 8, 24), ends=(6, 4))
    >>> partida = play(preset("fdr"), [deal])
    >>> partida.totals, partida.next.kind, partida.next.lead
    (Score(a=62, b=0), 'deal', 3)

    Raises :class:`RuleViolation` at ``deals[<index>]`` for a deal after the end (R7.1), a wrong lead
    (R4.2), a missing control figure (R5.4a); at ``rulings[<index>]`` and ``time`` for what names deals that
    aren't there.
    """
    ledger = tuple(rulings)
    _check_rulings(ledger, len(deals))
    fold = _Fold(regulations, ledger, limit_of(regulations, deals, time))
    fold.fine(0)
    for index, deal in enumerate(deals):
        try:
            fold.add(deal)
        except RuleViolation as refusal:
            raise refusal.within(f"deals[{index}]") from None
    fold.fine(len(deals) + 1)
    fold.close_part()
    return fold.partida()


def _check_rulings(ledger: Sequence[Ruling], written: int) -> None:
    """R10.1: a ruling is on a deal that is written, or on the one being played."""
    for index, ruling in enumerate(ledger):
        if ruling.deal > written + 1:
            raise RuleViolation(
                "ruling.deal_unknown", field=f"rulings[{index}].deal", deal=ruling.deal, written=written
            )


@dataclass
class _Part:
    """One part in the making: lists hold the figures of sides A and B."""

    gross: list[int] = field(default_factory=lambda: [0, 0])
    adjusted: list[int] = field(default_factory=lambda: [0, 0])
    counted: int = 0
    extra: int = 0

    @property
    def totals(self) -> Score:
        """Net totals: points with the fines taken or given, never below 0 (R10.2)."""
        a, b = (max(0, self.gross[i] + self.adjusted[i]) for i in (0, 1))
        return Score(a, b)


class _Fold:
    """The running state: the parts done, the part being played, and who has led."""

    def __init__(self, regulations: Regulations, ledger: Sequence[Ruling], clock: Limit | None) -> None:
        self.regulations = regulations
        self.ledger = ledger
        self.clock = clock
        self.lines: list[Line] = []
        self.done: list[_Part] = []
        self.part = _Part()
        self.won = [0, 0]
        self.counted = 0
        self.losers: set[int] = set()
        self.seat_fines = [0, 0, 0, 0]
        self.new_fines = [0, 0]

    def fine(self, written: int) -> None:
        """Put the rulings of one deal into effect (R10.2, R10.5)."""
        for ruling in self.ledger:
            if ruling.deal != written:
                continue
            side = SIDES.index(side_of(ruling.seat))
            self.seat_fines[ruling.seat - 1] += ruling.points
            self.new_fines[side] += ruling.points
            if ruling.loses:
                self.losers.add(ruling.seat)
            if self.regulations.pays == "offender":
                continue
            if self.regulations.fine == "award":
                self.part.adjusted[1 - side] += ruling.points
            else:
                self.part.adjusted[side] -= ruling.points

    def add(self, deal: Deal) -> None:
        """Write one more line."""
        coming, written = self.next(), len(self.lines) + 1
        if coming.over:
            raise RuleViolation("partida.deal_after_end", deal=written, ended=written - 1)
        deal.check_control(self.regulations)
        lead, points = self._check_lead(deal, coming), deal.points(self.regulations)
        if closer_is_missing(deal, points, self.regulations):
            raise RuleViolation("partida.closer_leads", field="closer", deal=written)
        extra = coming.kind == "extra_deal"
        line = self._line(deal, lead, points, extra)
        self._count(points, extra)
        self.fine(written)
        self.lines.append(replace(line, fines=self._take_fines(), totals=self.part.totals))
        self.close_part()

    def _line(self, deal: Deal, lead: int, points: DealPoints, extra: bool) -> Line:
        """The line of a deal before it is counted."""
        return Line(
            written=len(self.lines) + 1,
            number=self.part.counted + 1,
            part=len(self.done) + 1,
            lead=lead,
            closer=deal.closer,
            kind=points.kind,
            winner=points.winner,
            points=Score(points.a, points.b),
            fines=Score(0, 0),
            totals=self.part.totals,
            extra=extra,
        )

    def _count(self, points: DealPoints, extra: bool) -> None:
        """Add the points; a broken deal isn't counted among the deals (R5.6)."""
        self.part.gross[0] += points.a
        self.part.gross[1] += points.b
        if points.kind != "broken":
            self.counted += 1
            self.part.counted += 1
            self.part.extra += extra

    def _take_fines(self) -> Score:
        fines = Score(*self.new_fines)
        self.new_fines = [0, 0]
        return fines

    def _check_lead(self, deal: Deal, coming: Next) -> int:
        """The seat that led, which must be one that may (R4.1, R4.2) unless a ruling let it stand (R9.2)."""
        written = len(self.lines) + 1
        lead = coming.lead if deal.lead is None else deal.lead
        if lead is None:
            raise RuleViolation("deal.lead_missing", field="lead", deal=written)
        stands = any(ruling.lead_stands and ruling.deal == written for ruling in self.ledger)
        if lead not in coming.may_lead and not stands:
            rightful = ", ".join(map(str, coming.may_lead))
            raise RuleViolation("partida.wrong_lead", field="lead", lead=lead, deal=written, rightful=rightful)
        return lead

    def close_part(self) -> None:
        """Begin the next part of a meeting once a part has a winner (R3.6)."""
        ahead = self.part.totals.ahead
        if self.regulations.best_of > 1 and self._ended_by() and ahead:
            self.won[SIDES.index(ahead)] += 1
            self.done.append(self.part)
            self.part = _Part()

    def _ended_by(self) -> By | None:
        """By what the part has come to its end; it may be level, and then it isn't decided yet."""
        totals, target = self.part.totals, self.regulations.target
        if self.part.extra:
            return "extra"
        if target is not None and max(totals) >= target:
            return "target"
        if self._time_is_up() and (self.part.counted or not self.done):
            return "time"
        if self.regulations.deals is not None and self.part.counted >= self.regulations.deals:
            return "deals"
        return None

    def _time_is_up(self) -> bool:
        limit = self._limit()
        return limit is not None and self.counted >= limit.deals

    def _limit(self) -> Limit | None:
        """What time allows, once it has run out; the deals before that were played as if there were no clock."""
        return self.clock if self.clock is not None and len(self.lines) >= self.clock.called else None

    def next(self) -> Next:
        """What comes next after the lines so far."""
        if self.losers:
            return self._over("ruling", self._winner_by_ruling())
        if self.regulations.best_of > 1:
            return self._next_of_meeting()
        by = self._ended_by()
        if by is None:
            return self._deal()
        ahead = self.part.totals.ahead
        return self._over(by, ahead) if ahead else self._level()

    def _next_of_meeting(self) -> Next:
        """R3.6; when time is up, the parts won decide, then all points, then extra deals (R6.3, R7.1)."""
        if max(self.won) >= self.regulations.parts_to_win:
            return self._over("parts", Score(*self.won).ahead)
        if self._ended_by():
            return self._level()
        if not self._time_is_up():
            return self._deal()
        ahead = Score(*self.won).ahead or self._totals().ahead
        return self._over("time", ahead) if ahead else self._level()

    def _level(self) -> Next:
        """Level when it should end (R7.1)."""
        tie = self.regulations.tie
        if tie == "extra_deals" or (tie == "one_extra_deal" and not self.part.extra):
            return self._coming("extra_deal", "extra_deal.level")
        return self._over("null" if tie == "null" else "draw", None)

    def _deal(self) -> Next:
        """An ordinary deal, or the last (R3.1, R6.2)."""
        limit = self._limit()
        if limit is not None and self.counted + 1 == limit.deals:
            return self._coming("last_deal", limit.reason)
        if self.part.counted + 1 == self.regulations.deals:
            return self._coming("last_deal", "last_deal.number")
        if limit is not None:
            return self._coming("deal", "deal.time_one_more")
        if not self.lines:
            return self._coming("deal", "deal.first")
        if self.lines[-1].kind == "broken":
            return self._coming("deal", "deal.repeated")
        return self._coming("deal", "deal.next" if self.part.counted else "deal.next_part")

    def _coming(self, kind: NextKind, reason: str) -> Next:
        return Next(
            kind=kind,
            reason=reason,
            part=len(self.done) + 1,
            deal_number=self.part.counted + 1,
            may_lead=may_lead(self.lines, self.regulations.lead),
        )

    def _over(self, by: By, winner: Side | None) -> Next:
        part = len(self.done) + (not self.done or self.part.counted > 0)
        return Next(kind="over", reason=f"over.{by}", part=part, winner=winner, by=by)

    def _winner_by_ruling(self) -> Side | None:
        """The side without a losing seat, where there is one (R10.3)."""
        losing = {side_of(seat) for seat in self.losers}
        return other_side(losing.pop()) if len(losing) == 1 else None

    def _totals(self) -> Score:
        """Net totals summed over the parts (R3.6)."""
        return Score(*map(sum, zip(*(part.totals for part in self._begun()), strict=True)))

    def _begun(self) -> list[_Part]:
        """The parts that have begun: at least the first."""
        begun = self.part.counted or any(self.part.adjusted) or not self.done
        return [*self.done, self.part] if begun else self.done

    def partida(self) -> Partida:
        """The finished value."""
        parts, coming = self._begun(), self.next()
        return Partida(
            lines=tuple(self.lines),
            totals=self._totals(),
            gross=Score(*(sum(part.gross[i] for part in parts) for i in (0, 1))),
            fines=Score(*(sum(self.seat_fines[seat - 1] for seat in SEATS_OF[side]) for side in SIDES)),
            part_totals=tuple(part.totals for part in parts),
            parts=self._parts_won(coming),
            seat_fines=(self.seat_fines[0], self.seat_fines[1], self.seat_fines[2], self.seat_fines[3]),
            next=coming,
            result=outcome(self.regulations, coming, self._totals(), self.losers),
        )

    def _parts_won(self, coming: Next) -> Score:
        """The parts won; a plain partida is its own single part."""
        if self.regulations.best_of > 1:
            return Score(*self.won)
        return Score(int(coming.winner == "a"), int(coming.winner == "b"))
