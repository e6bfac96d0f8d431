"""A line of the timetable in the hall's time, and the rest of a day that is moved."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import TimetableLine, Tournament
from tournament.models.timetable import MOST_MINUTES
from tournament.phrases import Refused
from tournament.planning.scheduling import FURTHEST_MOVE
from tournament.planning.timetable import FIRST_YEAR, LAST_YEAR, Planned

LAST_ROUND = 9_999
MOST_AT_ONCE = 99
"""Rounds that are planned at once."""


def hall_time(day: Any, time: Any, zone: ZoneInfo) -> datetime:
    """A day and a time of the hall as a moment; an hour that the clocks skip is taken as the hour after it.

    >>> hall_time(datetime(2026, 12, 5).date(), datetime(2026, 12, 5, 10).time(), ZoneInfo("Europe/Moscow")).isoformat()
    '2026-12-05T10:00:00+03:00'
    """
    utc = datetime.combine(day, time, tzinfo=zone).astimezone(ZoneInfo("UTC"))
    return utc.astimezone(zone)


def in_known_years(day: date) -> None:
    """A field's validator: of a day, or a moment, in years of which every zone and calendar knows."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(str(Refused("timetable.year", first=FIRST_YEAR, last=LAST_YEAR)), code="year")


class DayField(forms.DateField):
    """A day on which one can play."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    default_validators = [in_known_years]


class SeenForm(forms.Form):
    """The fingerprint of the timetable on the page, so that two who change it don't overwrite each other."""

    seen = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)


class TimeForm(SeenForm):
    """A day and a time by the clock of the hall. Adds `starts_at` to what is cleaned."""

    date = DayField(label=_("Day"))
    time = forms.TimeField(label=_("Begins at"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = tournament.zone
        self.fields["time"].help_text = _("By the clock of the hall: %(zone)s.") % {"zone": tournament.timezone}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["starts_at"] = hall_time(cleaned["date"], cleaned["time"], self.zone)
        return cleaned


class RoundsForm(TimeForm):
    """Several rounds one after another."""

    minutes = forms.IntegerField(
        label=_("Each takes, minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        help_text=_("With the time to change tables."),
    )
    first = forms.IntegerField(label=_("From round"), min_value=1, max_value=LAST_ROUND)
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST_AT_ONCE)

    field_order = ["date", "time", "minutes", "first", "count", "seen"]


class LineForm(TimeForm):
    """One line. Adds `planned` to what is cleaned."""

    minutes = forms.IntegerField(
        label=_("Takes, minutes"),
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        help_text=_("With the time to change tables. Empty: open."),
    )
    round_number = forms.IntegerField(
        label=_("Round"),
        required=False,
        min_value=1,
        max_value=LAST_ROUND,
        help_text=_("Its number, counted through the whole tournament. Empty: something else, such as a break."),
    )
    title = forms.CharField(
        label=_("What"), required=False, max_length=100, help_text=_("Registration, dinner, prizes; of a round: final.")
    )

    field_order = ["date", "time", "minutes", "round_number", "title", "seen"]

    def __init__(self, *args: Any, tournament: Tournament, line: TimetableLine | None = None, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        if line:
            starts = line.starts_at.astimezone(self.zone)
            own = {name: getattr(line, name) for name in ("minutes", "round_number", "title")}
            self.initial = {"date": starts.date(), "time": starts.time(), **own, **self.initial}

    def clean(self) -> dict[str, Any]:
        """Adds `planned`; a line has to say what it is."""
        cleaned = super().clean()
        if not self.errors:
            cleaned["planned"] = Planned(
                starts_at=cleaned["starts_at"],
                minutes=cleaned["minutes"],
                round_number=cleaned["round_number"],
                title=" ".join(cleaned["title"].split()),
            )
        return cleaned


class MoveForm(SeenForm):
    """By how many minutes the rest of a day is moved."""

    minutes = forms.IntegerField(
        label=_("Minutes later"),
        min_value=-FURTHEST_MOVE,
        max_value=FURTHEST_MOVE,
        help_text=_("With a minus: earlier."),
    )
