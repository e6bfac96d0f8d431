"""The officials' console."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for, tournaments_of
from tournament.clock.tables import face
from tournament.documents.approval import waiting
from tournament.models import Round, Tournament, User
from tournament.officials.queries import MyTable, tables_of

from . import queries
from .forms import JumpForm
from .tables import JournalTable


@login_required
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """My tournaments."""
    return render(
        request, "desk/index.html", {"tournaments": tournaments_of(request.user), "my_tables": _my_tables(request)}
    )


def _my_tables(request: HttpRequest, tournament: Tournament | None = None) -> list[MyTable]:
    """The tables at which the reader is the referee now."""
    return tables_of(request.user, tournament) if isinstance(request.user, User) else []


@login_required
@require_GET
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """What needs a hand now; `?table=` jumps to a table of the round that is being played."""
    tournament = tournament_for(request, slug, "desk.see")
    current = queries.now(tournament)
    form = JumpForm(request.GET if "table" in request.GET else None)
    if current and form.is_bound:
        number = form.cleaned_data["table"] if form.is_valid() else None
        if number and current.round.partidas.filter(table=number).exists():
            return redirect("protocols:entry", slug, current.round.number, number)
        messages.error(
            request,
            _("There is no table «%(table)s» in round %(round)d.")
            % {"table": request.GET["table"][:10], "round": current.round.number},
        )
    protests = queries.protests(tournament)
    context = {
        "tournament": tournament,
        "section": "now",
        "now": current,
        "protests": protests,
        "contested": current is not None and any(each.round == current.round.number for each in protests),
        "face": face(current.clock) if current and current.round.state == Round.State.PUBLISHED.value else None,
        "step": queries.next_step(tournament, current),
        "my_tables": _my_tables(request, tournament),
        "jump_form": JumpForm(),
        "may_register": may(request.user, "entries.change", tournament),
        "may_draw": may(request.user, "draw.change", tournament),
        "may_close": may(request.user, "standings.close", tournament),
        "may_decide": may(request.user, "protests.decide", tournament),
        "may_run_clock": may(request.user, "clock.run", tournament),
        "to_release": _to_release(request, tournament),
        "coming": queries.coming_up(tournament),
    }
    return render(request, "desk/now.html", context)


def _to_release(request: HttpRequest, tournament: Tournament) -> int:
    """How many papers wait for this reader to release them."""
    return waiting(tournament).count() if may(request.user, "documents.approve", tournament) else 0


@login_required
@require_GET
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Every act, the latest first."""
    tournament = tournament_for(request, slug, "audit.see")
    table = journal_table(request, tournament)
    RequestConfig(request).configure(table)
    context = {"tournament": tournament, "section": "journal", "table": table}
    return render(request, "desk/journal.html", context)


def journal_table(_request: HttpRequest, tournament: Tournament) -> JournalTable:
    """The rows of the journal's page."""
    return JournalTable(tournament.journal.all(), zone=tournament.zone)
