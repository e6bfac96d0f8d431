"""Where to send results, and who may send them here."""

from django import forms
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _


class UpstreamForm(forms.Form):
    """The address and the token that the receiving server gave out."""

    url = forms.CharField(
        label=_("Address to send to"),
        max_length=500,
        validators=[URLValidator(schemes=["http", "https"])],
        help_text=_("As the server's administrator gave it."),
    )
    token = forms.CharField(label=_("Token"), max_length=100, widget=forms.TextInput({"autocomplete": "off"}))


class TokenForm(forms.Form):
    """Whom a token is for."""

    name = forms.CharField(
        label=_("Whom it is for"), max_length=200, help_text=_("A hall, a club: only for your list.")
    )


class FileForm(forms.Form):
    """A signed tournament file, where there is no net."""

    file = forms.FileField(label=_("Tournament file"), help_text=_("As it was downloaded where it is played."))
