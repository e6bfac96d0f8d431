"""The officials' console."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from tournament.access.queries import may, roles_of, tournament_for, tournaments_of
from tournament.audit.chain import verify
from tournament.audit.words import fault_words
from tournament.clock.tables import face
from tournament.live import live
from tournament.models import Partida, Round, Staff, Tournament, User
from tournament.officials.queries import MyTable, tables_of
from tournament.planning.timetable import overdue

from . import looking as search
from . import queries
from . import rights as table_of_rights
from .calls import calls
from .forms import JournalForm, JumpForm
from .history import history
from .tables import JournalTable

SHOWN_TOURNAMENTS = 50
"""So many tournaments stand on a page of their list."""


@login_required
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """My tournaments by pages, newest first: an administrator has all of them."""
    pages = Paginator(tournaments_of(request.user), SHOWN_TOURNAMENTS)
    mine = pages.get_page(request.GET.get("page"))
    return render(request, "desk/index.html", {"tournaments": mine, "my_tables": _my_tables(request)})


def _my_tables(request: HttpRequest, tournament: Tournament | None = None) -> list[MyTable]:
    """The tables at which the reader is the referee now."""
    return tables_of(request.user, tournament) if isinstance(request.user, User) else []


@login_required
@require_GET
@live
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """What needs a hand now; `?table=` jumps to a table of the round that is being played."""
    tournament = tournament_for(request, slug, "desk.see")
    current = queries.now(tournament)
    form = JumpForm(request.GET if "table" in request.GET else None)
    if form.is_bound and current is None:
        messages.error(request, _("No round is published yet, so there are no tables to go to."))
    if current and form.is_bound:
        number = form.cleaned_data["table"] if form.is_valid() else None
        if number and current.round.partidas.filter(table=number).exists():
            return redirect("protocols:entry", slug, current.round.number, number)
        messages.error(
            request,
            _("There is no table «%(table)s» in round %(round)d.")
            % {"table": request.GET["table"][:10], "round": current.round.number},
        )
    protests, coming = queries.protests(tournament), queries.coming_up(tournament)
    context = {
        "tournament": tournament,
        "section": "now",
        "now": current,
        "protests": protests,
        "calls": calls(request, tournament, current, protests),
        "contested": current is not None and any(each.round == current.round.number for each in protests),
        "face": face(current.clock) if current and current.round.state == Round.State.PUBLISHED.value else None,
        "step": queries.next_step(tournament, current),
        "my_tables": _my_tables(request, tournament),
        "may_register": may(request.user, "entries.change", tournament),
        "may_draw": may(request.user, "draw.change", tournament),
        "may_close": may(request.user, "standings.close", tournament),
        "may_run_clock": may(request.user, "clock.run", tournament),
        "coming": coming,
        "overdue": overdue(coming, timezone.now()),
        "may_speak": may(request.user, "hall.speak", tournament),
    }
    return render(request, "desk/now.html", context)


@login_required
@require_GET
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Every act, the latest first, or those that are looked for."""
    tournament = tournament_for(request, slug, "audit.see")
    table, form = _looked_up(request, tournament)
    RequestConfig(request).configure(table)
    asked = form.is_bound and form.is_valid() and any(form.cleaned_data.values())
    at_table = form.is_bound and form.is_valid() and form.cleaned_data["round"] and form.cleaned_data["table"]
    context = {
        "tournament": tournament,
        "section": "journal",
        "table": table,
        "form": form,
        "asked": asked,
        **(_checked(tournament) if "verify" in request.GET else {}),
        "at_table": bool(at_table) and _was_at(tournament, form.cleaned_data),
    }
    return render(request, "desk/journal.html", context)


def _checked(tournament: Tournament) -> dict[str, Any]:
    verdict = verify(tournament.journal.all())
    return {"verdict": verdict, "faults": [fault_words(fault) for fault in verdict.faults]}


def journal_table(request: HttpRequest, tournament: Tournament) -> JournalTable:
    """The rows of the journal's page, as the address asks for them."""
    if not request.GET.keys() & JournalForm.base_fields.keys():
        return JournalTable(tournament.journal.all(), tournament=tournament)
    return _looked_up(request, tournament)[0]


def _looked_up(request: HttpRequest, tournament: Tournament) -> tuple[JournalTable, JournalForm]:
    people, actions = search.people(tournament), search.actions(tournament)
    given = request.GET if request.GET.keys() & JournalForm.base_fields.keys() else None
    with timezone.override(tournament.zone):
        form = JournalForm(given, people=people, actions=actions)
        found = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    return JournalTable(search.records(tournament, search.Wanted(**found)), tournament=tournament), form


def _was_at(tournament: Tournament, wanted: dict[str, Any]) -> bool:
    """Whether there is a table whose whole history can be shown."""
    there = {"round__tournament": tournament, "round__number": wanted["round"], "table": wanted["table"]}
    return Partida.objects.filter(**there).exists()


@login_required
@require_GET
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What happened at a table: all of one partida in order."""
    tournament = tournament_for(request, slug, "audit.see")
    round_ = tournament.rounds.select_related("stage", "regulations", "tournament").filter(number=number).first()
    found = history(round_, table) if round_ else None
    if found is None:
        raise Http404
    context = {"tournament": tournament, "section": "journal", "round": round_, "history": found}
    return render(request, "desk/table.html", context)


@login_required
@require_GET
def rights(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what, in words."""
    tournament = tournament_for(request, slug, "desk.see")
    mine = roles_of(request.user, tournament) if isinstance(request.user, User) else frozenset()
    context = {
        "tournament": tournament,
        "section": "staff",
        "heads": table_of_rights.heads(),
        "rights": table_of_rights.rights(),
        "mine": [Staff.Role(role).label for role in table_of_rights.ROLES if role in mine],
    }
    return render(request, "desk/rights.html", context)


@login_required
@require_GET
def rights_data(request: HttpRequest, slug: str) -> JsonResponse:
    """Who may do what, for other programs."""
    tournament_for(request, slug, "desk.see")
    return JsonResponse(table_of_rights.as_data(), json_dumps_params={"ensure_ascii": False, "indent": 2})
