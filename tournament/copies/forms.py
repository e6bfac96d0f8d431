"""What goes along into a copy."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.planning.forms.timetable import DayField
from tournament.planning.forms.tournament import REHEARSAL


class CopyForm(forms.Form):
    """What the copy is called, when it begins, and what goes along."""

    name = forms.CharField(label=_("Name"), max_length=200)
    first_day = DayField(
        label=_("First day"),
        help_text=_("The timetable moves there by whole days; its times of day stay."),
    )
    with_officials = forms.BooleanField(label=_("Take the officials along, with their roles"), required=False)
    with_entries = forms.BooleanField(
        label=_("Take the entries along, as they are now, with their numbers"), required=False
    )
    is_rehearsal = forms.BooleanField(label=REHEARSAL, required=False)

    def __init__(self, *args: Any, source: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not source.timetable.exists():
            del self.fields["first_day"]
