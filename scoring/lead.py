"""Who may lead a deal (R4)."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.deal import Deal, DealPoints, Ending
from scoring.partida import Line
from scoring.regulations import Regulations
from scoring.seats import SEATS, SEATS_OF, next_seat, other_side, partner, side_of


def may_lead(lines: Sequence[Line], rule: str) -> tuple[int, ...]:
    """The seats that may lead the coming deal (R4.1, R4.2, R5.6).

    All four before the first deal; then one, but under ``alternate`` both seats of a side that hasn't led
    yet.
    """
    if not lines:
        return SEATS
    last = lines[-1]
    if last.kind == "broken":
        return (last.lead,)
    if rule == "winner" and last.winner is not None and last.closer is not None:
        return (last.closer,)
    if rule == "alternate":
        side = other_side(side_of(last.lead))
        led = [line.lead for line in lines if side_of(line.lead) == side]
        return (partner(led[-1]),) if led else SEATS_OF[side]
    return (next_seat(last.lead),)


def closer_is_missing(deal: Deal, points: DealPoints, regulations: Regulations) -> bool:
    """Whether a fish must name who closed it, because that player leads the next deal (R4.2)."""
    wanted = regulations.lead == "winner" and deal.ending is Ending.FISH and points.winner is not None
    return wanted and deal.closer is None
