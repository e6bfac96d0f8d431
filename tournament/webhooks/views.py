"""The desk's page about other programs that are told of events."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Webhook
from tournament.replies import refusal_in, refusal_said

from . import queries, services, signature
from .forms import AddressForm
from .tables import message_line


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """Which addresses are told of events, and what became of the last messages; another address is added."""
    tournament = tournament_for(request, slug, "planning.change")
    form = AddressForm(request.POST or None)
    added: Webhook | None = None
    if request.method == "POST" and form.is_valid():
        site = request.build_absolute_uri("/")
        with refusal_in(form):
            added = services.add(tournament=tournament, **form.cleaned_data, site=site, by=Author.of(request))
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": AddressForm() if added else form,
        "added": added,
        # Shown once, on the answer to the request that made it.
        "secret": signature.secret_of(added.nonce) if added else None,
        "addresses": queries.addresses(tournament),
        "lines": [message_line(event) for event in queries.last_messages(tournament)],
    }
    return render(request, "webhooks/list.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def switch_off(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Tell an address nothing more."""
    done = _("Switched off: %(url)s is told nothing more. What still waits for it waits on.")
    return _do(request, slug, webhook, services.switch_off, done)


@login_required
@require_POST
def switch_on(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Tell an address again."""
    done = _("Switched on: %(url)s is told of events from now on, and first of what has waited.")
    return _do(request, slug, webhook, services.switch_on, done)


@login_required
@require_POST
def send_test(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Send an address a test."""
    done = _("A test is on its way to %(url)s. Reload this page to see what it answers.")
    return _do(request, slug, webhook, services.send_test, done)


def _do(request: HttpRequest, slug: str, webhook: int, act: Callable[..., None], done: str) -> HttpResponse:
    tournament = tournament_for(request, slug, "planning.change")
    wanted = get_object_or_404(tournament.webhooks.select_related("tournament"), pk=webhook)
    with refusal_said(request):
        act(webhook=wanted, by=Author.of(request))
        messages.success(request, done % {"url": wanted.url})
    return redirect("webhooks:list", slug)
