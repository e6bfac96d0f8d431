"""Pages on which an organiser plans a tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.phrases import Refused, sentence

from . import services
from .forms import CreateForm, LengthForm, SettingsForm
from .tables import RegulationsTable, regulation_rows


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new tournament from a preset; its maker becomes the organiser."""
    form = CreateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        keys = ("name", "venue", "timezone", "stage_name", "system", "regulations")
        wanted = {key: form.cleaned_data[key] for key in keys}
        try:
            tournament = services.create_tournament(**wanted, by=Author.of(request))
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            messages.success(request, _("The tournament is created. Now register the pairs."))
            return redirect("entries:list", tournament.slug)
    return render(request, "planning/create.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, venue, time zone, and whether the public sees the tournament."""
    tournament = tournament_for(request, slug, "planning.change")
    initial = {key: getattr(tournament, key) for key in ("name", "venue", "timezone", "is_public")}
    form = SettingsForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.change_tournament(tournament=tournament, by=Author.of(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("planning:settings", slug)
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "regulations": tournament.regulations,
    }
    return render(request, "planning/settings.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """The length of partidas and the control figures, for rounds not yet published."""
    tournament = tournament_for(request, slug, "planning.change")
    current = tournament.regulations
    form = LengthForm(request.POST or None, current=current.value)
    if request.method == "POST" and form.is_valid():
        services.change_regulations(
            tournament=tournament, regulations=form.cleaned_data["regulations"], by=Author.of(request)
        )
        messages.success(request, _("These regulations hold for all rounds published from now on."))
        return redirect("planning:settings", slug)
    context = {
        "tournament": tournament,
        "section": "settings",
        "form": form,
        "regulations": current,
        "table": RegulationsTable(regulation_rows(current.value)),
    }
    return render(request, "planning/regulations.html", context, status=422 if form.errors else 200)
