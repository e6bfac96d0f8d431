"""The referee's pages: the list of tables, the protocol of one table and its acts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import scoring
from tournament.access import presence
from tournament.access.queries import may_here, official_required, partida_for, protocol_partida_for, tournament_for
from tournament.audit.services import Author
from tournament.models import Partida, Protocol, Round
from tournament.phrases import Refused, next_step, sentence

from . import answers, entry_page, queries, services, waiting
from .deal_forms import DealForm, DropForm, TrialForm
from .forms import ReopenForm, SignForm, TakeBackForm, TimeForm, TotalsForm, VersionForm
from .lists import tables
from .sheets import Sheet


@login_required
@require_GET
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of the published rounds, the newest round first."""
    tournament = tournament_for(request, slug, "desk.see")
    rounds = tournament.rounds.exclude(state=Round.State.PROPOSED.value).select_related("tournament", "regulations")
    wanted = request.GET.get("round", "")
    chosen = rounds.filter(number=wanted).first() if wanted.isdecimal() else None
    chosen = chosen or rounds.filter(state=Round.State.PUBLISHED.value).first() or rounds.last()
    context = {
        "tournament": tournament,
        "section": "protocols",
        "rounds": rounds,
        "round": chosen,
        "tables": tables(chosen) if chosen else [],
        "outbox": entry_page.outbox_words(request),
    }
    return render(request, "protocols/list.html", context)


@official_required
@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The protocol of a table: read it, or write down the next deal (or the totals)."""
    partida = partida_for(request, slug, number, table, "protocols.write", queries.whole_partidas(in_full=True))
    if partida.kind != Partida.Kind.PLAYED.value or not hasattr(partida, "protocol"):
        return entry_page.without_play(request, partida)
    sheet = queries.sheet_of(partida)
    if request.method == "GET":
        return _shown(request, sheet)
    if sheet.rules.detail == "totals":
        return _record_totals(request, sheet)
    return _record_deal(request, sheet)


def _shown(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """The page, on a device that is known from now on."""
    response = entry_page.page(request, sheet)
    presence.know(request, response)
    if sheet.is_open:
        presence.note(request, sheet.partida)
    return response


def _record_deal(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    if "application/json" in request.headers.get("Accept", ""):
        answer = answers.to_deal(request, sheet)
        if answer.status_code in (answers.OK, answers.CREATED):
            presence.hold(request, sheet.partida)
        return answer
    form = DealForm.of(sheet, request.POST)
    return _recorded(
        request,
        sheet,
        form,
        lambda given: services.record_deal(
            partida=sheet.partida,
            deal=given["deal"],
            version=given["version"],
            key=given["key"] or None,
            by=Author.of(request),
        ),
    )


def _record_totals(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    form = TotalsForm(request.POST, sheet=sheet)
    return _recorded(
        request,
        sheet,
        form,
        lambda given: services.record_totals(
            partida=sheet.partida, parts=given["parts"], version=given["version"], by=Author.of(request)
        ),
    )


def _recorded(
    request: HttpRequest, sheet: Sheet, form: DealForm | TotalsForm, write: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Write what the form says and return to the page; or show, on the sheet as it is now, what can't be."""
    if form.is_valid():
        try:
            write(form.cleaned_data)
            return _back(sheet.partida)
        except (scoring.RuleViolation, Refused) as refusal:
            form.refuse(refusal)
            sheet = queries.sheet(sheet.partida)
            if entry_page.form_of(sheet) is None:
                messages.error(request, sentence(refusal))
                return _back(sheet.partida)
    elif (seen := form.cleaned_data.get("version")) not in (None, sheet.protocol.version):
        form.refuse(Refused("protocol.changed", theirs=sheet.protocol.version, yours=seen))
    return entry_page.page(request, sheet, form=form, status=422)


@official_required
@require_POST
def preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the deal in the form would be worth, in words, before it is written down."""
    sheet = queries.sheet(protocol_partida_for(request, slug, number, table, "protocols.write"))
    form = TrialForm.of(sheet, request.POST)
    context: dict[str, Any] = {"sheet": sheet, "form": form}
    if form.is_valid() and (deal := form.cleaned_data["deal"]):
        try:
            score = _score_with(sheet, deal)
            context |= {"score": score, "line": score.lines[-1], "next_step": next_step(score.next)}
        except scoring.RuleViolation as violation:
            form.refuse(violation)
    return render(request, "protocols/_preview.html", context)


def _score_with(sheet: Sheet, deal: scoring.Deal) -> scoring.Partida:
    """The partida with a deal that is still being written: its leader and control figures may be missing."""
    # After the last deal nobody may lead any more, and whoever is said to have led, it is refused.
    leaders = sheet.score.next.may_lead or scoring.SEATS
    deal = replace(deal, lead=deal.lead or sheet.leader or leaders[0])
    rules = sheet.rules.replace(control="none")
    return scoring.play(rules, [*sheet.deals, deal], sheet.effects, sheet.protocol.time_call)


def _back(partida: Partida) -> HttpResponse:
    return redirect("protocols:entry", partida.round.tournament.slug, partida.round.number, partida.table)


def _do(
    request: HttpRequest, partida: Partida, service: Callable[..., object], form: VersionForm, done: str = ""
) -> HttpResponse:
    """One act by a button that carries the version its presser saw; back to the page with what came of it."""
    if "version" in form.errors:
        messages.error(request, _("The request was incomplete. Reload the page and try again."))
    elif not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
    else:
        try:
            service(partida=partida, by=Author.of(request), **form.cleaned_data)
            if done:
                messages.success(request, done)
        except (scoring.RuleViolation, Refused) as refusal:
            messages.error(request, sentence(refusal))
    return _back(partida)


@official_required
@require_POST
def take_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take back the last written deal."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    late = may_here(request, "protocols.take_back", partida.round.tournament)
    done = _("The last deal is taken back.")
    return _do(request, partida, partial(services.take_back_deal, late=late), TakeBackForm(request.POST), done)


@official_required
@require_POST
def time(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Note that time is over."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.call_time, TimeForm(request.POST))


@official_required
@require_POST
def take_back_time(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take back the note that time is over."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.take_back_time, VersionForm(request.POST))


@official_required
@require_POST
def finish(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The partida is over: the page turns to the players, who sign."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    back = _do(request, partida, services.enter, VersionForm(request.POST))
    handed_over = Protocol.objects.filter(partida=partida, state=Protocol.State.ENTERED.value).exists()
    return redirect("signing:players", slug, number, table) if handed_over else back


@official_required
@require_POST
def sign(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Players sign before the referee."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.sign, SignForm(request.POST, sheet=queries.sheet(partida)))


@official_required
@require_POST
def reopen(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Open a sheet that isn't confirmed yet again, or send a signed one back to the table; its signatures fall."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    done = _("The protocol is open again; it has to be signed anew.")
    return _do(request, partida, services.reopen, ReopenForm(request.POST), done)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A second official confirms."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.confirm")
    done = _("Confirmed: the result counts in the standings now.")
    return _do(request, partida, services.confirm, VersionForm(request.POST), done)


@official_required
@require_POST
def drop(request: HttpRequest, slug: str, number: int, table: int) -> JsonResponse:
    """A deal that waited on a phone isn't written: what the server has is kept."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    form = DropForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"detail": _("The request was incomplete. Reload the page and try again.")}, status=422)
    try:
        waiting.drop(partida=partida, key=form.cleaned_data["key"], said=form.said(), by=Author.of(request))
    except Refused as refusal:
        return JsonResponse({"key": form.cleaned_data["key"], "detail": sentence(refusal)}, status=409)
    return JsonResponse({"key": form.cleaned_data["key"]})


@official_required
@require_POST
def take_over(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Write the sheet on this device from now on; the one that held it is told."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    if other := presence.holder(request, partida):
        services.take_over(partida=partida, holder=other.who, by=Author.of(request))
        messages.success(request, _("The sheet is written on this device now."))
    presence.hold(request, partida)
    return _back(partida)


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of the referee's pages; from here it may look after everything below `/desk/`."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_GET
def manifest(request: HttpRequest) -> JsonResponse:
    """How a phone installs the program: name, icon, where it begins."""
    return JsonResponse(entry_page.manifest(), content_type="application/manifest+json")
