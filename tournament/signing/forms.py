"""What a player gives on the page for the players: ink, a PIN, or the reason for which he refuses."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournament.entries.pins import LONGEST, PIN
from tournament.phrases import Refused, sentence

from . import ink


class ShownForm(forms.Form):
    """An answer to the sheet whose fingerprint the page carries."""

    shown = forms.CharField(
        widget=forms.HiddenInput,
        max_length=64,
        error_messages={"required": _("The request was incomplete. Reload the page and try again.")},
    )


class DrawForm(ShownForm):
    """A signature as the page's script sends it; see `ink`."""

    strokes = forms.CharField(
        widget=forms.HiddenInput, error_messages={"required": _("Nothing is drawn yet. Sign in the box.")}
    )

    def clean_strokes(self) -> ink.Strokes:
        """The strokes; what is none is said in words."""
        try:
            return ink.read(self.cleaned_data["strokes"])
        except Refused as refusal:
            raise ValidationError(sentence(refusal), code="refused") from None


class PinForm(ShownForm):
    """The pair's PIN."""

    pin = forms.CharField(
        label=_("PIN of the pair"),
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "off", "maxlength": LONGEST}),
        validators=[RegexValidator(PIN, _("A PIN has four to six digits."))],
    )


class RefuseForm(ShownForm):
    """Why a player doesn't sign."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": _("Say why: it stands on the protocol.")},
    )
