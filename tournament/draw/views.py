"""Pages of the draw: what is drawn, and the ways to draw the next round."""

from collections.abc import Callable
from typing import Any

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

from . import queries, services
from .forms import HandForm, LotsForm, RoundRobinForm


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds, proposed and published, and how the next one can be drawn."""
    tournament = tournament_for(request, slug, "desk.see")
    stage = stage_to_draw(tournament, request.GET.get("stage", ""))
    rounds = list(tournament.rounds.select_related("stage", "regulations", "tournament"))
    chosen = _chosen(rounds, request.GET.get("round", ""))
    number = queries.next_number(tournament)
    entries = queries.playing(tournament, number).count()
    context = {
        "tournament": tournament,
        "section": "draw",
        "stage": stage,
        "stages": tournament.stages.all(),
        "rounds": rounds,
        "round": chosen,
        "tables": tables(chosen) if chosen else [],
        "can_go_back": chosen is not None and queries.can_go_back(chosen),
        "number": number,
        "fresh": stage is not None and not any(round_.stage_id == stage.pk for round_ in rounds),
        "entries": entries,
        "meetings": entries - 1 + entries % 2,
        "lots_form": LotsForm(auto_id="lots_%s"),
        "round_robin_form": RoundRobinForm(auto_id="round_robin_%s"),
        "may_draw": may(request.user, "draw.change", tournament),
    }
    return render(request, "draw/overview.html", context)


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    """The round that the address names, else the first that isn't published yet, else the last."""
    named = (round_ for round_ in rounds if str(round_.number) == wanted)
    proposed = (round_ for round_ in rounds if round_.state == Round.State.PROPOSED.value)
    return next(named, None) or next(proposed, None) or (rounds[-1] if rounds else None)


def _stage(tournament: Tournament, number: int) -> Stage:
    return get_object_or_404(Stage, tournament=tournament, number=number)


def _drawn(request: HttpRequest, tournament: Tournament, draw: Callable[[], object], done: str) -> HttpResponse:
    """Draw, and return to the overview with what came of it."""
    try:
        draw()
        messages.success(request, done)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    return redirect("draw:overview", tournament.slug)


def _first_error(form: LotsForm | RoundRobinForm) -> str:
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
            seed=form.cleaned_data["seed"] or None,
            by=Author.of(request),
        ),
        _("All rounds are drawn. Publish the first one when play begins."),
    )


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Seat the next round table by table."""
    tournament = tournament_for(request, slug, "draw.change")
    drawn = _stage(tournament, stage)
    number = queries.next_number(tournament)
    form = HandForm(request.POST or None, entries=_entries(tournament, number))

    def propose(**wanted: Any) -> None:
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
    form = HandForm(request.POST or None, entries=_entries(tournament, number), pairings=queries.pairings_of(round_))

    def put(**wanted: Any) -> None:
        services.change_by_hand(round_=round_, by=Author.of(request), **wanted)

    return _by_hand(request, tournament, form, put, {"number": number, "round": round_})


def _entries(tournament: Tournament, number: int) -> list[Entry]:
    return list(queries.playing(tournament, number).prefetch_related("members__player"))


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
            service(pairings=form.cleaned_data["pairings"], reason=form.cleaned_data["reason"])
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
    return _drawn(request, tournament, lambda: services.publish(round_=round_, by=Author.of(request)), done)


@login_required
@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a round back while it has no results."""
    tournament = tournament_for(request, slug, "draw.change")
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    done = _("Round %(number)d is taken back.") % {"number": number}
    return _drawn(request, tournament, lambda: services.take_back(round_=round_, by=Author.of(request)), done)
