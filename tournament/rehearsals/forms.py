"""How many are invented; the name that is typed before a rehearsal is thrown away."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .names import MOST


class InventForm(forms.Form):
    """How many entries to invent."""

    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST, initial=16)


class ThrowAwayForm(forms.Form):
    """The name of the rehearsal, typed."""

    typed = forms.CharField(
        label=_("Type its name to throw it away"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
