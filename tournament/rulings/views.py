"""The referee rules, the ledger shows; absences and annulments."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_tables2 import RequestConfig

import scoring
from tournament.access.queries import may, official_required, protocol_partida_for, tournament_for
from tournament.audit.services import Author
from tournament.models import Partida, Round, Ruling, Tournament
from tournament.phrases import Refused, sentence
from tournament.protocols.content import fingerprint
from tournament.protocols.queries import scored, sheet
from tournament.protocols.sheets import Sheet

from . import queries, services
from .forms import OPPONENTS_CHOICES, AbsenceForm, CorrectionForm, RulingForm, StrikeForm
from .tables import LedgerTable, consequence, decision_words, infraction_choices


@login_required
@require_GET
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """All rulings of the tournament, struck-out ones included."""
    tournament = tournament_for(request, slug, "desk.see")
    table = ledger_table(request, tournament)
    RequestConfig(request, paginate=False).configure(table)
    context = {
        "tournament": tournament,
        "section": "rulings",
        "table": table,
        "may_issue": may(request.user, "documents.issue", tournament),
        "after": tournament.rounds.exclude(state=Round.State.PROPOSED.value).defer("draw").last(),
    }
    return render(request, "rulings/ledger.html", context)


def ledger_table(_request: HttpRequest, tournament: Tournament) -> LedgerTable:
    """The rows of the ledger's page."""
    return LedgerTable(queries.lines(tournament), zone=tournament.zone)


@official_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A ruling: first what happened, then what follows by the table, then the act."""
    partida = protocol_partida_for(request, slug, number, table, "rulings.make")
    current = sheet(partida)
    form = RulingForm(
        request.POST if request.method == "POST" else None,
        sheet=current,
        infractions=infraction_choices(current.rules),
        initial={"deal": current.newest_deal, "code": request.GET.get("code")},
    )
    context: dict[str, Any] = {"tournament": partida.round.tournament, "sheet": current, "form": form}
    if form.is_bound and current.protocol.counts:
        _require_chief_referee(request, partida)
    if form.is_bound and form.is_valid():
        try:
            decision = queries.proposed(current.partida, form.cleaned_data["offence"])
            context |= _what_follows(current, form, decision)
            if _accepts(request, form, context):
                _make(request, partida, form, decision)
                messages.success(request, _("The ruling is written down."))
                return redirect("protocols:entry", slug, number, table)
        except (scoring.RuleViolation, Refused) as refusal:
            form.refuse(refusal)
    return render(request, "rulings/new.html", context, status=422 if form.errors else 200)


def _require_chief_referee(request: HttpRequest, partida: Partida) -> None:
    if not may(request.user, "protocols.correct", partida.round.tournament):
        raise PermissionDenied(_("Only the chief referee rules on a confirmed protocol (R11.4)."))


def _what_follows(current: Sheet, form: RulingForm, decision: scoring.Decision) -> dict[str, Any]:
    """The consequence in words, what it leaves open, and the score with it."""
    offence, effect = decision.offence, decision.infraction.deal if decision.infraction else "continues"
    if effect == "opponents_choose":
        form.offer_choices(
            [(value, f"{words}: {_if_chosen(current, offence, value)}") for value, words in OPPONENTS_CHOICES]
        )
    effects = (*current.effects, *scoring.rulings_for(current.rules, [decision], current.partida.pk))
    being_played = current.is_open and offence.deal == current.newest_deal and not current.score.over
    may_break = being_played and effect in ("broken", "opponents_choose", "referee")
    return decision_words(decision, current.rules) | {
        "asks_choice": effect == "opponents_choose",
        "asks_effect": effect == "referee" and being_played,
        "asks_lead": may_break and current.leader is None,
        "deal_stands": effect in ("broken", "opponents_choose", "referee") and not being_played,
        "outcome": scored(current.partida, current.rules, effects),
        "seen": fingerprint(replace(offence, choice=None).to_dict()),
    }


def _if_chosen(current: Sheet, offence: scoring.Offence, choice: Any) -> str:
    """What the opponents' choice would make of the offence."""
    return consequence(queries.proposed(current.partida, replace(offence, choice=choice)), current.rules)


def _accepts(request: HttpRequest, form: RulingForm, follows: dict[str, Any]) -> bool:
    """Whether the referee accepts just that consequence which he was shown, with nothing left open."""
    if "accept" not in request.POST or request.POST.get("seen") != follows["seen"]:
        return False
    return form.require_answers(choice=follows["asks_choice"], effect=follows["asks_effect"])


def _make(request: HttpRequest, partida: Partida, form: RulingForm, decision: scoring.Decision) -> Ruling:
    given = form.cleaned_data
    breaks = decision.deal == "broken" or (decision.deal == "referee" and given["effect"] == "broken")
    being_played = form.sheet.is_open and given["deal"] == len(form.sheet.deals) + 1
    return services.rule(
        partida=partida,
        offence=given["offence"],
        breaks_deal=breaks and being_played,
        lead=given["lead"],
        correction=given.get("correction", ""),
        version=given["version"],
        by=Author.of(request),
    )


def _tried(request: HttpRequest, partida: Partida, do: Callable[[], object], done: str) -> HttpResponse:
    try:
        do()
        messages.success(request, done)
    except (scoring.RuleViolation, Refused) as refusal:
        messages.error(request, sentence(refusal))
    return redirect("protocols:entry", partida.round.tournament.slug, partida.round.number, partida.table)


@login_required
@require_POST
def strike(request: HttpRequest, slug: str, number: int, table: int, ruling: int) -> HttpResponse:
    """Strike a ruling out, with the reason."""
    partida = protocol_partida_for(request, slug, number, table, "rulings.chief")
    kept = get_object_or_404(Ruling, partida=partida, number=ruling)
    form = StrikeForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    done = _("The ruling is struck out; everything is computed without it.")
    return _tried(
        request,
        partida,
        lambda: services.strike_out(ruling=kept, reason=reason, correction=reason, by=Author.of(request)),
        done,
    )


@login_required
@require_POST
def restore(request: HttpRequest, slug: str, number: int, table: int, ruling: int) -> HttpResponse:
    """Put a struck-out ruling in force again."""
    partida = protocol_partida_for(request, slug, number, table, "rulings.chief")
    kept = get_object_or_404(Ruling, partida=partida, number=ruling)
    form = CorrectionForm(request.POST)
    correction = form.cleaned_data["correction"] if form.is_valid() else ""
    done = _("The ruling is in force again.")
    return _tried(
        request, partida, lambda: services.restore(ruling=kept, by=Author.of(request), correction=correction), done
    )


@login_required
@require_POST
def absent(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """One pair, or both, didn't come in time."""
    partida = protocol_partida_for(request, slug, number, table, "absence.declare")
    form = AbsenceForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say which pair is missing."))
        return redirect("protocols:entry", slug, number, table)
    winner = form.cleaned_data["winner"].replace("none", "")
    done = _("Written down. Another official confirms it, as any result.")
    return _tried(
        request, partida, lambda: services.declare_absent(partida=partida, winner=winner, by=Author.of(request)), done
    )


@login_required
@require_POST
def void(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The chief referee annuls a partida."""
    partida = protocol_partida_for(request, slug, number, table, "rulings.chief")
    form = StrikeForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    done = _("The partida is annulled. Another official confirms it, as any result.")
    return _tried(
        request, partida, lambda: services.declare_void(partida=partida, reason=reason, by=Author.of(request)), done
    )


@login_required
@require_POST
def play_after_all(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The chief referee takes a walkover, an absence or an annulment back."""
    partida = protocol_partida_for(request, slug, number, table, "rulings.chief")
    form = StrikeForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    done = _("Taken back: the protocol is open.")
    return _tried(
        request, partida, lambda: services.restore_play(partida=partida, reason=reason, by=Author.of(request)), done
    )
