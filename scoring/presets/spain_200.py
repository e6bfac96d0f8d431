"""A Spanish open (JSY Yecla 2013): partidas to 200 in 45 minutes, finals to 300 in 90."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Spain, to 200 points, finals to 300"

VALUES: Final[dict[str, object]] = {
    "target": 200,  # Yecla 2013
    "deals": None,  # ours: the source is silent
    "minutes": 45,  # Yecla 2013: warning at 40
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # Yecla 2013: all unplayed tiles
    "fish": "all",  # Spanish federation, summary: all remaining tiles
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: the source is silent
    "on_time": "last_deal_after_call",  # Yecla 2013: the running deal and one more
    "tie": "extra_deals",  # ours, after FDR: the source is silent
    "no_show_minutes": 5,  # ours, after FDR: the source is silent
    "walkover": {  # ours, after FDR: the target
        "winner_points": 200,
        "loser_points": 0,
        "winner_difference": 200,
        "loser_difference": -200,
    },
    "bye": {  # ours, after Venezuela: the target, half of it as difference
        "winner_points": 200,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: the source is silent
    "fine_percent": 20,  # ours, after FEMUNDO: the source is silent
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": True,  # Yecla 2013: the final score is capped at 200
    "cap_difference": True,  # Yecla 2013: the final score is capped at 200
    "criteria": ["wins", "difference", "points_for"],  # ours: R12.1
    "signers": "one_of_each_pair",  # R11.3: Spain
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "none",  # ours: the source is silent
}

FINAL: Final[dict[str, object]] = {
    "target": 300,  # Yecla 2013
    "minutes": 90,  # Yecla 2013
}
