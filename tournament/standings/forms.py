"""Which standings are asked for, and why a round is closed although a protest is open."""

from django import forms


class AskForm(forms.Form):
    """A stage (the current one if it is left out) and the round after which they are wanted (the last)."""

    stage = forms.IntegerField(required=False, min_value=1)
    after = forms.IntegerField(required=False, min_value=1)


class CloseForm(forms.Form):
    """Closing a round; the reason is needed while a protest is open (R11.5)."""

    reason = forms.CharField(required=False, max_length=500)
