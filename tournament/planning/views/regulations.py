"""The regulations of a tournament and of its stages."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

import scoring
from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Stage, Tournament
from tournament.planning import services
from tournament.planning.forms.regulations import PresetForm, RegulationsForm
from tournament.planning.queries import suggested_regulations, with_order
from tournament.planning.tables import ChangesTable, RegulationsTable, rows_apart_from_preset, rows_changed
from tournament.regulation_phrases import PRESETS

from .page import page_of


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
    return page_of(request, tournament, "regulations", context)


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
    return page_of(request, tournament, "stage_regulations", context)


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
@require_POST
def follow_tournament(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The stage is played by the tournament's regulations again."""
    tournament = tournament_for(request, slug, "planning.change")
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    services.change_stage_regulations(stage=stage, regulations=None, by=Author.of(request))
    messages.success(request, _("Stage «%(name)s» is played as the tournament.") % {"name": stage.name})
    return redirect("planning:settings", slug)
