"""Partidas of which only the totals of each part are written (R3.6, ``detail: totals``)."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import checks
from scoring.consistency import MOST_IN_A_DEAL
from scoring.errors import RuleViolation
from scoring.partida import By, Next, Partida, Ruling, outcome
from scoring.regulations import Regulations
from scoring.seats import SEATS, Score, Side, other_side, side_of


def play_totals(regulations: Regulations, parts: Sequence[tuple[int, int]], rulings: Sequence[Ruling] = ()) -> Partida:
    """Fold the net totals of the parts written so far; a plain partida is one part.

    Fines are in the totals already, so of the rulings only a lost partida counts.

    >>> from scoring import preset
    >>> league = preset("fdr").replace(target=100, best_of=3, minutes=None, detail="totals")
    >>> meeting = play_totals(league, [(100, 99), (0, 100), (100, 0)])
    >>> meeting.winner, meeting.parts, meeting.totals
    ('a', Score(a=2, b=1), Score(a=200, b=199))

    Raises :class:`RuleViolation` at ``parts[<index>]`` for a part that cannot have ended so, or after the
    end.
    """
    if regulations.detail != "totals":
        raise RuleViolation("partida.totals_not_allowed", field="parts")
    scores: list[Score] = []
    for index, part in enumerate(parts):
        place = f"parts[{index}]"
        if _over(regulations, scores):
            raise RuleViolation("partida.part_after_end", field=place, part=index + 1, ended=index)
        scores.append(_part(regulations, part, place, index + 1))
    return _partida(regulations, tuple(scores), rulings)


def _over(regulations: Regulations, scores: Sequence[Score]) -> bool:
    if regulations.best_of == 1:
        return bool(scores)
    return max(_won(scores)) >= regulations.parts_to_win


def _won(scores: Sequence[Score]) -> Score:
    """Parts won by each side."""
    return Score(sum(score.ahead == "a" for score in scores), sum(score.ahead == "b" for score in scores))


def _part(regulations: Regulations, part: object, place: str, number: int) -> Score:
    """The totals of a part, if it can have ended so (R3.1–R3.3, R7.1)."""
    a, b = (checks.whole(points, place, 0, 100_000) for points in checks.items(part, place, 2))
    score, target = Score(a, b), regulations.target
    shown = {"part": number, "a": a, "b": b}
    if score.ahead is None and regulations.tie in ("extra_deals",):
        raise RuleViolation("partida.part_level", field=place, **shown)
    if target is None:
        return score
    highest = target - 1 + MOST_IN_A_DEAL
    if min(score) >= target:
        raise RuleViolation("partida.part_both_at_target", field=place, target=target, **shown)
    if max(score) > highest:
        raise RuleViolation(
            "partida.part_too_many", field=place, target=target, most=MOST_IN_A_DEAL, highest=highest, **shown
        )
    if max(score) < target and regulations.deals is None and regulations.minutes is None:
        raise RuleViolation("partida.part_short", field=place, target=target, **shown)
    return score


def _partida(regulations: Regulations, scores: tuple[Score, ...], rulings: Sequence[Ruling]) -> Partida:
    totals = Score(sum(score.a for score in scores), sum(score.b for score in scores))
    losers = {ruling.seat for ruling in rulings if ruling.loses}
    won = _won(scores)
    coming = _next(regulations, scores, won, losers)
    return Partida(
        lines=(),
        totals=totals,
        gross=totals,
        fines=Score(0, 0),
        part_totals=scores,
        parts=won,
        seat_fines=(0, 0, 0, 0),
        next=coming,
        result=outcome(regulations, coming, totals, losers),
    )


def _next(regulations: Regulations, scores: Sequence[Score], won: Score, losers: set[int]) -> Next:
    part = len(scores)
    if losers:
        sides = {side_of(seat) for seat in losers}
        winner: Side | None = other_side(sides.pop()) if len(sides) == 1 else None
        return Next(kind="over", reason="over.ruling", part=max(part, 1), winner=winner, by="ruling")
    if not _over(regulations, scores):
        reason = "deal.next_part" if scores else "deal.first"
        return Next(kind="deal", reason=reason, part=part + 1, deal_number=1, may_lead=SEATS)
    winner = won.ahead
    by = _by(regulations, scores[-1], winner)
    return Next(kind="over", reason=f"over.{by}", part=part, winner=winner, by=by)


def _by(regulations: Regulations, last: Score, winner: Side | None) -> By:
    """By what a partida known by its totals must have ended."""
    if regulations.best_of > 1:
        return "parts"
    if winner is None:
        return "null" if regulations.tie == "null" else "draw"
    if regulations.target is not None and max(last) >= regulations.target:
        return "target"
    return "deals" if regulations.deals is not None else "time"
