"""What the public fills in."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.entries.queries import COUNTRY_LENGTH, NAME_LENGTH, Application, field_labels
from tournament.entries.registration import Contact
from tournament.models import Tournament
from tournament.phrases import Refused, sentence

ADDRESS = re.compile(
    r"://|\bwww\.|@|\b[\w-]+\.(?:com|net|org|info|biz|ru|es|top|xyz|shop|site|online)\b", re.IGNORECASE
)
"""What a letter's reader could follow."""


class RequestForm(forms.Form):
    """A place is asked for: who wants to play, and how he can be reached."""

    player_1 = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    player_2 = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    club = forms.CharField(max_length=NAME_LENGTH, required=False)
    country = forms.CharField(
        max_length=COUNTRY_LENGTH, required=False, widget=forms.TextInput({"autocomplete": "country-name"})
    )
    contact_name = forms.CharField(
        label=_("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text=_("You are told there what is decided."),
    )
    phone = forms.CharField(
        label=_("Telephone"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"type": "tel", "autocomplete": "tel"}),
    )
    message = forms.CharField(
        label=_("Anything else?"), max_length=1_000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    consent = forms.BooleanField(
        label=_("The organiser may keep what I have written here, and write to me, for this tournament."),
        help_text=_("Names, club and country are published with the entries. E-mail and telephone never are."),
    )
    # Named so that a program which fills in everything fills it in, too.
    website = forms.CharField(label=_("Leave this empty"), required=False, max_length=200)
    stamp = forms.CharField(widget=forms.HiddenInput, max_length=200, required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = field_labels(tournament)
        if tournament.is_individual:
            del self.fields["player_2"]
        for name in ("player_1", "player_2", "club", "country"):
            if name in self.fields:
                self.fields[name].label = labels[name]
        self.fields["website"].widget.attrs |= {"tabindex": "-1", "autocomplete": "off"}

    def _without_addresses(self, cleaned: dict[str, Any]) -> None:
        """What is typed as a name is written into a letter to whatever address is typed beside it."""
        for name in ("player_1", "player_2", "club", "country", "contact_name"):
            if ADDRESS.search(cleaned.get(name) or ""):
                self.add_error(name, _("Only a name belongs here, without an address of a page or of e-mail."))

    def seen_fields(self) -> list[forms.BoundField]:
        """The fields that a person fills in."""
        return [field for field in self.visible_fields() if field.name != "website"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("website"):
            self.add_error(None, sentence(Refused("registration.trap")))
        self._without_addresses(cleaned)
        if not self.errors and not cleaned.get("email") and not cleaned.get("phone"):
            self.add_error("email", _("Give an e-mail address or a telephone number, so that you can be told."))
        return cleaned

    def application(self) -> Application:
        """Who wants to play."""
        typed = {name: " ".join(str(value).split()) for name, value in self.cleaned_data.items()}
        return Application(
            players=tuple(typed[name] for name in ("player_1", "player_2") if name in typed),
            club=typed["club"],
            country=typed["country"],
        )

    def contact(self) -> Contact:
        """How he can be reached."""
        typed = self.cleaned_data
        return Contact(" ".join(typed["contact_name"].split()), typed["email"], typed["phone"], typed["message"])
