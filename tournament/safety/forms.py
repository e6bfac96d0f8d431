"""What has to be written before something is gone for good."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DeleteForm(forms.Form):
    """The name of the tournament, as a sign that it is meant."""

    typed = forms.CharField(
        label=_("Name of the tournament"), max_length=200, widget=forms.TextInput({"autocomplete": "off"})
    )


class EraseForm(forms.Form):
    """The name of the person, as a sign that he is meant."""

    typed = forms.CharField(
        label=_("Name of the person"), max_length=300, widget=forms.TextInput({"autocomplete": "off"})
    )
