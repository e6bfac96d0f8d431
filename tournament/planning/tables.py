"""The regulations in words, field by field."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring

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
    "sanctions": _("Table of infractions"),
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


@dataclass(frozen=True)
class RegulationRow:
    """A field of the regulations: its value here, and the preset's where that differs."""

    name: str
    rule: str
    value: Any
    preset: Any
    differs: bool


def regulation_rows(rules: scoring.Regulations) -> list[RegulationRow]:
    """Every field, those that differ from the preset first: they are what somebody decided here."""
    differences = rules.differences_from_preset()
    complete = _complete(rules)
    rows = [
        RegulationRow(name, field.rule, complete[name], differences.get(name, (None,))[0], name in differences)
        for name, field in scoring.FIELDS.items()
    ]
    return sorted(rows, key=lambda row: not row.differs)


def _complete(rules: scoring.Regulations) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in scoring.FIELDS}


class RegulationsTable(tables.Table):
    """What is fixed, how it is here, how the preset has it, and the rule behind it."""

    name = tables.Column(verbose_name=_("What is fixed"))
    value = tables.Column(verbose_name=pgettext_lazy("regulations", "Here"), empty_values=())
    preset = tables.Column(verbose_name=_("In the preset"), empty_values=())
    rule = tables.Column(verbose_name=_("Rule"), attrs={"td": {"class": "number muted"}})

    caption = _("All the regulations, what differs from the preset first")
    row_header = "name"

    class Meta:
        attrs = {"class": "dense"}
        orderable = False

    def render_name(self, value: str) -> str:
        return str(FIELDS[value])

    def render_value(self, record: RegulationRow, value: Any) -> str | SafeString:
        said = in_words(record.name, value)
        return format_html("<strong>{}</strong>", said) if record.differs else said

    def render_preset(self, record: RegulationRow, value: Any) -> str:
        return in_words(record.name, value) if record.differs else str(pgettext_lazy("preset", "the same"))


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
    said = {side: f"{points} ({_signed(difference)})" for side, (points, difference) in sides.items()}
    return str(CREDIT) % said


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
