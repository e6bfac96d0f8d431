"""Spanish federation practice: partidas to 300."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Spain, to 300 points"

VALUES: Final[dict[str, object]] = {
    "target": 300,  # Spanish federation, summary: 300 or 350
    "deals": None,  # ours: the source is silent
    "minutes": 60,  # ours: the source is silent
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # Spanish federation, summary: all remaining tiles
    "fish": "all",  # Spanish federation, summary: all remaining tiles
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: the source is silent
    "on_time": "last_deal_after_call",  # ours, after Yecla 2013: the source is silent
    "tie": "extra_deals",  # ours, after FDR: the source is silent
    "no_show_minutes": 5,  # ours, after FDR: the source is silent
    "walkover": {  # ours, after FDR: the target
        "winner_points": 300,
        "loser_points": 0,
        "winner_difference": 300,
        "loser_difference": -300,
    },
    "bye": {  # ours, after Venezuela: the target, half of it as difference
        "winner_points": 300,
        "loser_points": 0,
        "winner_difference": 150,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: the source is silent
    "fine_percent": 20,  # ours, after FEMUNDO: the source is silent
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": False,  # ours: the source is silent
    "cap_difference": False,  # ours: the source is silent
    "criteria": ["wins", "difference", "points_for"],  # ours: R12.1
    "signers": "one_of_each_pair",  # R11.3: Spain
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "none",  # ours: the source is silent
}
