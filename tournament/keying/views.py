"""Sheets of paper by keyboard: the next table comes by itself, `/` jumps to any other."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

import scoring
from tournament.access.queries import may, partida_for, tournament_for
from tournament.audit.services import Author
from tournament.models import Partida, Round
from tournament.phrases import Refused
from tournament.planning.queries import current_round
from tournament.protocols.queries import sheet, writers
from tournament.protocols.sheets import Sheet

from . import queries, services
from .forms import PaperForm
from .queries import Difference
from .tables import STATES, difference_rows


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """To the next table of the round that nobody has typed, else to one that waits for its second typing; `?table=`."""
    tournament = tournament_for(request, slug, "protocols.write")
    round_ = current_round(tournament)
    if round_ and (wanted := request.GET.get("table", "").strip()):
        if wanted.isdecimal() and len(wanted) < 5 and round_.partidas.filter(table=wanted).exists():
            return redirect("keying:paper", slug, round_.number, int(wanted))
        about = {"table": wanted[:10], "round": round_.number}
        messages.error(request, _("There is no table «%(table)s» in round %(round)d.") % about)
    if round_ and (table := _offered(request, round_)):
        return redirect("keying:paper", slug, round_.number, table)
    return render(request, "keying/overview.html", {"tournament": tournament} | _side(request, round_))


def _offered(request: HttpRequest, round_: Round, wanted: str = queries.OPEN, after: int = 0) -> int | None:
    """The next table of the kind that its reader is at, else of the other."""
    states = queries.table_states(round_, request.user.pk)
    other = queries.WAITING if wanted == queries.OPEN else queries.OPEN
    return queries.next_table(states, wanted, after) or queries.next_table(states, other, after)


def _side(request: HttpRequest, round_: Round | None) -> dict[str, Any]:
    """The list of tables, for the template."""
    states = queries.table_states(round_, request.user.pk) if round_ else []
    tables = [(line, STATES[line.state]) for line in states]
    done = sum(line.is_finished for line in states)
    return {"section": "protocols", "round": round_, "tables": tables, "done": done, "total": len(states)}


@login_required
@require_http_methods(["GET", "POST"])
def paper(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet of a table: typed in, or typed again without seeing the first typing."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    if not hasattr(partida, "protocol") or partida.kind != Partida.Kind.PLAYED.value:
        messages.error(request, _("Nothing is played at table %(table)d of this round.") % {"table": table})
        return redirect("protocols:entry", slug, number, table)
    current = sheet(partida)
    if request.method == "GET":
        return _page(request, current, PaperForm(current, blind=not current.is_open))
    form = PaperForm(current, request.POST, blind=True)
    if form.is_valid():
        try:
            return _typed(request, current, form)
        except (scoring.RuleViolation, Refused) as refusal:
            form.refuse(refusal)
    return _page(request, sheet(partida), form)


def _typed(request: HttpRequest, current: Sheet, form: PaperForm) -> HttpResponse:
    """The act: the first typing, the second one, or the same request once more."""
    partida, typed, by = current.partida, form.typed, Author.of(request)
    if services.is_known(partida, typed, by):
        return _on(request, partida, _("Table %(table)d is typed in."), queries.OPEN)
    if current.is_open:
        services.type_sheet(partida=partida, typed=typed, version=form.about.cleaned_data["version"], by=by)
        return _on(request, partida, _("Table %(table)d is typed in."), queries.OPEN)
    if not may(request.user, "protocols.confirm", partida.round.tournament):
        raise PermissionDenied
    found = services.type_again(partida=partida, typed=typed, seen=form.about.cleaned_data["seen"], by=by)
    if found:
        return _differing(request, current, form, found)
    if sheet(partida).protocol.counts:
        return _on(request, partida, _("Table %(table)d: typed twice the same, confirmed."), queries.WAITING)
    said = _("Table %(table)d is written anew as you typed it. Now another official confirms it (R11.2).")
    return _on(request, partida, said, queries.WAITING)


def _on(request: HttpRequest, partida: Partida, said: str, wanted: str) -> HttpResponse:
    """Say what was done, and go on to the next table."""
    round_, table = partida.round, partida.table or 0
    messages.success(request, said % {"table": table})
    following = _offered(request, round_, wanted, table)
    if following is None:
        return redirect("keying:overview", round_.tournament.slug)
    return redirect("keying:paper", round_.tournament.slug, round_.number, following)


def _differing(request: HttpRequest, current: Sheet, form: PaperForm, found: list[Difference]) -> HttpResponse:
    """Both typings side by side; the cells that differ are empty, to be typed again from the paper."""
    typed = queries.with_leads(current, form.typed) if form.rows else form.typed
    again = PaperForm(current, request.POST, blind=True, empty=[each.cell for each in found])
    return _page(request, current, again, rows=difference_rows(current, found), seen=queries.mark(current, typed))


def _page(request: HttpRequest, current: Sheet, form: PaperForm, **more: Any) -> HttpResponse:
    """The page of a table in the state that its sheet is in."""
    protocol = current.protocol
    form.place_cursor()
    context = {
        "tournament": current.partida.round.tournament,
        "sheet": current,
        "form": form,
        "first": current.is_open,
        "second": protocol.state == protocol.State.ACCEPTED.value,
        "wrote_it": request.user.pk in writers(protocol),
    }
    status = 422 if form.has_errors or more else 200
    return render(request, "keying/paper.html", context | _side(request, current.partida.round) | more, status=status)
