"""The Russian Domino Federation's rules of sports domino: partidas to 200 points."""

from __future__ import annotations

from typing import Final

TITLE: Final = "Russian Domino Federation, to 200 points"

VALUES: Final[dict[str, object]] = {
    "target": 200,  # FDR: 200 usually, set by the organisers
    "deals": None,  # FDR: the partida to 200 has no number of deals
    "minutes": 40,  # ours: FDR allows 30 to 50
    "best_of": 1,  # FDR knows no parts
    "detail": "deals",  # FDR: the protocol carries every deal
    "counted": "all",  # FDR: the tiles of all other three players
    "fish": "all",  # FDR: all four hands to the pair with the smaller sum
    "control": "ends",  # ours: R5.4a
    "lead": "rotate",  # ours: FDR names the first lead only; each player leads equally often
    "on_time": "finish_deal_or_one_more",  # FDR
    "tie": "extra_deals",  # FDR: no draws, one more deal
    "no_show_minutes": 5,  # FDR
    "walkover": {  # FDR: the most points of the event
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
    "fine": "deduct",  # ours: FDR fines the pair and leaves the way to the event
    "fine_percent": 20,  # ours, after FEMUNDO: FDR leaves the size to the event
    "fine_limit_percent": 100,  # ours: a bound against slips of the pen
    "pays": "pair",  # FDR: the fine is on the pair
    "cap_points": False,  # ours: FDR is silent
    "cap_difference": False,  # ours: FDR is silent
    "criteria": ["wins", "difference", "points_for"],  # ours: FDR is silent; three other sources agree
    "signers": "all_players",  # FDR
    "corrections_close": 30,  # ours: FDR is silent
    "protest_minutes": None,  # ours: FDR is silent
    "sanctions": "fdr",  # FDR
}
