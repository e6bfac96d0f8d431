from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Why the clock of the hall stands still."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class AddTimeForm(ReasonForm):
    """Time given back to a table."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        initial=2,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": 2}),
    )

    field_order = ["minutes", "reason"]
