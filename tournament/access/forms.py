from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Staff
from tournament.refusals import REFUSALS

from . import tokens


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


class InviteForm(forms.Form):
    """To which role somebody is invited, and where the invitation is sent."""

    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices, initial=Staff.Role.REFEREE.value)
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Empty: you get a link and hand it over yourself."),
        widget=forms.EmailInput({"autocomplete": "off"}),
    )


class ClubForm(forms.Form):
    """The club of an official; empty: he is of none."""

    club = forms.CharField(label=_("Club"), max_length=200, required=False)


class CodeForm(forms.Form):
    """The short code of a table link, however it is typed."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=40,
        help_text=_("Eight letters and digits from the card on the table. Capitals, dashes and gaps don't matter."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        """The code as it is compared."""
        code = tokens.normalised(self.cleaned_data["code"])
        if code is None:
            raise ValidationError(REFUSALS["link.form"])
        return code


class RevokeForm(forms.Form):
    """Whose link is withdrawn: that of one table, or all."""

    table = forms.IntegerField(min_value=1, max_value=32_767, required=False)
