"""The fields of the regulations: meaning, rule, allowed values.

The one table from which values are checked, forms are built and documents are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring import checks

CRITERIA_CODES: Final = (
    "wins",
    "difference",
    "points_for",
    "points_against",
    "average",
    "head_to_head",
    "head_to_head_difference",
    "buchholz",
    "buchholz_minus_worst",
    "sonneborn_berger",
    "fewest_penalties",
    "fewest_free",
    "seed",
    "lots",
)
"""The criteria that regulations may list (R12.3); :mod:`scoring.criteria` says what each is worth."""

CREDIT_KEYS: Final = ("winner_points", "loser_points", "winner_difference", "loser_difference")


@dataclass(frozen=True)
class Field:
    """What one field of the regulations means and may be.

    ``kind`` is ``whole`` (``low`` to ``high``), ``flag``, ``choice`` (``choices``: word → meaning),
    ``credit`` or ``criteria``; ``optional`` fields may be ``None``, and ``none`` says what that means.
    """

    meaning: str
    rule: str
    kind: str
    low: int = 0
    high: int = 0
    none: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def optional(self) -> bool:
        """Whether the field may be ``None``."""
        return bool(self.none)

    def check(self, value: object, place: str) -> None:
        """Refuse a value of the wrong type or out of range; ``place`` is the path in the refusal."""
        if value is None and self.optional:
            return
        if self.kind == "whole":
            checks.whole(value, place, self.low, self.high)
        elif self.kind == "flag":
            checks.flag(value, place)
        elif self.kind == "choice":
            checks.choice(value, place, self.choices)


FIELDS: Final[dict[str, Field]] = {
    "target": Field("points that win a partida at once", "R3.2", "whole", 1, 10_000, none="no target"),
    "deals": Field(
        "number of deals of a partida, a multiple of four", "R3.1", "whole", 4, 400, none="no number of deals"
    ),
    "minutes": Field("time for a partida, in minutes", "R3.4", "whole", 1, 600, none="no time limit"),
    "best_of": Field("parts of a meeting, an odd number; 1 is a plain partida", "R3.6", "whole", 1, 99),
    "detail": Field(
        "what a protocol carries",
        "R3.6",
        "choice",
        choices={"deals": "every deal", "totals": "the totals of each part are enough"},
    ),
    "counted": Field(
        "the hands that a domino scores",
        "R5.1",
        "choice",
        choices={"all": "all other hands, the partner's included", "opponents": "the opponents' hands only"},
    ),
    "fish": Field(
        "what a fish scores for the side with the smaller sum",
        "R5.2",
        "choice",
        choices={
            "all": "all four hands",
            "opponents": "the other side's two hands",
            "difference": "the difference of the two sums",
        },
    ),
    "control": Field(
        "control figures that a deal must carry",
        "R5.4a",
        "choice",
        choices={
            "none": "none",
            "ends": "the two open ends",
            "ends_and_count": "the two open ends and the number of tiles laid",
        },
    ),
    "lead": Field(
        "who leads the next deal",
        "R4.2",
        "choice",
        choices={
            "rotate": "the next seat in order of play",
            "alternate": "the other side, its players in turn",
            "winner": "the player who closed the last deal",
        },
    ),
    "on_time": Field(
        "what is still played when time runs out",
        "R6.2",
        "choice",
        choices={
            "finish_deal_or_one_more": "the running deal; while counting or shuffling, one more",
            "finish_deal": "the running deal",
            "last_deal_after_call": "the running deal and one more",
            "stop": "nothing: the score at that moment counts",
        },
    ),
    "tie": Field(
        "a level score when the partida should end",
        "R7.1",
        "choice",
        choices={
            "extra_deals": "extra deals until it is decided",
            "one_extra_deal": "exactly one extra deal, then a draw",
            "null": "a null result 0–0",
            "draw": "a draw",
        },
    ),
    "no_show_minutes": Field(
        "minutes after the start until an absent pair loses",
        "R8.1",
        "whole",
        0,
        240,
        none="never by the clock",
    ),
    "walkover": Field("points and difference of a walkover", "R8.2", "credit"),
    "bye": Field("points and difference of a bye", "R8.4", "credit"),
    "fine": Field(
        "where the points of a fine go",
        "R10.2",
        "choice",
        choices={"deduct": "taken from the offender's side", "award": "given to the opponents"},
    ),
    "fine_percent": Field("usual fine, per cent of the most points of the event", "R10.2", "whole", 0, 100),
    "fine_limit_percent": Field("largest fine, per cent of the most points of the event", "R10.2", "whole", 0, 500),
    "pays": Field(
        "who bears a fine or a lost partida",
        "R10.5",
        "choice",
        choices={
            "pair": "the pair (pairs events)",
            "offender": "the offender alone (individual and team events)",
        },
    ),
    "cap_points": Field("points above the target are not counted in standings", "R12.2", "flag"),
    "cap_difference": Field("the difference is reckoned from points up to the target", "R12.2", "flag"),
    "criteria": Field("order of the standings, the weightiest criterion first", "R12.1", "criteria"),
    "signers": Field(
        "who signs the protocol",
        "R11.3",
        "choice",
        choices={
            "all_players": "all four players",
            "one_of_each_pair": "one player of each pair",
            "losing_pair": "the losing pair",
            "pairs_and_referee": "both pairs and the referee",
        },
    ),
    "corrections_close": Field(
        "minutes after the last table of a round in which its results can be corrected",
        "R11.4",
        "whole",
        0,
        10_080,
        none="no time limit",
    ),
    "protest_minutes": Field(
        "minutes after a partida in which a pair can protest",
        "R11.5",
        "whole",
        0,
        10_080,
        none="until its round is closed",
    ),
    "sanctions": Field(
        "table of infractions",
        "R10.1",
        "choice",
        choices={
            "fdr": "Russian Domino Federation",
            "femundo_2025": "FEMUNDO 2025",
            "none": "no table: the referee decides freely",
        },
    ),
}
"""Field of the regulations → its meaning, in the order in which forms and documents show them."""
