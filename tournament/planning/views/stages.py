"""Stages are added and taken off the plan."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Stage
from tournament.planning import services
from tournament.planning.forms.tournament import StageForm
from tournament.replies import refusal_said

from .page import page_of


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
    return page_of(request, tournament, "add_stage", {"form": form})


@login_required
@require_POST
def remove_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the last stage off the plan."""
    tournament = tournament_for(request, slug, "planning.change")
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    with refusal_said(request):
        services.remove_stage(stage=stage, by=Author.of(request))
        messages.success(request, _("Stage «%(name)s» is removed.") % {"name": stage.name})
    return redirect("planning:settings", slug)
