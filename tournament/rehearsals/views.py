"""The page of a rehearsal: filled, played by chance, thrown away."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.phrases import Refused
from tournament.replies import refusal_in, refusal_said

from . import queries, services, tasks
from .forms import InventForm, ThrowAwayForm


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be done in a rehearsal; while tables are played the page asks again every two seconds."""
    return _page(request, _rehearsal_for(request, slug, "desk.see"))


def _rehearsal_for(request: HttpRequest, slug: str, permission: str) -> Tournament:
    """The rehearsal, with the rights of `tournament_for`; a real tournament has no such page: 404."""
    tournament = tournament_for(request, slug, permission)
    if not tournament.is_rehearsal:
        raise Http404
    return tournament


@login_required
@require_POST
def invent(request: HttpRequest, slug: str) -> HttpResponse:
    """So many entries are invented."""
    tournament = _rehearsal_for(request, slug, "rehearsals.run")
    form = InventForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            made = services.invent(
                tournament=tournament, **form.cleaned_data, language=get_language() or "en", by=Author.of(request)
            )
            said = ngettext("%(count)d entry is invented.", "%(count)d entries are invented.", len(made))
            messages.success(request, said % {"count": len(made)})
            return redirect("rehearsals:overview", slug)
    return _page(request, tournament, invent_form=form)


@login_required
@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the round that is on are played by chance."""
    tournament = _rehearsal_for(request, slug, "rehearsals.run")
    with refusal_said(request):
        now = queries.progress(tournament)
        if now is None:
            raise Refused("rehearsal.no_round")
        with transaction.atomic():
            services.begin_play(round_=now.round, by=Author.of(request))
            tasks.play.delay_once_on_commit(now.round.pk)
    return redirect("rehearsals:overview", slug)


@login_required
@require_POST
def throw_away(request: HttpRequest, slug: str) -> HttpResponse:
    """The rehearsal is deleted, once its name is typed."""
    tournament = _rehearsal_for(request, slug, "planning.change")
    form = ThrowAwayForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            services.throw_away(tournament=tournament, **form.cleaned_data, by=Author.of(request))
            messages.success(request, _("The rehearsal «%(name)s» is thrown away.") % {"name": tournament.name})
            return redirect("desk:index")
    return _page(request, tournament, throw_form=form)


def _page(request: HttpRequest, tournament: Tournament, **asked: forms.Form) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "rehearsal",
        "progress": queries.progress(tournament),
        "drawn": tournament.rounds.exists(),
        "entries": tournament.entries.count(),
        "may_run": may(request.user, "rehearsals.run", tournament),
        "may_throw_away": may(request.user, "planning.change", tournament),
        "invent_form": InventForm(auto_id="invent_%s"),
        "throw_form": ThrowAwayForm(auto_id="throw_%s"),
    } | asked
    part = request.htmx  # type: ignore[attr-defined]
    name = "rehearsals/_play.html" if part else "rehearsals/overview.html"
    return render(request, name, context, status=422 if any(form.errors for form in asked.values()) else 200)
