"""A tournament is created, described and shown to the public; what kind of event it is."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.phrases import Refused, sentence
from tournament.planning import services
from tournament.planning.forms.tournament import CreateForm, EventForm, SettingsForm
from tournament.replies import refusal_said

from .page import page_of


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new tournament from a preset; its maker becomes the organiser."""
    form = CreateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        keys = ("name", "venue", "timezone", "event", "stage_name", "system", "regulations", "is_rehearsal")
        wanted = {key: form.cleaned_data[key] for key in keys}
        try:
            tournament = services.create_tournament(**wanted, by=Author.of(request))
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _created(tournament))
            return redirect("entries:list", tournament.slug)
    return render(request, "planning/create.html", {"form": form}, status=422 if form.errors else 200)


def _created(tournament: Tournament) -> str:
    if tournament.is_individual:
        return _("The tournament is created. Now register the players.")
    return _("The tournament is created. Now register the pairs.")


@login_required
@require_POST
def change_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Hold the tournament for pairs, or for players each by himself, while nobody is registered."""
    tournament = tournament_for(request, slug, "planning.change")
    form = EventForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say whether pairs play or everybody for himself."))
        return redirect("planning:settings", slug)
    with refusal_said(request):
        services.change_event(tournament=tournament, event=form.cleaned_data["event"], by=Author.of(request))
        messages.success(request, _("Saved. Look at the systems of the stages and at the regulations (R10.5)."))
    return redirect("planning:settings", slug)


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, venue, time zone, whether the public sees the tournament; its stages."""
    tournament = tournament_for(request, slug, "planning.change")
    initial = {key: getattr(tournament, key) for key in ("name", "venue", "timezone", "is_public")}
    form = SettingsForm(request.POST or None, initial=initial, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        services.change_tournament(tournament=tournament, by=Author.of(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("planning:settings", slug)
    # What is counted loses the order of its model.
    counted = tournament.stages.annotate(rounds_count=Count("rounds")).order_by("number")
    stages = counted.prefetch_related("regulations_versions")
    context = {"form": form, "regulations": tournament.regulations, "stages": stages}
    context["event_open"] = not tournament.entries.exists()
    return page_of(request, tournament, "settings", context)
