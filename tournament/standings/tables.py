"""The table of standings, from rows that are ready."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.phrases import place_label
from tournament.regulation_phrases import CRITERIA, signed

from .queries import Row, Table

__all__ = ["CRITERIA", "MEANINGS", "How", "StandingsTable", "decided_words", "how", "standings_table", "value_words"]

# What a criterion counts, so that whoever stands below somebody can reckon it himself (R12.1, R12.3).
MEANINGS = {
    "wins": _("Partidas won. A bye and a win by the opponents' absence are wins too."),
    "difference": _(
        "Points for less points against, over all partidas. For a bye and an absence the regulations say what is "
        "credited."
    ),
    "points_for": _("All points scored, the credits for byes and absences included."),
    "points_against": _("All points that the opponents scored. Fewer is better."),
    "average": _("The points of the partidas that were really played, divided by their number."),
    "head_to_head": _(
        "Wins in the partidas of those against each other who are level on everything before it. It counts only if "
        "each of them has met each of the others at the table."
    ),
    "head_to_head_difference": _(
        "The difference in the partidas of those against each other who are level on everything before it. It counts "
        "only if each of them has met each of the others at the table."
    ),
    "buchholz": _(
        "The wins of all opponents met at the table, added up: who had stronger opponents is better. An opponent's "
        "byes count among his wins."
    ),
    "buchholz_minus_worst": _(
        "The wins of all opponents met at the table, added up without the one who has the fewest, so that one weak "
        "opponent spoils nothing."
    ),
    "sonneborn_berger": _("The wins of those opponents who were beaten at the table, added up."),
    "fewest_penalties": _(
        "How many penalties the referees imposed, warnings included. Fewer is better; struck-out ones don't count."
    ),
    "fewest_free": _("Byes and wins by the opponents' absence. Fewer is better: the more was really played."),
    "seed": _("The rank at entry, 1 the best. Who has none comes after all who have one."),
    "lots": _("Lots, drawn once for the stage. Who has none comes after all who have one."),
}

SIGNED = ("difference", "head_to_head_difference")
# The criteria that every table has a column for.
ALWAYS = ("wins", "difference", "points_for", "points_against")


@dataclass(frozen=True)
class How:
    """How places are decided: each criterion with its meaning and rule, the weightiest first, and what is capped."""

    criteria: tuple[tuple[str, str, str], ...]
    caps: tuple[str, ...]


def how(rules: scoring.Regulations) -> How:
    """How places are decided by these regulations, in words."""
    caps = {
        _("Points above the target of %(target)d don't count."): rules.cap_points,
        _("The difference is reckoned from points up to the target of %(target)d."): rules.cap_difference,
    }
    return How(
        criteria=tuple(
            (str(CRITERIA[code]), str(MEANINGS[code]), scoring.CRITERIA[code].rule) for code in rules.criteria
        ),
        caps=tuple(str(words) % {"target": rules.target} for words, holds in caps.items() if holds),
    )


def value_words(code: str, value: int | Fraction | None) -> str:
    """A value as people write it: a difference with its sign, a mean with two decimals, `—` where it isn't applied."""
    if value is None:
        return "—"
    if scoring.CRITERIA[code].mean:
        return number_format(round(float(value), 2), 2)
    return signed(int(value)) if code in SIGNED else str(value)


def decided_words(decided_by: str) -> str:
    """What decided a place against the one above."""
    return str(_("shared place") if decided_by == scoring.SHARED else CRITERIA[decided_by])


NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "wide"}, "td": {"class": "wide"}}
WIDE_NUMBER = {"th": {"class": "wide num"}, "td": {"class": "wide num"}}


class StandingsTable(tables.Table):
    """Place, pair, wins, losses, points and what decided the place."""

    place = tables.Column(
        verbose_name=pgettext_lazy("column", "Place"),
        accessor="standing__place",
        attrs={"th": {"class": "num"}, "td": {"class": "place num"}},
    )
    # Only in files, where it has a column of its own.
    entry = tables.Column(verbose_name=pgettext_lazy("column", "No."), visible=False)
    name = tables.Column(verbose_name=pgettext_lazy("column", "Pair"), attrs={"td": {"class": "name"}})
    club = tables.Column(verbose_name=_("Club"), default="", attrs=WIDE)
    played = tables.Column(
        verbose_name=pgettext_lazy("column", "Played"), accessor="standing__played", attrs=WIDE_NUMBER
    )
    wins = tables.Column(verbose_name=pgettext_lazy("column", "Wins"), accessor="standing__wins", attrs=NUMBER)
    losses = tables.Column(
        verbose_name=pgettext_lazy("column", "Losses"), accessor="standing__losses", attrs=WIDE_NUMBER
    )
    points_for = tables.Column(
        verbose_name=pgettext_lazy("column", "Points for"), accessor="standing__points_for", attrs=WIDE_NUMBER
    )
    points_against = tables.Column(
        verbose_name=pgettext_lazy("column", "Points against"),
        accessor="standing__points_against",
        attrs=WIDE_NUMBER,
    )
    difference = tables.Column(
        verbose_name=pgettext_lazy("column", "Difference"), accessor="standing__difference", attrs=NUMBER
    )
    decided_by = tables.Column(
        verbose_name=pgettext_lazy("column", "Decided by"),
        accessor="standing__decided_by",
        orderable=False,
        default="",
        attrs=WIDE,
    )

    caption: object = pgettext_lazy("table", "Standings")
    row_header = "name"

    class Meta:
        attrs = {"class": "standings"}
        empty_text = _("There are no entries yet.")

    def __init__(self, *args: Any, why: str = "", **kwargs: Any) -> None:
        """why: the address of the page that explains the place of an entry, without the entry's number and slash."""
        super().__init__(*args, **kwargs)
        self.why = why

    def render_name(self, record: Row) -> SafeString:
        """The pair or player, its number first, as it stands on every sheet; it leads to "why this place?"."""
        if not self.why:
            return format_html('<span class="muted">{}</span> {}', record.entry, record.name)
        return format_html(
            '<span class="muted">{}</span> <a href="{}{}/">{}</a>', record.entry, self.why, record.entry, record.name
        )

    def render_place(self, record: Row, value: int) -> str:
        """In a stage of several groups with the group's letter: places are those in the group."""
        return place_label(value, record.group)

    def value_place(self, record: Row) -> int | str:
        """The place for a file: a number, where no letter of a group belongs to it."""
        return record.place if record.group is None else place_label(record.place, record.group)

    def render_difference(self, value: int) -> str:
        """With its sign."""
        return signed(value)

    def render_decided_by(self, value: str) -> str:
        return decided_words(value)

    def value_decided_by(self, record: Row) -> str:
        """The same in a file; empty where nobody is level."""
        decided_by = record.standing.decided_by
        return self.render_decided_by(decided_by) if decided_by else ""


class PlayerStandingsTable(StandingsTable):
    """The same in an individual event, in which players are ranked (R1.3)."""

    name = tables.Column(verbose_name=pgettext_lazy("column", "Player"), attrs={"td": {"class": "name"}})


class ValueColumn(tables.Column):
    """What an entry has by a criterion."""

    def __init__(self, code: str) -> None:
        super().__init__(
            verbose_name=CRITERIA[code], accessor=f"standing__values__{code}", attrs=WIDE_NUMBER, empty_values=()
        )
        self.code = code

    def render(self, value: Any) -> str:
        return value_words(self.code, value)


def standings_table(standings: Table, *, why: str = "", **kwargs: Any) -> StandingsTable:
    """The table for the rows of a stage, with the words of its event and a column for each criterion.

    why: the route of the page that explains a place; "" where places aren't links.
    """
    shown = PlayerStandingsTable if standings.tournament.is_individual else StandingsTable
    return shown(standings.rows, why=why_address(standings, why) if why else "", **columns(standings), **kwargs)


def columns(standings: Table) -> dict[str, Any]:
    """What a table takes to have a column for each criterion of these standings, before what decided the place."""
    codes = [code for code in standings.rules.criteria if code not in ALWAYS]
    return {"extra_columns": [(code, ValueColumn(code)) for code in codes], "sequence": ("...", "decided_by")}


def why_address(standings: Table, route: str) -> str:
    """Where the pages that explain places begin: to reverse each of a thousand takes longer than to write them."""
    if standings.after is None:
        return ""
    return reverse(route, args=[standings.tournament.slug, standings.after.number, 0]).removesuffix("0/")
