"""Pages of the draw: what is drawn, and the ways to draw the next round."""

from collections.abc import Callable
from typing import Any

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
from tournament.models import Entry, Round, Stage, Tournament
from tournament.phrases import Refused, sentence
from tournament.planning.queries import stage_to_draw
from tournament.protocols.queries import tables

from . import brackets, fields, publication, queries, services
from .bracket_page import bracket_page, correction, entry_names
from .forms import HandForm, LotsForm, PolicyForm, PublishForm, RedrawForm, RoundRobinForm, SeedForm
from .words import drawn_tables, outlook, verdict


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds, proposed and published, and how the next one can be drawn."""
    tournament = tournament_for(request, slug, "desk.see")
    stage = stage_to_draw(tournament, request.GET.get("stage", ""))
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
        "may_redraw": may_draw and chosen is not None and _may_be_drawn_anew(chosen),
        **(_drawn_round(chosen) if chosen else {}),
        **(_ways(stage, rounds) if stage else {}),
    }
    return render(request, "draw/overview.html", context)


def _drawn_round(round_: Round) -> dict[str, Any]:
    """What the page says of a drawn round."""
    drawn = drawn_tables(round_, tables(round_))
    return {
        "tables": drawn,
        "grouped": any(table.group for table in drawn),
        "verdict": verdict(round_.draw),
        "can_go_back": queries.can_go_back(round_),
        **_publishing(round_),
        "seen": queries.fingerprint(round_),
        "redraw_seed": round_.draw.get("seed", ""),
    }


def _publishing(round_: Round) -> dict[str, Any]:
    """What has to be said before a proposed round is published."""
    if round_.state != Round.State.PROPOSED.value:
        return {}
    doubts = publication.doubts(round_)
    form = PublishForm(auto_id="publish_%s")
    form.fields["reason"].required = bool(doubts)
    return {"doubts": doubts, "publish_form": form}


def _may_be_drawn_anew(round_: Round) -> bool:
    return round_.state == Round.State.PROPOSED.value and round_.draw.get("method") == "swiss"


def _ways(stage: Stage, rounds: list[Round]) -> dict[str, Any]:
    """How the next round of a stage can be drawn, or what stands in the way."""
    number = queries.next_number(stage.tournament)
    fresh = not any(round_.stage_id == stage.pk for round_ in rounds)
    policy = queries.policy_of(stage)
    order, hindrance = _order(stage, number)
    return {
        "number": number,
        "fresh": fresh,
        "entries": len(order),
        "hindrance": hindrance,
        "through": _names(stage, order) if fresh and policy.best and not hindrance else [],
        "meetings": len(order) - 1 + len(order) % 2,
        "outlook": outlook(len(order), policy.rounds),
        "lots_form": LotsForm(auto_id="lots_%s"),
        "round_robin_form": RoundRobinForm(auto_id="round_robin_%s"),
        "seed_form": SeedForm(auto_id="seed_%s"),
    }


def _order(stage: Stage, number: int) -> tuple[list[int], str]:
    """Who can play the next round, and why it can't be drawn yet; "" if it can."""
    try:
        if stage.system in (Stage.System.SWISS.value, Stage.System.KNOCKOUT.value):
            fields.finished(stage)
        return fields.order_of(stage, number), ""
    except Refused as refusal:
        return list(queries.taking_part(stage, number).values_list("number", flat=True)), sentence(refusal)


def _names(stage: Stage, order: list[int]) -> list[str]:
    names = entry_names(stage)
    return [names[number] for number in order]


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
    try:
        draw()
        messages.success(request, done)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
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
    """Propose the next round of a Swiss."""
    return _by_system(request, slug, stage, services.propose_swiss)


@login_required
@require_POST
def knockout(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Propose the next round of a knockout."""
    return _by_system(request, slug, stage, services.propose_knockout)


def _by_system(request: HttpRequest, slug: str, number: int, propose: Callable[..., Round]) -> HttpResponse:
    """Propose the next round as the stage's system has it."""
    tournament = tournament_for(request, slug, "draw.change")
    stage = _stage(tournament, number)
    form = SeedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return redirect("draw:overview", slug)
    return _drawn(
        request,
        tournament,
        lambda: propose(stage=stage, seed=form.cleaned_data["seed"], by=Author.of(request)),
        _("Drawn. Look it over, then publish it."),
        f"?stage={number}",
    )


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
        lambda: services.redraw(round_=round_, by=Author.of(request), **wanted),
        _("Drawn anew around the tables that were kept."),
        f"?round={number}",
    )


@login_required
@require_http_methods(["GET", "POST"])
def policy(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """How a stage is drawn: who meets whom first, who is kept apart, who comes through."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    entries = list(tournament.entries.prefetch_related("members__player"))
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
    return render(request, "draw/bracket.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Seat the next round table by table."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    number = queries.next_number(tournament)
    try:
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
    form = HandForm(
        request.POST or None,
        entries=_entries(tournament, fields.order_of(round_.stage, number)),
        pairings=queries.pairings_of(round_),
        initial={"seen": queries.fingerprint(round_)},
    )

    def put(**wanted: Any) -> None:
        services.change_by_hand(round_=round_, by=Author.of(request), **wanted)

    return _by_hand(request, tournament, form, put, {"number": number, "round": round_})


def _entries(tournament: Tournament, numbers: list[int]) -> list[Entry]:
    return list(tournament.entries.filter(number__in=numbers).prefetch_related("members__player"))


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


def _overview(slug: str, number: int) -> HttpResponse:
    return redirect(f"{reverse('draw:overview', args=[slug])}?round={number}")


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
