"""The referee's pages: the list of tables, the protocol of one table and its acts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import scoring
from tournament.access.queries import may_here, official_required, partida_for, tournament_for
from tournament.audit.services import Author
from tournament.clock.forms import AddTimeForm
from tournament.clock.tables import added_rows, face
from tournament.models import Partida, Protocol, Round
from tournament.phrases import Refused, author_words, next_step, sentence

from . import queries, services
from .forms import DealForm, ReopenForm, RuleForm, SignForm, TakeBackForm, TimeForm, TotalsForm, TrialForm, VersionForm
from .queries import Sheet
from .tables import SIGNERS, absence, deal_rows, move_time_code, protest_rows, ruling_rows, side_lines, signature_rows


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
        "tables": queries.tables(chosen) if chosen else [],
    }
    return render(request, "protocols/list.html", context)


@official_required
@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The protocol of a table: read it, or write down the next deal (or the totals)."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    if partida.kind != Partida.Kind.PLAYED.value or not hasattr(partida, "protocol"):
        return _without_play(request, partida)
    sheet = queries.sheet(partida)
    if request.method == "GET":
        return _page(request, sheet)
    if sheet.rules.detail == "totals":
        return _record_totals(request, sheet)
    return _record_deal(request, sheet)


def _record_deal(request: HttpRequest, sheet: Sheet) -> HttpResponse:
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
            if _form_of(sheet) is None:
                messages.error(request, sentence(refusal))
                return _back(sheet.partida)
    elif (seen := form.cleaned_data.get("version")) not in (None, sheet.protocol.version):
        form.refuse(Refused("protocol.changed", theirs=sheet.protocol.version, yours=seen))
    return _page(request, sheet, form=form, status=422)


def _form_of(sheet: Sheet) -> RuleForm | None:
    """The empty form for what is to be written next; None when nothing is."""
    if sheet.protocol.state != sheet.protocol.State.OPEN.value:
        return None
    if sheet.rules.detail == "totals":
        written = enumerate(sheet.protocol.parts or (), start=1)
        initial = {f"part_{part}_{key}": score for part, pair in written for key, score in zip("ab", pair, strict=True)}
        return TotalsForm(sheet=sheet, initial=initial)
    return None if sheet.score.next.over else DealForm.of(sheet)


def _without_play(request: HttpRequest, partida: Partida) -> HttpResponse:
    """A table at which nothing is played: a walkover, an annulled partida, a round that isn't published."""
    context: dict[str, Any] = {
        "tournament": partida.round.tournament,
        "partida": partida,
        "sides": queries.sides_of(partida.seats.all()),
        "link": Author.of(request).link,
    }
    if hasattr(partida, "protocol"):
        sheet = queries.sheet(partida)
        context |= {"sheet": sheet} | _officials(request, sheet)
    return render(request, "protocols/not_played.html", context)


def _officials(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """Who the reader is to this sheet: what he may do with it."""
    tournament = sheet.partida.round.tournament
    permissions = {
        "may_confirm": "protocols.confirm",
        "may_correct": "protocols.correct",
        "may_take_back": "protocols.take_back",
        "may_issue": "documents.issue",
        "may_rule": "rulings.make",
        "may_add_time": "clock.add",
        "may_declare": "absence.declare",
        "is_chief": "rulings.chief",
        "may_decide": "protests.decide",
    }
    held = {name: may_here(request, permission, tournament) for name, permission in permissions.items()}
    author = Author.of(request)
    wrote_it = author.link is not None or request.user.pk in queries.writers(sheet.protocol)
    return held | {
        "wrote_it": wrote_it,
        "link": author.link,
        "writer": author_words(sheet.protocol.writer),
        "protests": protest_rows(sheet),
    }


def _page(request: HttpRequest, sheet: Sheet, form: RuleForm | None = None, status: int = 200) -> HttpResponse:
    """The protocol page in the state that the protocol is in."""
    context = {
        "tournament": sheet.partida.round.tournament,
        "sheet": sheet,
        "sides": side_lines(sheet),
        "deals": deal_rows(sheet),
        "next_step": next_step(sheet.score.next),
        "leader": sheet.by_seat.get(sheet.leader or 0),
        "form": form or _form_of(sheet),
        "sign_form": SignForm(sheet=sheet),
        "signers": SIGNERS[sheet.rules.signers],
        "signatures": signature_rows(sheet),
        "rulings": ruling_rows(sheet),
        "absence": absence(sheet),
        "move_seconds": scoring.MOVE_SECONDS,
        "move_code": move_time_code(sheet.rules),
        "face": face(sheet.clock),
        "added_times": added_rows(sheet.partida),
        "add_time_form": AddTimeForm(auto_id="added_%s"),
        "moments": TimeForm.MOMENTS,
    }
    return render(request, "protocols/entry.html", context | _officials(request, sheet), status=status)


@official_required
@require_POST
def preview(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the deal in the form would be worth, in words, before it is written down."""
    sheet = queries.sheet(_played(request, slug, number, table, "protocols.write"))
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
    deal = replace(deal, lead=deal.lead or sheet.leader or sheet.score.next.may_lead[0])
    rules = sheet.rules.replace(control="none")
    return scoring.play(rules, [*sheet.deals, deal], sheet.effects, sheet.protocol.time_call)


def _played(request: HttpRequest, slug: str, number: int, table: int, permission: str) -> Partida:
    """The partida at a table, with rights; 404 where there is no protocol to act on."""
    partida = partida_for(request, slug, number, table, permission)
    if not hasattr(partida, "protocol"):
        raise Http404
    return partida


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
    partida = _played(request, slug, number, table, "protocols.write")
    late = may_here(request, "protocols.take_back", partida.round.tournament)
    done = _("The last deal is taken back.")
    return _do(request, partida, partial(services.take_back_deal, late=late), TakeBackForm(request.POST), done)


@official_required
@require_POST
def time(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Note that time is over."""
    partida = _played(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.call_time, TimeForm(request.POST))


@official_required
@require_POST
def take_back_time(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take back the note that time is over."""
    partida = _played(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.take_back_time, VersionForm(request.POST))


@official_required
@require_POST
def finish(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The partida is over: the page turns to the players, who sign."""
    partida = _played(request, slug, number, table, "protocols.write")
    back = _do(request, partida, services.enter, VersionForm(request.POST))
    handed_over = Protocol.objects.filter(partida=partida, state=Protocol.State.ENTERED.value).exists()
    return redirect("signing:players", slug, number, table) if handed_over else back


@official_required
@require_POST
def sign(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Players sign before the referee."""
    partida = _played(request, slug, number, table, "protocols.write")
    return _do(request, partida, services.sign, SignForm(request.POST, sheet=queries.sheet(partida)))


@official_required
@require_POST
def reopen(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Open a sheet that isn't confirmed yet again, or send a signed one back to the table; its signatures fall."""
    partida = _played(request, slug, number, table, "protocols.write")
    done = _("The protocol is open again; it has to be signed anew.")
    return _do(request, partida, services.reopen, ReopenForm(request.POST), done)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A second official confirms."""
    partida = _played(request, slug, number, table, "protocols.confirm")
    done = _("Confirmed: the result counts in the standings now.")
    return _do(request, partida, services.confirm, VersionForm(request.POST), done)
