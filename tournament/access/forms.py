from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import Staff


class StaffForm(forms.Form):
    """An official: an account that exists, or a new one if a name is given."""

    username = forms.CharField(label=_("Account"), max_length=150, validators=[UnicodeUsernameValidator()])
    full_name = forms.CharField(
        label=_("Name, for a new account"),
        max_length=200,
        required=False,
        help_text=_("Leave it empty for an account that already exists."),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices, initial=Staff.Role.REFEREE.value)
