"""By which ways a draw is told, and to which chat."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournament.models import Notice


class AnnounceForm(forms.Form):
    """One way or both; only those that are open are offered."""

    channels = forms.MultipleChoiceField(
        label=_("Send it"),
        choices=Notice.Channel.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose by which way it is sent.")},
    )

    def __init__(self, *args: Any, channels: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["channels"].choices = channels  # type: ignore[attr-defined]  # of a multiple choice


class ChatForm(forms.Form):
    """A chat as Telegram names it."""

    chat = forms.CharField(
        label=_("Telegram chat"),
        required=False,
        max_length=64,
        help_text=_("@name of a channel or group, or its number, such as -1001234567890; the bot must be in it."),
        validators=[RegexValidator(r"^(@[A-Za-z]\w{3,31}|-?\d{1,20})$", _("A chat is @name or a number."))],
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
