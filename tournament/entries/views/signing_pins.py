"""PINs by which pairs sign their protocols."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.entries import queries, services
from tournament.entries.forms import PinForm
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_POST
def pin(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an entry its PIN, or take it away."""
    entry = queries.entry_for(tournament_for(request, slug, "entries.change"), number)
    form = PinForm(request.POST)
    if form.is_valid():
        if given := form.cleaned_data["pin"]:
            services.give_pin(entry=entry, pin=given, by=Author.of(request))
            done = _("Entry %(number)d signs with this PIN from now on.")
        else:
            services.take_pin(entry=entry, by=Author.of(request))
            done = _("Entry %(number)d has no PIN.")
        messages.success(request, done % {"number": number})
    else:
        messages.error(request, str(form.errors["pin"][0]))
    return redirect("entries:edit", slug, number)


@login_required
@require_http_methods(["GET", "POST"])
def pins(request: HttpRequest, slug: str) -> HttpResponse:
    """PINs for all entries, on a list to be printed and cut: shown once, since only their hashes are kept."""
    tournament = tournament_for(request, slug, "entries.change")
    given: dict[int, str] = {}
    if request.method == "POST":
        with refusal_said(request):
            given = services.give_pins(tournament=tournament, anew="anew" in request.POST, by=Author.of(request))
    entries = list(queries.entries_of(tournament))
    context = {
        "given": [(entry, given[entry.number]) for entry in entries if entry.number in given],
        "entries": entries,
        "without": sum(not entry.pin for entry in entries),
    }
    response = page_of(request, tournament, "pins", context)
    response["Cache-Control"] = "no-store"
    return response
