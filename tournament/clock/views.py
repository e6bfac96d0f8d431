"""The chief referee's buttons of the clock, and the time itself for pages that show it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.access import presence
from tournament.access.queries import official_required, partida_for, tournament_for
from tournament.audit.services import Author
from tournament.models import Partida, Round
from tournament.phrases import author_words
from tournament.replies import refusal_said

from . import queries, services
from .forms import AddTimeForm, ReasonForm
from .tables import reading


def _round(request: HttpRequest, slug: str, number: int, permission: str) -> Round:
    tournament = tournament_for(request, slug, permission)
    rounds = Round.objects.select_related("tournament", "regulations")
    return get_object_or_404(rounds, tournament=tournament, number=number)


def _acted(request: HttpRequest, round_: Round, do: Callable[[], object], done: str) -> HttpResponse:
    with refusal_said(request):
        do()
        messages.success(request, done)
    return redirect("desk:now", round_.tournament.slug)


@official_required
@require_GET
@never_cache
def state(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """The server's time and the clocks of a round; `?table=` of one table. A page corrects its own clock by it.

    A page of a table that has said `open` is told who else has it open.
    """
    table = request.GET.get("table", "")
    others: dict[str, Any] = {}
    if table.isdecimal() and len(table) < 6:
        partida = partida_for(request, slug, number, int(table), "clock.see")
        clock = queries.clock_of(partida)
        if "open" in request.GET:
            found = presence.note(request, partida)
            others = {"others": [_other(seen, partida) for seen in found]}
    else:
        clock = queries.round_clock(_round(request, slug, number, "clock.see"))
    return JsonResponse(reading(clock) | others)


def _other(seen: presence.Seen, partida: Partida) -> dict[str, Any]:
    """A device as the page shows it: since when by the hall's clock, and how many seconds ago it was heard of."""
    return {
        "who": author_words(seen.who),
        "since": localtime(seen.since, partida.round.tournament.zone).strftime("%H:%M"),
        "ago": round((timezone.now() - seen.at).total_seconds()),
        "holds": seen.holds,
    }


@login_required
@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start the clock of a round."""
    round_ = _round(request, slug, number, "clock.run")
    done = _("The clock of round %(number)d is running.") % {"number": number}
    return _acted(request, round_, lambda: services.start(round_=round_, by=Author.of(request)), done)


@login_required
@require_POST
def take_back_start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The clock was started by mistake."""
    round_ = _round(request, slug, number, "clock.run")
    done = _("The start is taken back; the clock stands at the beginning.")
    return _acted(request, round_, lambda: services.take_back_start(round_=round_, by=Author.of(request)), done)


@login_required
@require_POST
def pause(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Stop the clock for the whole hall."""
    round_ = _round(request, slug, number, "clock.run")
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    done = _("The clock stands still. Nobody loses time.")
    return _acted(request, round_, lambda: services.pause(round_=round_, reason=reason, by=Author.of(request)), done)


@login_required
@require_POST
def resume(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let the clock go on."""
    round_ = _round(request, slug, number, "clock.run")
    done = _("The clock is running again.")
    return _acted(request, round_, lambda: services.resume(round_=round_, by=Author.of(request)), done)


@login_required
@require_POST
def add_time(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Give lost time back to a table."""
    partida = partida_for(request, slug, number, table, "clock.add")
    form = AddTimeForm(request.POST)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        messages.error(request, f"{form[name].label}: {errors[0]}")
    else:
        minutes, reason = form.cleaned_data["minutes"], form.cleaned_data["reason"]
        with refusal_said(request):
            services.add_time(partida=partida, seconds=minutes * 60, reason=reason, by=Author.of(request))
            messages.success(request, _("Time is given back."))
    return redirect("protocols:entry", slug, number, table)
