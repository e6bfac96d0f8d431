"""Pages on which an organiser plans a tournament."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

import scoring
from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Stage, Tournament
from tournament.phrases import Refused, sentence
from tournament.regulation_phrases import PRESETS

from . import services
from .forms import CreateForm, EventForm, PresetForm, RegulationsForm, SettingsForm, StageForm
from .queries import suggested_regulations, with_order
from .tables import ChangesTable, RegulationsTable, rows_apart_from_preset, rows_changed


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new tournament from a preset; its maker becomes the organiser."""
    form = CreateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        keys = ("name", "venue", "timezone", "event", "stage_name", "system", "regulations")
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
    try:
        services.change_event(tournament=tournament, event=form.cleaned_data["event"], by=Author.of(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, _("Saved. Look at the systems of the stages and at the regulations (R10.5)."))
    return redirect("planning:settings", slug)


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, venue, time zone, whether the public sees the tournament; its stages."""
    tournament = tournament_for(request, slug, "planning.change")
    initial = {key: getattr(tournament, key) for key in ("name", "venue", "timezone", "is_public")}
    form = SettingsForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        services.change_tournament(tournament=tournament, by=Author.of(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("planning:settings", slug)
    # What is counted loses the order of its model.
    counted = tournament.stages.annotate(rounds_count=Count("rounds")).order_by("number")
    stages = counted.prefetch_related("regulations_versions")
    context = {"form": form, "regulations": tournament.regulations, "stages": stages}
    context["event_open"] = not tournament.entries.exists()
    return _page(request, tournament, "settings", context)


@login_required
@require_http_methods(["GET", "POST"])
def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """All of the regulations, for rounds not yet published."""
    tournament = tournament_for(request, slug, "planning.change")
    current = tournament.regulations
    form = RegulationsForm(request.POST or None, rules=_begun_with(request, tournament, current.value))
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["regulations"]
        services.change_regulations(tournament=tournament, regulations=wanted, by=Author.of(request))
        messages.success(request, _("These regulations hold for all rounds published from now on."))
        return redirect("planning:settings", slug)
    context = {"form": form, "version": current.number, **_compared(form, current.value)}
    return _page(request, tournament, "regulations", context)


@login_required
@require_http_methods(["GET", "POST"])
def stage_regulations(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Regulations of a stage's own; as long as it has none, a proposal (R3.5)."""
    tournament = tournament_for(request, slug, "planning.change")
    stage = get_object_or_404(Stage.objects.select_related("tournament"), tournament=tournament, number=number)
    own = stage.own_regulations
    begun_with = _begun_with(request, tournament, own.value if own else suggested_regulations(stage))
    form = RegulationsForm(request.POST or None, rules=begun_with)
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["regulations"]
        services.change_stage_regulations(stage=stage, regulations=wanted, by=Author.of(request))
        messages.success(request, _("These regulations hold for all rounds of this stage published from now on."))
        return redirect("planning:settings", slug)
    context = {"form": form, "stage": stage, "own": own, **_compared(form, stage.regulations.value)}
    return _page(request, tournament, "stage_regulations", context)


def _begun_with(request: HttpRequest, tournament: Tournament, rules: scoring.Regulations) -> scoring.Regulations:
    """With what the page begins: these regulations, or the preset that the address names, as the event has it.

    The address may also name another order of the standings, as the page of the order does.
    """
    wanted = request.GET.get("preset", "")
    if wanted in scoring.PRESETS:
        rules = scoring.preset(wanted).replace(pays=services.PAYS_IN[tournament.event])
    try:
        return with_order(rules, request.GET)
    except scoring.RuleViolation:
        return rules


def _compared(form: RegulationsForm, in_force: scoring.Regulations) -> dict[str, Any]:
    """For the page: the choice of a preset, what differs from it, and what saving would change."""
    return {
        "preset_form": PresetForm(initial={"preset": form.rules.preset}, auto_id="begin_%s"),
        "preset": PRESETS[form.rules.preset],
        "differences": RegulationsTable(rows_apart_from_preset(form.rules)),
        "changes": ChangesTable(rows_changed(in_force, form.rules)),
    }


@login_required
@require_http_methods(["GET", "POST"])
def add_stage(request: HttpRequest, slug: str) -> HttpResponse:
    """A further stage."""
    tournament = tournament_for(request, slug, "planning.change")
    form = StageForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        name, system, own = (form.cleaned_data[key] for key in ("name", "system", "own"))
        stage = services.add_stage(tournament=tournament, name=name, system=system, by=Author.of(request))
        messages.success(request, _("Stage «%(name)s» is added.") % {"name": name})
        return (
            redirect("planning:stage_regulations", slug, stage.number) if own else redirect("planning:settings", slug)
        )
    return _page(request, tournament, "add_stage", {"form": form})


@login_required
@require_POST
def follow_tournament(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The stage is played by the tournament's regulations again."""
    tournament = tournament_for(request, slug, "planning.change")
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    services.change_stage_regulations(stage=stage, regulations=None, by=Author.of(request))
    messages.success(request, _("Stage «%(name)s» is played as the tournament.") % {"name": stage.name})
    return redirect("planning:settings", slug)


@login_required
@require_POST
def remove_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the last stage off the plan."""
    tournament = tournament_for(request, slug, "planning.change")
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    try:
        services.remove_stage(stage=stage, by=Author.of(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, _("Stage «%(name)s» is removed.") % {"name": stage.name})
    return redirect("planning:settings", slug)


def _page(request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any]) -> HttpResponse:
    """A page of this section; what was typed wrong is answered with 422."""
    context |= {"tournament": tournament, "section": "settings"}
    return render(request, f"planning/{page}.html", context, status=422 if context["form"].errors else 200)
