"""The address of another program."""

from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from django import forms
from django.conf import settings
from django.core.validators import URLValidator
from django.utils.encoding import iri_to_uri
from django.utils.translation import gettext_lazy as _

from . import sending

NOT_PUBLIC = _("This address lies in a private network. Messages go to addresses on the internet only.")


class AddressForm(forms.Form):
    """Where messages go to."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Each message is a POST request to it."),
        validators=[
            URLValidator(
                schemes=sorted(sending.PORTS), message=_("Write a whole address that begins with https:// or http://.")
            )
        ],
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_url(self) -> str:
        """The address as it will be asked: without a name and password, and without the part after #."""
        given = urlsplit(self.cleaned_data["url"])
        if given.username is not None or given.password is not None:
            raise forms.ValidationError(_("Leave the name and the password out: messages are signed instead."))
        if not settings.WEBHOOKS_PRIVATE and _is_private(given.hostname or ""):
            raise forms.ValidationError(NOT_PUBLIC)
        return str(iri_to_uri(urlunsplit(given._replace(fragment=""))))


def _is_private(host: str) -> bool:
    """Whether it can be told without asking anybody; a name is looked at when something is sent."""
    try:
        return not sending.is_public(str(ip_address(host)))
    except ValueError:
        return host == "localhost"
