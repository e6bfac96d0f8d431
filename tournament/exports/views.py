"""Tables as files: those of the desk with the rights of their pages, those of public pages as far as released."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_GET, require_safe
from django_tables2 import RequestConfig

from tournament.access.queries import tournament_for
from tournament.desk.views import journal_table
from tournament.draw.words import drawn_tables
from tournament.entries.queries import entries_of
from tournament.entries.views.lists import entry_table
from tournament.live import live
from tournament.models import Round, Tournament
from tournament.protocols.lists import tables
from tournament.public import queries as public
from tournament.public.frame import frame_for
from tournament.public.queries import Search
from tournament.public.tables import entries_found, entry_rows, standings_found
from tournament.releases.queries import ENTRIES, STANDINGS
from tournament.rulings.views import ledger_table
from tournament.standings.views import asked_table

from .formats import FORMATS
from .sheets import marked, sheet_of
from .tables import DrawTable, PublicResultTable, ResultTable


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
    export = EXPORTS.get(what)
    tournament = tournament_for(request, slug, export.permission if export else "desk.see")
    if export is None:
        raise Http404
    table, name = export.table(request, tournament), (slug, what, *_asked(request))
    return _file(request, table, str(export.title), kind, *name, rehearsal=tournament.is_rehearsal)


def _file(request: HttpRequest, table: Any, title: str, kind: str, *name: str, rehearsal: bool = False) -> HttpResponse:
    """All rows of a table, sorted as the address asks, as a file; 404 for a kind that there isn't.

    rehearsal: it says so in every row and in its name.
    """
    written = FORMATS.get(kind)
    if written is None:
        raise Http404
    RequestConfig(request, paginate=False).configure(table)
    sheet = sheet_of(table)
    if rehearsal:
        mark = _("Rehearsal")
        sheet, title, name = marked(sheet, mark), f"{mark} {title}", ("rehearsal", *name)
    response = HttpResponse(written.write(sheet, title), content_type=written.content_type)
    response["Content-Disposition"] = f'attachment; filename="{"-".join(name)}.{kind}"'
    return response


def _asked(request: HttpRequest) -> list[str]:
    """What of the address is part of the file's name: `round-3`."""
    given = ((key, request.GET.get(key, "")) for key in ("stage", "after", "round"))
    return [f"{key}-{value}" for key, value in given if _is_number(value)]


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 6


# -- public pages ---------------------------------------------------------------------------------------------


@require_safe
@live
def public_standings(request: HttpRequest, slug: str, after: int, kind: str) -> HttpResponse:
    """The standings after a round as their public page shows them, searched and sorted as it is."""
    frame = frame_for(request, slug)
    last = frame.round(after)
    frame.require(STANDINGS, after)
    table = standings_found(public.standings(frame.seen, last.stage, after), Search.of(request.GET), frame)
    return _file(request, table, str(EXPORTS["standings"].title), kind, slug, f"standings-{after}")


@require_safe
@live
def public_entries(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Who takes part, as the public page shows it, searched and sorted as it is; all of them, not a page of them."""
    frame = frame_for(request, slug)
    frame.require(ENTRIES)
    rows = entry_rows(frame, entries_of(frame.tournament))
    table = entries_found(rows, Search.of(request.GET), frame)
    return _file(request, table, str(EXPORTS["entries"].title), kind, slug, "entries")


@require_safe
@live
def public_round(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """The tables of a published round; their results once they count and are released (R11.2)."""
    frame = frame_for(request, slug)
    lines = public.tables_of(frame.seen, frame.round(number))
    title = str(EXPORTS["results"].title)
    return _file(request, PublicResultTable(lines), title, kind, slug, f"round-{number}")
