"""The standings on the desk."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_tables2 import RequestConfig

import scoring
from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Round, Stage, Tournament
from tournament.phrases import sentence
from tournament.planning.queries import current_stage, with_order
from tournament.protests.queries import contested
from tournament.replies import refusal_said

from . import queries, services
from .cross_table import cross_table as crossed
from .forms import AskForm, CloseForm, LotsForm
from .orders import trial
from .reasons import why_after
from .tables import StandingsTable, how, standings_table


@login_required
@require_GET
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a stage, after a round if one is asked for."""
    tournament = tournament_for(request, slug, "desk.see")
    standings = _wanted(request, tournament)
    context: dict[str, Any] = {"tournament": tournament, "section": "standings", "standings": standings}
    if standings:
        shown = standings_table(standings, why="standings:why", attrs={"class": "dense places"})
        shown.caption = _caption(standings)
        RequestConfig(request, paginate=False).configure(shown)
        context |= {
            "table": shown,
            "how": how(standings.rules),
            "lots": queries.lots(standings.stage),
            "lots_form": LotsForm(),
            "may_draw_lots": may(request.user, "draw.change", tournament),
            **_choice(standings),
            "contested": contested(tournament),
            "may_issue": may(request.user, "documents.issue", tournament),
        }
    return render(request, "standings/table.html", context)


@login_required
@require_GET
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Who met whom in a stage, with what result."""
    tournament = tournament_for(request, slug, "desk.see")
    standings = _wanted(request, tournament)
    context = {
        "tournament": tournament,
        "section": "standings",
        "cross": crossed(standings) if standings else None,
        "standings": standings,
        **_choice(standings),
        "may_issue": may(request.user, "documents.issue", tournament),
    }
    return render(request, "standings/cross_table.html", context)


@login_required
@require_GET
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """How the table would look under another order of criteria; nothing is saved."""
    tournament = tournament_for(request, slug, "desk.see")
    standings = _wanted(request, tournament)
    context: dict[str, Any] = {"tournament": tournament, "section": "standings", "standings": standings}
    if standings:
        rules, refused = standings.rules, ""
        try:
            rules = with_order(rules, request.GET)
        except scoring.RuleViolation as violation:
            refused = sentence(violation)
        context |= {
            "trial": trial(standings, rules),
            "how": how(rules),
            "refused": refused,
            "own_regulations": standings.stage.own_regulations is not None,
            "may_change": may(request.user, "planning.change", tournament),
            **_choice(standings),
        }
    return render(request, "standings/order.html", context, status=422 if context.get("refused") else 200)


@login_required
@require_GET
def why(request: HttpRequest, slug: str, after: int, entry: int) -> HttpResponse:
    """Why an entry stood where it stood after a round (R12.6)."""
    tournament = tournament_for(request, slug, "desk.see")
    found = why_after(tournament, after, entry)
    if found is None:
        raise Http404
    context = {"tournament": tournament, "section": "standings", "why": found}
    return render(request, "standings/why.html", context)


@login_required
@require_POST
def lots(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Draw the lots of a stage; the seed stays on record (R12.3)."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = get_object_or_404(Stage.objects.select_related("tournament"), tournament=tournament, number=stage)
    form = LotsForm(request.POST)
    if not form.is_valid():
        messages.error(request, f"{form['seed'].label}: {form.errors['seed'][0]}")
    else:
        with refusal_said(request):
            services.draw_lots(stage=drawn, seed=form.cleaned_data["seed"], by=Author.of(request))
            messages.success(request, _("The lots are drawn; seed and order are on record."))
    return redirect(f"{reverse('standings:table', args=[slug])}?stage={stage}")


def _choice(standings: queries.Table | None) -> dict[str, Any]:
    """Which standings can be asked for instead."""
    if standings is None:
        return {"stages": [], "rounds": []}
    published = standings.stage.rounds.exclude(state=Round.State.PROPOSED.value)
    return {"stages": standings.tournament.stages.all(), "rounds": published}


def asked_table(request: HttpRequest, tournament: Tournament) -> StandingsTable:
    """The rows of the page that this address asks for; 404 while no stage is planned."""
    standings = _wanted(request, tournament)
    if standings is None:
        raise Http404
    return standings_table(standings)


def _caption(standings: queries.Table) -> str:
    if standings.after is None:
        return _("%(stage)s, before the first round") % {"stage": standings.stage}
    return _("%(stage)s, after round %(round)d") % {"stage": standings.stage, "round": standings.after.number}


def _wanted(request: HttpRequest, tournament: Tournament) -> queries.Table | None:
    """The standings that the address asks for; None while no stage is planned."""
    form = AskForm(request.GET)
    if not form.is_valid():
        raise Http404
    number = form.cleaned_data["stage"]
    stage = get_object_or_404(Stage, tournament=tournament, number=number) if number else current_stage(tournament)
    try:
        return queries.table(stage, after=form.cleaned_data["after"]) if stage else None
    except Round.DoesNotExist:
        raise Http404 from None


@login_required
@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round whose protocols are all confirmed."""
    tournament = tournament_for(request, slug, "standings.close")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    form = CloseForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    with refusal_said(request):
        services.close_round(round_=round_, by=Author.of(request), despite_protests=reason)
        messages.success(request, _("Round %(number)d is closed; its standings are kept.") % {"number": number})
    return redirect("desk:now", slug)
