"""Letters to those who asked for a place: what became of their request, in their language, with the link to it."""

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.models import EntryRequest, Tournament

_signer = signing.Signer(salt="entries.request")


def are_sent() -> bool:
    """Whether letters go out at all: a server without EMAIL_URL writes none, and then nobody counts as told."""
    return not settings.EMAIL_BACKEND.endswith(".dummy.EmailBackend")


def site_of(request: HttpRequest) -> str:
    """How addresses begin in a letter that follows from this request."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"


def key_of(request: EntryRequest) -> str:
    """What opens the request's own page: nobody makes it up who hasn't the installation's secret."""
    return _signer.sign(str(request.pk))


def request_by_key(tournament: Tournament, key: str) -> EntryRequest | None:
    """The request of this key; None where there is no such key or it is another tournament's."""
    try:
        pk = int(_signer.unsign(key))
    except (signing.BadSignature, ValueError):
        return None
    return tournament.entry_requests.select_related("entry", "tournament").filter(pk=pk).first()


def link_to(request: EntryRequest, site: str) -> str:
    """The address of the request's own page."""
    return site + reverse("public:request", args=[request.tournament.slug, key_of(request)])


def letter(request: EntryRequest, site: str) -> EmailMessage:
    """What its sender is told about the state that it has now."""
    with translation.override(request.language):
        cup = " ".join(request.tournament.name.split())
        return EmailMessage(
            subject=_("%(tournament)s: your request (%(state)s)")
            % {"tournament": cup, "state": request.get_state_display()},
            body=render_to_string("entries/letter.txt", {"request": request, "link": link_to(request, site)}),
            to=[request.email],
        )
