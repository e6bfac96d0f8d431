"""What is asked for on the page of publication."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Release, Tournament

from .queries import PUBLIC

LARGEST_ROUND = 9_999


class ReleaseForm(forms.Form):
    """A kind of page, for one round or all, and to whom it is shown. `sure`: publishing was confirmed."""

    kind = forms.ChoiceField(label=_("What"), choices=Release.Kind.choices)
    round_number = forms.IntegerField(
        label=_("Round"),
        help_text=_("Empty: all rounds of which nothing else is said."),
        min_value=1,
        max_value=LARGEST_ROUND,
        required=False,
    )
    level = forms.ChoiceField(label=_("Who sees it"), choices=Release.Level.choices)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        """One press of a button in the table brings the three as `to`: "results 3 officials", round 0 for all."""
        super().__init__(self._spread(data) if data and "to" in data else data, **kwargs)

    @staticmethod
    def _spread(data: Any) -> dict[str, str]:
        kind, number, level = (data["to"].split(" ") + [""] * 3)[:3]
        return {"kind": kind, "round_number": "" if number == "0" else number, "level": level}

    @property
    def asks(self) -> bool:
        """Whether it would show something to everyone, and nobody has said yet that it should."""
        return self.cleaned_data["level"] == PUBLIC and not self.cleaned_data["sure"]


class NamesForm(forms.Form):
    """How the public reads names."""

    names_shown = forms.ChoiceField(
        label=_("The public reads players' names"), choices=Tournament.Names.choices, widget=forms.RadioSelect
    )


class SureForm(forms.Form):
    """Whether publishing was confirmed."""

    sure = forms.BooleanField(required=False)
