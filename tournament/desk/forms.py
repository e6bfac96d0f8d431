"""The field of the desk's top line, and what is looked for in the journal."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.planning.forms.timetable import in_known_years


class JumpForm(forms.Form):
    """A table of the round that is being played; the keys `/` and `g` lead to its field, `desk/_jump.html`."""

    table = forms.IntegerField(min_value=1, max_value=32_767)


class JournalForm(forms.Form):
    """What is looked for in the journal; what is left empty is asked of no record. Times are those of the hall."""

    text = forms.CharField(label=_("Words"), required=False, max_length=100)
    who = forms.ChoiceField(label=pgettext_lazy("column", "Who"), required=False)
    action = forms.ChoiceField(label=pgettext_lazy("column", "What"), required=False)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=32_767)
    table = forms.IntegerField(label=pgettext_lazy("column", "Table"), required=False, min_value=1, max_value=32_767)
    since = forms.DateTimeField(
        label=_("From"),
        required=False,
        validators=[in_known_years],
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        validators=[in_known_years],
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
    )

    def __init__(
        self, *args: object, people: Iterable[tuple[str, str]], actions: Iterable[tuple[str, str]], **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        anybody = [("", _("anybody"))]
        self.fields["who"].choices = [*anybody, *people]  # type: ignore[attr-defined]
        self.fields["action"].choices = [("", _("anything")), *actions]  # type: ignore[attr-defined]
