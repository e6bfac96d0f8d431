"""A club event (Mexico 2015): partidas to 100 in 30 minutes."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Club, to 100 points"

VALUES: Final[dict[str, object]] = {
    "target": 100,  # Mexico, a club 2015
    "deals": None,  # ours: the source is silent
    "minutes": 30,  # Mexico, a club 2015
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # ours: the source is silent
    "fish": "all",  # ours: the source is silent
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: the source is silent
    "on_time": "finish_deal",  # Mexico, a club 2015: the deal in play finishes
    "tie": "extra_deals",  # Mexico, a club 2015: played again until decided
    "no_show_minutes": 15,  # R8.1: clubs
    "walkover": {  # ours, after FDR: the target
        "winner_points": 100,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": -100,
    },
    "bye": {  # ours, after Venezuela: the target, half of it as difference
        "winner_points": 100,
        "loser_points": 0,
        "winner_difference": 50,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: the source is silent
    "fine_percent": 20,  # ours, after FEMUNDO: the source is silent
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": False,  # ours: the source is silent
    "cap_difference": False,  # ours: the source is silent
    "criteria": ["wins", "difference", "points_for"],  # ours: R12.1
    "signers": "all_players",  # ours: the source is silent
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "none",  # ours: the source is silent
}
