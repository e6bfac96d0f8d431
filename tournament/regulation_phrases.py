"""The regulations in words: their fields, what each may be, the criteria of the order, the presets."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# The presets as a form offers them: whose rules, and how long a partida is.
PRESETS = {
    "fdr_deals": _("Russian Federation, 12 deals, 40 minutes"),
    "fdr": _("Russian Federation, to 200 points, 40 minutes"),
    "femundo_2025": _("FEMUNDO 2025, to 200 points, 40 minutes"),
    "venezuela": _("Venezuela, to 200 points, 35 minutes"),
    "spain_200": _("Spain, to 200 points, 45 minutes, finals to 300"),
    "spain_300": _("Spain, to 300 points, 60 minutes"),
    "brazil_150": _("Brazil, to 150 points, 30 minutes"),
    "club_100": _("Club, to 100 points, 30 minutes"),
}

# What each field fixes, for every field that the engine knows.
FIELDS = {
    "target": _("Points that win at once"),
    "deals": _("Deals in a partida"),
    "minutes": _("Minutes for a partida"),
    "best_of": _("Parts of a meeting"),
    "detail": _("What a protocol carries"),
    "counted": _("Hands that a domino scores"),
    "fish": _("What a fish scores"),
    "control": _("Control figures of a deal"),
    "lead": _("Who leads the next deal"),
    "on_time": _("What is still played when time runs out"),
    "tie": _("Level when it should end"),
    "no_show_minutes": _("Minutes until an absent pair loses"),
    "walkover": _("Credit for a walkover"),
    "bye": _("Credit for a bye"),
    "fine": _("Where the points of a fine go"),
    "fine_percent": _("Usual fine, per cent of the most points"),
    "fine_limit_percent": _("Largest fine, per cent of the most points"),
    "pays": _("Who bears a fine"),
    "cap_points": _("Points capped at the target"),
    "cap_difference": _("Difference capped at the target"),
    "criteria": _("Order of the standings"),
    "signers": _("Who signs the protocol"),
    "corrections_close": _("Minutes in which a result can be corrected"),
    "protest_minutes": _("Minutes in which a pair can protest"),
    "sanctions": _("Table of infractions"),
}

# What a field means to those who set it, and what it means to leave it empty.
HELP = {
    "target": _("The side whose net total reaches them wins at once. Empty: no target."),
    "deals": _("A multiple of four, so that each player leads equally often. Empty: no number of deals."),
    "minutes": _("Counted from the start of the round. Empty: no time limit."),
    "best_of": _("An odd number. Who wins more parts wins the meeting; 1 is a plain partida."),
    "detail": _("Where totals are enough, the final figures of each part are written and no deals."),
    "counted": _("The side of the player who goes out scores the pips left in these hands."),
    "fish": _("The side with the smaller sum scores it; equal sums draw the deal and score nothing."),
    "control": _("They cost a glance and catch slips of the pen."),
    "lead": _("After a broken deal the same seat leads again."),
    "on_time": _("What is going on at that moment decides whether a deal follows."),
    "tie": _("When all deals are played or time is up, and both sides have the same points."),
    "no_show_minutes": _("Counted from the start of the round. Empty: never by the clock, the referee decides."),
    "walkover": _("An empty figure is the preset's, in proportion to the target."),
    "bye": _("A win without play. An empty figure is the preset's, in proportion to the target."),
    "fine": _("A net total never falls below 0."),
    "fine_percent": _("Of the target; where there is none, of the winner's points of a walkover."),
    "fine_limit_percent": _("A fine above it is refused as a slip of the pen."),
    "pays": _("The pair in a pairs event, the offender alone in individual and team events."),
    "sanctions": _("The referee picks the infraction from it, and the program proposes what follows."),
    "cap_points": _("Points above the target don't count in the standings."),
    "cap_difference": _("The difference is reckoned from points up to the target."),
    "criteria": _("Number what counts: 1 is the weightiest. Empty: it doesn't count. Equal on all: a shared place."),
    "signers": _("A protocol isn't accepted before they have signed."),
    "corrections_close": _("Counted from the last table of a round. Empty: no limit."),
    "protest_minutes": _("Counted from the end of the partida. Empty: until its round is closed."),
}

# The figures of a credit.
CREDIT_FIGURES = {
    "winner_points": _("Winner's points"),
    "winner_difference": _("Winner's difference"),
    "loser_points": _("Loser's points"),
    "loser_difference": _("Loser's difference"),
}

# The words of a criterion, as a column's head, in legends and in the regulations.
CRITERIA = {
    "wins": pgettext_lazy("criterion", "Wins"),
    "difference": pgettext_lazy("criterion", "Difference"),
    "points_for": pgettext_lazy("criterion", "Points for"),
    "points_against": pgettext_lazy("criterion", "Points against"),
    "average": pgettext_lazy("criterion", "Average points"),
    "head_to_head": pgettext_lazy("criterion", "Head-to-head"),
    "head_to_head_difference": pgettext_lazy("criterion", "Head-to-head difference"),
    "buchholz": pgettext_lazy("criterion", "Opponents' wins"),
    "buchholz_minus_worst": pgettext_lazy("criterion", "Opponents' wins without the worst"),
    "sonneborn_berger": pgettext_lazy("criterion", "Wins of the beaten"),
    "fewest_penalties": pgettext_lazy("criterion", "Fewest penalties"),
    "fewest_free": pgettext_lazy("criterion", "Fewest free games"),
    "seed": pgettext_lazy("criterion", "Rank at entry"),
    "lots": pgettext_lazy("criterion", "Lots"),
}

# The words of a value, where it isn't a number: by field, then by value.
VALUES: Mapping[str, Mapping[Any, Any]] = {
    "detail": {"deals": _("every deal"), "totals": _("the totals only")},
    "counted": {
        "all": _("all other hands, the partner's included"),
        "opponents": _("the opponents' hands only"),
    },
    "fish": {
        "all": _("all four hands"),
        "opponents": _("the other side's two hands"),
        "difference": _("the difference of the two sums"),
    },
    "control": {
        "none": _("none"),
        "ends": _("the two open ends"),
        "ends_and_count": _("the two open ends and the number of tiles laid"),
    },
    "lead": {
        "rotate": _("the next seat in order of play"),
        "alternate": _("the other side, its players in turn"),
        "winner": _("the player who closed the last deal"),
    },
    "on_time": {
        "finish_deal_or_one_more": _("the running deal; while counting or shuffling, one more"),
        "finish_deal": _("the running deal"),
        "last_deal_after_call": _("the running deal and one more"),
        "stop": _("nothing: the score at that moment counts"),
    },
    "tie": {
        "extra_deals": _("extra deals until it is decided"),
        "one_extra_deal": _("exactly one extra deal, then a draw"),
        "null": _("a null result 0–0"),
        "draw": _("a draw"),
    },
    "fine": {"deduct": _("taken from the offender's side"), "award": _("given to the opponents")},
    "pays": {"pair": _("the pair"), "offender": _("the offender alone")},
    "cap_points": {True: _("yes"), False: _("no")},
    "cap_difference": {True: _("yes"), False: _("no")},
    "signers": {
        "all_players": _("all four players"),
        "one_of_each_pair": _("one player of each pair"),
        "losing_pair": _("the losing pair"),
        "pairs_and_referee": _("both pairs and the referee"),
    },
    "sanctions": {
        "fdr": _("Russian Domino Federation"),
        "femundo_2025": _("FEMUNDO 2025"),
        "none": _("no table: the referee decides freely"),
    },
}
CREDIT = _("winner %(winner)s, loser %(loser)s")


def in_words(field: str, value: Any) -> str:
    """A value of a field of the regulations as people say it."""
    if value is None:
        return "—"
    if field in VALUES:
        return str(VALUES[field].get(value, value))
    if field == "criteria":
        return ", ".join(str(CRITERIA[code]) for code in value)
    if field in ("walkover", "bye"):
        return _credit_in_words(value if isinstance(value, dict) else asdict(value))
    return str(value)


def _credit_in_words(credit: Mapping[str, int]) -> str:
    """Points, and the difference with its sign: "winner 200 (+100), loser 0 (0)"."""
    sides = {side: (credit[f"{side}_points"], credit[f"{side}_difference"]) for side in ("winner", "loser")}
    said = {side: f"{points} ({signed(difference)})" for side, (points, difference) in sides.items()}
    return str(CREDIT) % said


def signed(number: int) -> str:
    """A difference with its sign: 5 and −5 must not be taken for one another."""
    return f"{number:+d}".replace("-", "−") if number else "0"
