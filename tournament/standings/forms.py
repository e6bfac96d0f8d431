"""Which standings are asked for, why a round is closed although a protest is open, and by which seed lots are drawn."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AskForm(forms.Form):
    """A stage (the current one if it is left out) and the round after which they are wanted (the last)."""

    stage = forms.IntegerField(required=False, min_value=1)
    after = forms.IntegerField(required=False, min_value=1)


class CloseForm(forms.Form):
    """Closing a round; the reason is needed while a protest is open (R11.5)."""

    reason = forms.CharField(required=False, max_length=500)


class LotsForm(forms.Form):
    """The seed of the lots; anyone can repeat them from it."""

    seed = forms.CharField(
        label=_("Seed of the lots"),
        required=False,
        max_length=60,
        help_text=_("A word or number said aloud in the hall. Empty: the program takes one that nobody can foresee."),
    )
