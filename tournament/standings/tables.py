"""The table of standings, from rows that are ready."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import scoring
from tournament.phrases import place_label
from tournament.regulation_phrases import CRITERIA, signed

from .queries import Row, Table

__all__ = ["CRITERIA", "LEGEND", "StandingsTable", "standings_table"]

# What a criterion counts, as the legend under a table explains it.
LEGEND = {
    "wins": _("partidas won, walkovers and byes included"),
    "difference": _("points for less points against"),
    "points_for": _("points scored in all partidas"),
    "points_against": _("points scored by the opponents; fewer is better"),
    "average": _("points for, divided by partidas"),
    "head_to_head": _("partidas of those level with each other, if all of them met"),
    "head_to_head_difference": _("difference in the partidas of those level with each other, if all of them met"),
    "buchholz": _("the sum of the wins of all opponents"),
    "buchholz_minus_worst": _("the sum of the wins of all opponents but the weakest"),
    "sonneborn_berger": _("the sum of the wins of the beaten opponents"),
    "fewest_penalties": _("penalties; fewer is better"),
    "fewest_free": _("byes and walkovers won; fewer is better"),
    "seed": _("the rank at entry"),
    "lots": _("lots, drawn by the program and recorded"),
}

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

    def render_name(self, record: Row) -> SafeString:
        """The pair or player, its number first, as it stands on every sheet."""
        return format_html('<span class="muted">{}</span> {}', record.entry, record.name)

    def render_place(self, record: Row, value: int) -> str:
        """In a stage of several groups with the group's letter: places are those in the group."""
        return place_label(value, record.group)

    def render_difference(self, value: int) -> str:
        """With its sign."""
        return signed(value)

    def render_decided_by(self, value: str) -> str:
        return str(_("shared place") if value == scoring.SHARED else CRITERIA[value])


class PlayerStandingsTable(StandingsTable):
    """The same in an individual event, in which players are ranked (R1.3)."""

    name = tables.Column(verbose_name=pgettext_lazy("column", "Player"), attrs={"td": {"class": "name"}})


def standings_table(standings: Table, **kwargs: Any) -> StandingsTable:
    """The table for the rows of a stage, with the words of its event."""
    shown = PlayerStandingsTable if standings.tournament.is_individual else StandingsTable
    return shown(standings.rows, **kwargs)
