"""Tables of the desk as files, with the rights of their pages."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from tournament.access.queries import tournament_for
from tournament.desk.views import journal_table
from tournament.draw.words import drawn_tables
from tournament.entries.views import entry_table
from tournament.models import Round, Tournament
from tournament.protocols.lists import tables
from tournament.rulings.views import ledger_table
from tournament.standings.views import asked_table

from .formats import FORMATS
from .sheets import sheet_of
from .tables import DrawTable, ResultTable


@dataclass(frozen=True)
class Export:
    """A table that can be had as a file: its title, the right that its page asks for, and its rows."""

    title: Any
    permission: str
    table: Callable[[HttpRequest, Tournament], Any]


def _draw(request: HttpRequest, tournament: Tournament) -> DrawTable:
    round_ = _round(request, tournament)
    return DrawTable(drawn_tables(round_, tables(round_)))


def _results(request: HttpRequest, tournament: Tournament) -> ResultTable:
    round_ = _round(request, tournament)
    if round_.state == Round.State.PROPOSED.value:
        raise Http404
    return ResultTable(tables(round_))


def _round(request: HttpRequest, tournament: Tournament) -> Round:
    """The round that the address names."""
    wanted = request.GET.get("round", "")
    rounds = tournament.rounds.select_related("stage", "regulations", "tournament")
    round_ = rounds.filter(number=wanted).first() if _is_number(wanted) else None
    if round_ is None:
        raise Http404
    return round_


EXPORTS = {
    "entries": Export(_("Entries"), "desk.see", entry_table),
    "draw": Export(_("Draw"), "desk.see", _draw),
    "results": Export(_("Results"), "desk.see", _results),
    "rulings": Export(_("Rulings"), "desk.see", ledger_table),
    "standings": Export(pgettext_lazy("table", "Standings"), "desk.see", asked_table),
    "journal": Export(_("Journal"), "audit.see", journal_table),
}


@login_required
@require_GET
def file(request: HttpRequest, slug: str, what: str, kind: str) -> HttpResponse:
    """A table with all rows of its page, in its order, as a CSV, XLSX or JSON file."""
    export, written = EXPORTS.get(what), FORMATS.get(kind)
    tournament = tournament_for(request, slug, export.permission if export else "desk.see")
    if export is None or written is None:
        raise Http404
    table = export.table(request, tournament)
    RequestConfig(request, paginate=False).configure(table)
    response = HttpResponse(written.write(sheet_of(table), str(export.title)), content_type=written.content_type)
    name = "-".join([slug, what, *_asked(request)])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def _asked(request: HttpRequest) -> list[str]:
    """What of the address is part of the file's name: `round-3`."""
    given = ((key, request.GET.get(key, "")) for key in ("stage", "after", "round"))
    return [f"{key}-{value}" for key, value in given if _is_number(value)]


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 6
