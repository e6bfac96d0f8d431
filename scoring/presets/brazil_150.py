"""A Brazilian federation event (Brasilia 2013): partidas to 150 in 30 minutes."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Brazil, to 150 points"

VALUES: Final[dict[str, object]] = {
    "target": 150,  # Brasilia 2013
    "deals": None,  # ours: the source is silent
    "minutes": 30,  # Brasilia 2013
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # Brasilia 2013: all unplayed tiles of opponents and partner
    "fish": "all",  # Brasilia 2013: all four hands
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: the source is silent
    "on_time": "finish_deal",  # Brasilia 2013: the deal in play finishes
    "tie": "extra_deals",  # ours, after FDR: the source is silent
    "no_show_minutes": 5,  # ours, after FDR: the source is silent
    "walkover": {  # ours, after FDR: the target
        "winner_points": 150,
        "loser_points": 0,
        "winner_difference": 150,
        "loser_difference": -150,
    },
    "bye": {  # ours, after Venezuela: the target, half of it as difference
        "winner_points": 150,
        "loser_points": 0,
        "winner_difference": 75,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: the source is silent
    "fine_percent": 20,  # ours, after FEMUNDO: the source is silent
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": False,  # ours: the source is silent
    "cap_difference": False,  # ours: the source is silent
    "criteria": ["wins", "difference", "points_for"],  # Brasilia 2013: wins, balance, points for
    "signers": "all_players",  # ours: the source is silent
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "none",  # ours: the source is silent
}
