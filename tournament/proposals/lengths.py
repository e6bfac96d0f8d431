"""How long a partida can be, and how long its round takes (R3, R6.2)."""

from collections.abc import Mapping
from math import ceil

import scoring

STEP = 5
"""Minutes to which the time of a partida is rounded up."""
SHORTEST, LONGEST = 15, 120
# R3.4: what the Federation allows; other sources name one time and no bounds.
BOUNDS: Mapping[str, tuple[int, int]] = {"fdr": (30, 50), "fdr_deals": (30, 50)}
MOST_DEALS = 16
SHARES = ((1, 2), (3, 4), (1, 1))
"""Of the preset's target, for shorter partidas to points."""
MINUTES_OF_A_DEAL = 10 / 3
"""Twelve deals in forty minutes, as the Federation has it."""
# How many deals may follow when time has run out (R6.2), the longest way.
DEALS_AFTER_TIME: Mapping[str, int] = {
    "finish_deal_or_one_more": 1,
    "finish_deal": 1,
    "last_deal_after_call": 2,
    "stop": 0,
}


def lengths(rules: scoring.Regulations) -> list[scoring.Regulations]:
    """The same regulations with partidas of several lengths, the shortest first, those of `rules` among them.

    Deals stay multiples of four (R3.1). A shorter partida that would take as long as a longer one is left out.
    """
    made = [rules.replace(**change) for change in _changes(rules)]
    kept: dict[int, scoring.Regulations] = {}
    for each in [*made, _timed(rules)]:
        kept[each.minutes or 0] = each
    return [kept[minutes] for minutes in sorted(kept)]


def _changes(rules: scoring.Regulations) -> list[dict[str, object]]:
    if rules.best_of > 1:
        return []
    if rules.target is None:
        mine = rules.deals or 0
        return [{"deals": deals, "minutes": _minutes(rules, deals, mine)} for deals in range(4, MOST_DEALS + 1, 4)]
    if rules.deals is not None:
        return []
    targets = [(rules.target * share // of // 10 * 10, share, of) for share, of in SHARES]
    return [{"target": target, "minutes": _minutes(rules, share, of)} for target, share, of in targets if target]


def _minutes(rules: scoring.Regulations, share: int, whole: int) -> int:
    """The time of a partida in proportion to that of the preset, rounded up, within what the rules allow."""
    usual = _timed(rules).minutes or 0
    least, most = BOUNDS.get(rules.preset, (SHORTEST, LONGEST))
    rounded = -(-usual * share // (whole * STEP)) * STEP
    return min(max(rounded, least), max(most, usual))


def _timed(rules: scoring.Regulations) -> scoring.Regulations:
    """The rules with a time: without one no timetable can be made."""
    if rules.minutes:
        return rules
    deals = rules.deals or MOST_DEALS
    return rules.replace(minutes=-(-round(deals * MINUTES_OF_A_DEAL) // STEP) * STEP)


def minutes_of_round(rules: scoring.Regulations, changeover: int) -> int:
    """From the start of a round to the start of the next: the clock, the deals after it, changing tables.

    >>> minutes_of_round(scoring.preset("fdr_deals"), 10)
    54
    """
    return (rules.minutes or 0) + ceil(DEALS_AFTER_TIME[rules.on_time] * MINUTES_OF_A_DEAL) + changeover
