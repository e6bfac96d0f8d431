"""How a partida counts for each seat, played or not (R8, R10.6).

==============  ======  ========  ====  ===========  ================  =======
kind            played  points    won   difference   counts opponents  has met
==============  ======  ========  ====  ===========  ================  =======
played          yes     net       one   of points    yes               yes
lost_by_ruling  yes     most      one   of points    yes               yes
both_lose       yes     none      none  minus most   yes               yes
drawn           yes     net       none  of points    yes               yes
null            yes     none      none  none         yes               yes
walkover        no      credit    one   credit       no                no
bye             no      credit    one   credit       no                no
both_absent     no      credit    none  credit       no                no
void            no      none      none  none         no                yes
withdrawn       no      none      none  none         no                no
==============  ======  ========  ====  ===========  ================  =======

``lost_by_ruling``, ``both_lose`` and ``level`` are of the kind ``played`` in the code: they differ by the
outcome. A ``withdrawn`` entry has no result at all in the rounds that it doesn't play (R12.5).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal

from scoring import checks
from scoring.errors import RuleViolation
from scoring.partida import Outcome, Partida
from scoring.regulations import Regulations
from scoring.seats import SEATS, SEATS_OF, SIDES, Side, other_side, side_of

ResultKind = Literal["played", "walkover", "bye", "both_absent", "void"]
RESULT_KINDS: Final[tuple[ResultKind, ...]] = ("played", "walkover", "bye", "both_absent", "void")


_SAT_DOWN: Final = ("played", "void")


def has_met(kind: str) -> bool:
    """Whether two entries have met by a result of this kind, so that a draw keeps them apart (R13.1).

    >>> has_met("void"), has_met("walkover")
    (True, False)
    """
    return kind in _SAT_DOWN


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one partida counts for one seat; ``won`` and ``lost`` can both be false (a draw, a void partida).

    ``difference`` is points for less points against, except where a credit says otherwise (R8.2).
    """

    kind: ResultKind
    won: bool = False
    lost: bool = False
    points_for: int = 0
    points_against: int = 0
    difference: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How one partida counts for one entry: what :func:`scoring.rank` adds up.

    ``opponents`` are the entries across the table, none for a bye; ``penalties`` counts rulings against the
    entry.
    """

    entry: Hashable
    round: int
    opponents: tuple[Hashable, ...]
    kind: ResultKind
    won: bool = False
    lost: bool = False
    points_for: int = 0
    points_against: int = 0
    difference: int = 0
    penalties: int = 0

    @classmethod
    def of(
        cls,
        seat: SeatResult,
        *,
        entry: Hashable,
        round: int,
        opponents: tuple[Hashable, ...] = (),
        penalties: int = 0,
    ) -> Result:
        """The result of an entry from that of its seat."""
        return cls(
            entry,
            round,
            opponents,
            seat.kind,
            seat.won,
            seat.lost,
            seat.points_for,
            seat.points_against,
            seat.difference,
            penalties,
        )


def seat_results(
    regulations: Regulations,
    kind: str,
    partida: Partida | None = None,
    winner: Side | None = None,
) -> dict[int, SeatResult]:
    """Seat → how the partida counts for it; a bye has only the seats of its side (``winner``, else side A).

    >>> from scoring import preset
    >>> walkover = seat_results(preset("fdr"), "walkover", winner="b")
    >>> walkover[2].points_for, walkover[1].difference
    (200, -200)

    Raises :class:`RuleViolation` ``result.not_over`` for a partida that isn't over,
    ``result.winner_missing`` for a walkover without a winner (R8.1).
    """
    checks.choice(kind, "kind", RESULT_KINDS)
    if kind == "played":
        return _played(regulations, partida)
    if kind == "walkover":
        return _walkover(regulations, winner)
    if kind == "bye":
        return dict.fromkeys(SEATS_OF[winner or "a"], _bye(regulations))
    if kind == "both_absent":
        return dict.fromkeys(SEATS, _absent(regulations, "both_absent"))
    return dict.fromkeys(SEATS, SeatResult("void"))


def _played(regulations: Regulations, partida: Partida | None) -> dict[int, SeatResult]:
    if partida is None:
        raise RuleViolation("result.partida_missing", field="deals")
    if partida.result is None:
        raise RuleViolation("result.not_over", field="deals", next_deal=partida.next.deal_number)
    if partida.result.by == "ruling":
        return {seat: _by_ruling(regulations, partida.result, seat) for seat in SEATS}
    by_side = {side: _by_points(partida.result, side) for side in SIDES}
    results = {seat: by_side[side_of(seat)] for seat in SEATS}
    if regulations.pays == "offender":
        return {seat: _fined(results[seat], partida.seat_fines[seat - 1]) for seat in SEATS}
    return results


def _by_points(outcome: Outcome, side: Side) -> SeatResult:
    mine, theirs = outcome.points if side == "a" else outcome.points[::-1]
    won = outcome.winner == side
    lost = outcome.winner == other_side(side)
    return SeatResult("played", won, lost, mine, theirs, mine - theirs)


def _by_ruling(regulations: Regulations, outcome: Outcome, seat: int) -> SeatResult:
    """R10.3: who loses by a ruling has nothing, all others have the most points (R8.6)."""
    most = regulations.most_points * regulations.parts_to_win
    if seat in outcome.losers:
        return SeatResult("played", won=False, lost=True, points_against=most, difference=-most)
    return SeatResult("played", won=True, points_for=most, difference=most)


def _fined(result: SeatResult, fine: int) -> SeatResult:
    """R10.5: the offender alone pays, down to nothing."""
    points = max(0, result.points_for - fine)
    return SeatResult(
        result.kind,
        result.won,
        result.lost,
        points,
        result.points_against,
        points - result.points_against,
    )


def _walkover(regulations: Regulations, winner: Side | None) -> dict[int, SeatResult]:
    if winner not in SIDES:
        raise RuleViolation("result.winner_missing", field="winner")
    credit = regulations.walkover
    won = SeatResult(
        "walkover",
        won=True,
        points_for=credit.winner_points,
        points_against=credit.loser_points,
        difference=credit.winner_difference,
    )
    absent = _absent(regulations, "walkover")
    return {seat: won if side_of(seat) == winner else absent for seat in SEATS}


def _absent(regulations: Regulations, kind: ResultKind) -> SeatResult:
    """R8.2, R8.3: an absent side gets the loser's credit, also when both are absent."""
    credit = regulations.walkover
    return SeatResult(
        kind,
        lost=True,
        points_for=credit.loser_points,
        points_against=credit.loser_points - credit.loser_difference,
        difference=credit.loser_difference,
    )


def _bye(regulations: Regulations) -> SeatResult:
    credit = regulations.bye
    return SeatResult("bye", won=True, points_for=credit.winner_points, difference=credit.winner_difference)
