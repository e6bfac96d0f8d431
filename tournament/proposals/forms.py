"""What is asked before a tournament is proposed."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

import scoring
from tournament.planning.forms.regulations import preset_choices
from tournament.planning.forms.timetable import DayField, hall_time
from tournament.planning.forms.tournament import EVENTS, REHEARSAL, TournamentForm
from tournament.planning.services import PAYS_IN

from .wish import PAIRS, Day, Wish

MOST_ENTRIES, MOST_TABLES, MOST_HALLS, MOST_DAYS = 2_000, 1_000, 20, 14
LONGEST_CHANGEOVER, LONGEST_BREAK = 120, 300


def _time(label: Any, *, initial: str = "", required: bool = True, help_text: Any = "") -> forms.TimeField:
    widget = forms.TimeInput({"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, initial=initial, required=required, widget=widget, help_text=help_text)


def _next_saturday() -> date:
    today = datetime.now(UTC).date()
    return today + timedelta(days=(5 - today.weekday()) % 7 or 7)


class WishForm(TournamentForm):
    """What an organiser has and wants. Adds `wish` to what is cleaned."""

    event = forms.ChoiceField(label=_("Who plays"), choices=EVENTS, initial=PAIRS, widget=forms.RadioSelect)
    preset = forms.ChoiceField(label=_("Rules"), choices=preset_choices, initial="fdr_deals")
    entries = forms.IntegerField(
        label=_("How many take part"),
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text=_("Pairs, or players in an individual event; as many as you expect."),
    )
    halls = forms.CharField(
        label=_("Tables"),
        max_length=100,
        help_text=_("Of several halls each by itself: 20, 14."),
        widget=forms.TextInput({"inputmode": "numeric"}),
    )
    first_day = DayField(label=_("First day"), initial=_next_saturday)
    days = forms.IntegerField(label=_("Days of play"), initial=1, min_value=1, max_value=MOST_DAYS)
    opens = _time(_("Play from"), initial="10:00", help_text=_("Of each day, by the clock of the hall."))
    closes = _time(_("Play until"), initial="19:00")
    break_from = _time(_("Break at"), required=False)
    break_minutes = forms.IntegerField(
        label=_("Break, minutes"), required=False, min_value=1, max_value=LONGEST_BREAK, help_text=_("Empty: no break.")
    )
    changeover = forms.IntegerField(
        label=_("Between rounds, minutes"),
        initial=10,
        min_value=0,
        max_value=LONGEST_CHANGEOVER,
        help_text=_("For the last protocols, the draw, and finding one's table."),
    )
    is_rehearsal = forms.BooleanField(label=REHEARSAL, required=False)

    field_order = ["name", "venue", "timezone", "event", "preset", "entries", "halls"]

    def clean_halls(self) -> tuple[int, ...]:
        """The tables of each hall."""
        written = [each for each in re.split(r"[\s,;+]+", self.cleaned_data["halls"]) if each]
        wrong = [each for each in written if not (each.isdecimal() and 0 < int(each[:9]) <= MOST_TABLES)]
        if wrong or not written or len(written) > MOST_HALLS:
            said = _("Write how many tables there are, from 1 to %(most)d, for several halls with commas: 20, 14.")
            raise forms.ValidationError(said % {"most": MOST_TABLES})
        return tuple(map(int, written))

    def clean(self) -> dict[str, Any]:
        """Adds `wish`; the break has to lie in the hours of play."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        days = [self._day(cleaned, cleaned["first_day"] + timedelta(days=at)) for at in range(cleaned["days"])]
        if any(day.rest_from and day.rest_until and day.rest_until > day.closes for day in days):
            self.add_error("break_from", _("The break has to lie within the hours of play."))
            return cleaned
        rules = scoring.preset(cleaned["preset"]).replace(pays=PAYS_IN[cleaned["event"]])
        cleaned["wish"] = Wish(
            cleaned["event"], cleaned["entries"], cleaned["halls"], days, rules, cleaned["changeover"]
        )
        return cleaned

    def _day(self, cleaned: dict[str, Any], day: date) -> Day:
        """The hours of a day; play until an earlier time than it begins goes on after midnight."""
        zone = ZoneInfo(cleaned["timezone"])

        def at(time: Any, after: Any = None) -> datetime:
            later = after is not None and time <= after
            return hall_time(day + timedelta(days=later), time, zone).astimezone(UTC)

        opens, closes = at(cleaned["opens"]), at(cleaned["closes"], cleaned["opens"])
        if not (cleaned["break_from"] and cleaned["break_minutes"]):
            return Day(opens, closes)
        rest = at(cleaned["break_from"], cleaned["opens"])
        return Day(opens, closes, rest, rest + timedelta(minutes=cleaned["break_minutes"]))
