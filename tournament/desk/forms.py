"""The field of the desk's top line."""

from django import forms
from django.utils.translation import gettext_lazy as _


class JumpForm(forms.Form):
    """A table of the round that is being played; the key `/` leads to the field."""

    table = forms.IntegerField(
        label=_("Table No."),
        min_value=1,
        max_value=32_767,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "aria-keyshortcuts": "/", "size": 4}
        ),
    )
