"""Venezuelan federation practice, after the program of a federation-linked system."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Venezuela, to 200 points"

VALUES: Final[dict[str, object]] = {
    "target": 200,  # Venezuela: 200; the program's own default is 100
    "deals": None,  # ours: the source is silent
    "minutes": 35,  # Venezuela
    "best_of": 1,  # ours: the source is silent
    "detail": "deals",  # ours: the source is silent
    "counted": "all",  # ours: the source is silent
    "fish": "all",  # ours: the source is silent
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: the source is silent
    "on_time": "finish_deal",  # ours: the source is silent
    "tie": "null",  # Venezuela: a tie is entered as null 0-0
    "no_show_minutes": 5,  # ours, after FDR: the source is silent
    "walkover": {  # Venezuela: present 200-0 with +100, absent 0-200 with -200
        "winner_points": 200,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": -200,
    },
    "bye": {  # Venezuela: the target, half of it as difference
        "winner_points": 200,
        "loser_points": 0,
        "winner_difference": 100,
        "loser_difference": 0,
    },
    "fine": "deduct",  # ours: the source is silent
    "fine_percent": 20,  # ours, after FEMUNDO: the source is silent
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # R10.5: pairs events
    "cap_points": False,  # Venezuela: points for are uncapped
    "cap_difference": True,  # Venezuela, on the web: the target less the loser's points
    "criteria": ["wins", "difference", "points_for"],  # Venezuela: wins, effectiveness, points
    "signers": "pairs_and_referee",  # R11.3: Venezuela
    "corrections_close": 30,  # ours: the source is silent
    "protest_minutes": None,  # ours: the source is silent
    "sanctions": "none",  # ours: the source is silent
}
