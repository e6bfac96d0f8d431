"""The list of entries, as a page and as a file."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for
from tournament.entries import queries
from tournament.entries.tables import EntryTable, PlayerTable, csv_of, rows_of
from tournament.entries.waiting_list import NEW
from tournament.models import Tournament

from .frame import page_of


@login_required
@require_GET
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """All entries by number; `q` searches in names, clubs and numbers."""
    tournament = tournament_for(request, slug, "desk.see")
    may_change = may(request.user, "entries.change", tournament)
    table = entry_table(request, tournament)
    RequestConfig(request).configure(table)
    context = {"table": table, "wanted": _searched(request), "may_change": may_change}
    context["may_check_in"] = may(request.user, "entries.check_in", tournament)
    context["requests"] = tournament.entry_requests.filter(state=NEW).count() if may_change else 0
    return page_of(request, tournament, "list", context)


def entry_table(request: HttpRequest, tournament: Tournament) -> EntryTable:
    """The entries that the address asks for."""
    entries = queries.entries_of(tournament, _searched(request))
    rows = rows_of(tournament, entries, linked=may(request.user, "entries.withdraw", tournament))
    return PlayerTable(rows) if tournament.is_individual else EntryTable(rows)


def _searched(request: HttpRequest) -> str:
    return request.GET.get("q", "")[: queries.NAME_LENGTH]


@login_required
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The list as a CSV file."""
    tournament = tournament_for(request, slug, "desk.see")
    applications = map(queries.application_of, queries.entries_of(tournament))
    response = HttpResponse(
        csv_of(applications, queries.field_labels(tournament)), content_type="text/csv; charset=utf-8"
    )
    name = f"rehearsal-{slug}" if tournament.is_rehearsal else slug
    response["Content-Disposition"] = f'attachment; filename="{name}-entries.csv"'
    return response
