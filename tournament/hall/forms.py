from django import forms
from django.utils.translation import gettext_lazy as _

from .services import LONGEST_MESSAGE


class MessageForm(forms.Form):
    """What the hall is to read."""

    text = forms.CharField(
        label=_("Message"),
        max_length=LONGEST_MESSAGE,
        help_text=_("It stands on the hall's screen and on each one's own table until it is taken down."),
        widget=forms.Textarea({"rows": 3}),
    )


class FindForm(forms.Form):
    """Who looks for his table: a number, or a part of a name."""

    wanted = forms.CharField(
        label=_("Your number or your name"), max_length=60, widget=forms.TextInput({"autocomplete": "name"})
    )
