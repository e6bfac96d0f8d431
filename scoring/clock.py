"""How many deals are still played when time runs out (R6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.deal import Deal, Ending
from scoring.errors import RuleViolation
from scoring.regulations import Regulations

MOVE_SECONDS: Final = {"only": 5, "choice": 20, "fish": 60}
"""Seconds for a move: one is possible, there is a choice, a fish can be closed (R6.4)."""


@dataclass(frozen=True)
class TimeCall:
    """The moment at which time ran out (R6.2).

    ``after_deals`` deals had been finished by then, broken ones included; a deal whose points are still being
    counted is finished, written or not. ``in_progress`` says whether the next one was being played.
    """

    after_deals: int
    in_progress: bool


class Limit(NamedTuple):
    """What time allows: after ``called`` written deals it ran out, and ``deals`` counted ones end the partida.

    ``reason`` is the reason code of the last one.
    """

    called: int
    deals: int
    reason: str


_ALLOWED: Final[dict[str, tuple[int, int]]] = {
    "finish_deal_or_one_more": (1, 1),
    "finish_deal": (0, 1),
    "last_deal_after_call": (1, 2),
    "stop": (0, 0),
}
"""``on_time`` → the deals still to be counted when no deal was being played, and when one was."""


def limit_of(regulations: Regulations, deals: Sequence[Deal], time: TimeCall | None) -> Limit | None:
    """The number of counted deals at which time ends the partida; ``None`` while time runs.

    Raises :class:`RuleViolation` at ``time`` when more deals are said to be finished than those written and one more.
    """
    if time is None:
        return None
    unwritten = time.after_deals - len(deals)
    if time.after_deals < 0 or unwritten > 1:
        raise RuleViolation("partida.time_impossible", field="time", after=time.after_deals, written=len(deals))
    finished = sum(deal.ending is not Ending.BROKEN for deal in deals[: time.after_deals]) + max(unwritten, 0)
    one_more = regulations.on_time == "last_deal_after_call" or (
        regulations.on_time == "finish_deal_or_one_more" and not time.in_progress
    )
    return Limit(
        called=min(time.after_deals, len(deals)),
        deals=finished + _ALLOWED[regulations.on_time][time.in_progress],
        reason="last_deal.time_one_more" if one_more else "last_deal.time_running",
    )
