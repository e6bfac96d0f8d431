"""Pages of the draw: what is drawn, and the ways to draw the next round."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.entries.queries import entries_of, presence
from tournament.models import Entry, Round, Stage, Tournament
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from . import adjusting, brackets, fields, queries, services
from .bracket_page import bracket_page, correction, entry_names
from .forms import (
    HandForm,
    LotsForm,
    OverrideForm,
    PolicyForm,
    PublishForm,
    RedrawForm,
    RoundRobinForm,
    SeedForm,
    SwapForm,
)
from .overview_page import adjusting_round, drawn_round, ways


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds, proposed and published, and how the next one can be drawn."""
    tournament = tournament_for(request, slug, "desk.see")
    stage = queries.stage_to_draw(tournament, request.GET.get("stage", ""))
    rounds = list(tournament.rounds.defer("draw").select_related("stage", "regulations", "tournament"))
    chosen = _chosen(rounds, request.GET.get("round", ""))
    may_draw = may(request.user, "draw.change", tournament)
    context = {
        "tournament": tournament,
        "section": "draw",
        "stage": stage,
        "stages": tournament.stages.all(),
        "rounds": rounds,
        "round": chosen,
        "may_draw": may_draw,
        "may_issue": may(request.user, "documents.issue", tournament),
        **(drawn_round(chosen) if chosen else {}),
        **(ways(stage, rounds) if stage else {}),
        "presence": presence(tournament, queries.next_number(tournament)),
    }
    if chosen and may_draw:
        context |= adjusting_round(chosen, context, request.GET)
    return render(request, "draw/overview.html", context)


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    """The round that the address names, else the first that isn't published yet, else the last."""
    named = (round_ for round_ in rounds if str(round_.number) == wanted)
    proposed = (round_ for round_ in rounds if round_.state == Round.State.PROPOSED.value)
    return next(named, None) or next(proposed, None) or (rounds[-1] if rounds else None)


def _stage(tournament: Tournament, number: int) -> Stage:
    return get_object_or_404(Stage, tournament=tournament, number=number)


def _drawn(
    request: HttpRequest, tournament: Tournament, draw: Callable[[], object], done: str, query: str = ""
) -> HttpResponse:
    """Draw, and return to the overview with what came of it."""
    with refusal_said(request):
        draw()
        messages.success(request, done)
    return redirect(reverse("draw:overview", args=[tournament.slug]) + query)


def _first_error(form: forms.Form) -> str:
    return next(f"{form[name].label}: {errors[0]}" for name, errors in form.errors.items())


@login_required
@require_POST
def lots(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose the first round by lots."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    form = LotsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return redirect("draw:overview", slug)
    return _drawn(
        request,
        tournament,
        lambda: services.propose_by_lots(stage=drawn, seed=form.cleaned_data["seed"], by=Author.of(request)),
        _("Drawn by lots. Look it over, then publish it."),
    )


@login_required
@require_POST
def round_robin(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose all rounds of a round robin."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    form = RoundRobinForm(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return redirect("draw:overview", slug)
    return _drawn(
        request,
        tournament,
        lambda: services.propose_round_robin(
            stage=drawn,
            legs=form.cleaned_data["legs"],
            groups=form.cleaned_data["groups"] or 1,
            seed=form.cleaned_data["seed"] or None,
            by=Author.of(request),
        ),
        _("All rounds are drawn. Publish the first one when play begins."),
    )


@login_required
@require_POST
def swiss(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose the next round of a Swiss; with a reason before all results are confirmed."""
    form = OverrideForm if "override" in request.POST else SeedForm
    return _by_system(request, slug, stage, form, services.propose_swiss)


@login_required
@require_POST
def knockout(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose the next round of a knockout."""
    return _by_system(request, slug, stage, SeedForm, services.propose_knockout)


@login_required
@require_POST
def individual_(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose the next round of an individual event."""
    return _by_system(request, slug, stage, SeedForm, services.propose_individual)


def _by_system(
    request: HttpRequest, slug: str, number: int, form_class: type[SeedForm], propose: Callable[..., Round]
) -> HttpResponse:
    """Propose the next round as the stage's system has it."""
    tournament = tournament_for(request, slug, "draw.change")
    stage = _stage(tournament, number)
    form = form_class(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return redirect(f"{reverse('draw:overview', args=[slug])}?stage={number}")
    return _drawn(
        request,
        tournament,
        lambda: propose(stage=stage, by=Author.of(request), **form.cleaned_data),
        _("Drawn. Look it over, then publish it."),
        f"?stage={number}",
    )


@login_required
@require_POST
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Mark a pair of a proposed round; with one marked already, let the two change places."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    form = SwapForm(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return _overview(slug, number)
    wanted, kept = form.cleaned_data, {"keep": request.POST.getlist("keep")}
    first, second = wanted["first"], wanted["pair"]
    try:
        if first in (None, second):
            adjusting.adjustable(round_, wanted["seen"])
            return _overview(slug, number, f"#pair-{second}", **kept, **({} if first else {"swap": second}))
        given = {key: wanted[key] for key in ("reason", "seen")}
        adjusting.swap(round_=round_, first=first, second=second, by=Author.of(request), **given)
    except Refused as refusal:
        if refusal.code == "draw.reason_needed" and "reason" not in request.POST:
            return _overview(slug, number, "#swap-reason", **kept, **{"swap": first, "with": second})
        messages.error(request, sentence(refusal))
        return _overview(slug, number, **kept)
    done = _("Pairs %(first)d and %(second)d have changed places.") % {"first": first, "second": second}
    messages.success(request, done)
    return _overview(slug, number, f"#pair-{first}", **kept)


@login_required
@require_POST
def redraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep some tables of a proposed round and draw the rest anew."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    form = RedrawForm(request.POST, tables=[table for table, _pairing in queries.by_table(round_)])
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return _overview(slug, number)
    wanted = {key: form.cleaned_data[key] for key in ("keep", "seed", "seen")}
    return _drawn(
        request,
        tournament,
        lambda: adjusting.redraw(round_=round_, by=Author.of(request), **wanted),
        _("Drawn anew around the tables that were kept."),
        f"?round={number}",
    )


@login_required
@require_http_methods(["GET", "POST"])
def policy(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """How a stage is drawn: who meets whom first, who is kept apart, who comes through."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    entries = list(entries_of(tournament))
    form = PolicyForm(request.POST or None, stage=drawn, entries=entries)
    if request.method == "POST" and form.is_valid():
        try:
            services.set_policy(stage=drawn, policy=form.cleaned_data["policy"], by=Author.of(request))
        except Refused as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, _("Saved. It holds for every round that is drawn from now on."))
            return redirect(f"{reverse('draw:overview', args=[slug])}?stage={stage}")
    context = {"tournament": tournament, "section": "draw", "stage": drawn, "form": form}
    return render(request, "draw/policy.html", context, status=422 if form.errors else 200)


@login_required
@require_GET
def bracket(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """The bracket of a knockout: what is played, what is due, what a correction would touch."""
    tournament = tournament_for(request, slug, "desk.see")
    drawn = get_object_or_404(Stage, tournament=tournament, number=stage, system=Stage.System.KNOCKOUT.value)
    context: dict[str, Any] = {"tournament": tournament, "section": "draw", "stage": drawn}
    if drawn.lineup:
        its, names = brackets.progress(drawn), entry_names(drawn)
        context["bracket"] = bracket_page(its, names)
        context["correction"] = correction(its, request.GET.get("meeting", ""), names)
        context["round"] = drawn.rounds.exclude(state=Round.State.PROPOSED.value).defer("draw").last()
        context["may_issue"] = may(request.user, "documents.issue", tournament)
    return render(request, "draw/bracket.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Seat the next round table by table."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    number = queries.next_number(tournament)
    try:
        queries.require_pairs(drawn)
        playing = fields.order_of(drawn, number)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("draw:overview", slug)
    form = HandForm(request.POST or None, entries=_entries(tournament, playing))

    def propose(seen: str, **wanted: Any) -> None:
        services.propose_by_hand(stage=drawn, by=Author.of(request), **wanted)

    return _by_hand(request, tournament, form, propose, {"number": number})


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a proposed round by hand."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    if round_.state != Round.State.PROPOSED.value:
        messages.error(request, sentence(Refused("draw.not_proposed", round=number, state=round_.get_state_display())))
        return _overview(slug, number)
    if round_.stage.is_individual:
        messages.error(request, sentence(Refused("draw.individual_only", stage=round_.stage.name)))
        return _overview(slug, number)
    form = HandForm(
        request.POST or None,
        entries=_entries(tournament, fields.order_of(round_.stage, number)),
        pairings=queries.pairings_of(round_),
        initial={"seen": queries.fingerprint(round_)},
    )

    def put(**wanted: Any) -> None:
        adjusting.change_by_hand(round_=round_, by=Author.of(request), **wanted)

    return _by_hand(request, tournament, form, put, {"number": number, "round": round_})


def _entries(tournament: Tournament, numbers: list[int]) -> list[Entry]:
    return list(entries_of(tournament).filter(number__in=numbers))


def _by_hand(
    request: HttpRequest,
    tournament: Tournament,
    form: HandForm,
    service: Callable[..., None],
    context: dict[str, Any],
) -> HttpResponse:
    """The page on which a round is seated by hand, and what comes of it."""
    if request.method == "POST" and form.is_valid():
        try:
            service(**{key: form.cleaned_data[key] for key in ("pairings", "reason", "seen")})
        except Refused as refusal:
            form.add_error(None, sentence(refusal))
        else:
            return _overview(tournament.slug, context["number"])
    context |= {"tournament": tournament, "section": "draw", "form": form}
    return render(request, "draw/by_hand.html", context, status=422 if form.errors else 200)


def _overview(slug: str, number: int, place: str = "", /, **more: object) -> HttpResponse:
    """Back to a round on the page of the draw, at a place of it; `more` goes into the address."""
    query = urlencode({"round": number, **more}, doseq=True)
    return redirect(f"{reverse('draw:overview', args=[slug])}?{query}{place}")


@login_required
@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish a proposed round: protocols open."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    done = _("Round %(number)d is published; its protocols are open.") % {"number": number}
    form = PublishForm(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return _overview(slug, number)
    wanted = form.cleaned_data
    return _drawn(request, tournament, lambda: services.publish(round_=round_, by=Author.of(request), **wanted), done)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a round back while it has no results."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    done = _("Round %(number)d is taken back.") % {"number": number}
    return _drawn(request, tournament, lambda: services.take_back(round_=round_, by=Author.of(request)), done)
