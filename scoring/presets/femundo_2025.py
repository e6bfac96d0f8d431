"""The FEMUNDO competition regulations of 2025: partidas to 200 points in 40 minutes."""

from __future__ import annotations

from typing import Final

TITLE: Final = "FEMUNDO 2025, to 200 points"

VALUES: Final[dict[str, object]] = {
    "target": 200,  # FEMUNDO
    "deals": None,  # ours: the source is silent
    "minutes": 40,  # FEMUNDO
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # FEMUNDO: the tiles of the three players still holding
    "fish": "all",  # FEMUNDO: the tiles of all four to the pair with the lower sum
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # FEMUNDO: first lead drawn, then it rotates
    "on_time": "finish_deal_or_one_more",  # FEMUNDO: the deal in play finishes; called after the last tile, one more
    "tie": "one_extra_deal",  # FEMUNDO: one extra deal
    "no_show_minutes": 2,  # FEMUNDO
    "walkover": {  # FEMUNDO: absent 0-200, present 100-0
        "winner_points": 100,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": -200,
    },
    "bye": {  # ours, after Venezuela: the target, half of it as difference
        "winner_points": 200,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: FEMUNDO gives the sizes
    "fine_percent": 20,  # FEMUNDO: 20 % and, for graver faults, 40 %
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": False,  # FEMUNDO: the excess is written down
    "cap_difference": False,  # ours: the source is silent
    "criteria": ["wins", "difference", "points_for"],  # FEMUNDO: wins, effectiveness, points for
    "signers": "all_players",  # ours: the source is silent
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "femundo_2025",  # FEMUNDO
}
