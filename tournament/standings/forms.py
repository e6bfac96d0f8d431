"""Which standings are asked for."""

from django import forms


class AskForm(forms.Form):
    """A stage (the current one if it is left out) and the round after which they are wanted (the last)."""

    stage = forms.IntegerField(required=False, min_value=1)
    after = forms.IntegerField(required=False, min_value=1)
