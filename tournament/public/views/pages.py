"""Pages for players and spectators: nothing here needs an account, and nothing that isn't released is shown.

The officials of a tournament see what is shown to officials, too, and a tournament that isn't public yet.
"""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig, Table

from tournament.access.queries import may
from tournament.clock.queries import round_clock
from tournament.clock.tables import face
from tournament.corrections.queries import corrected_places
from tournament.corrections.tables import erratum_line
from tournament.documents.queries import paper_of_round
from tournament.draw.bracket_page import bracket_page
from tournament.draw.brackets import progress
from tournament.draw.words import drawn_before
from tournament.entries.queries import entries_of, entry_for
from tournament.live import live
from tournament.models import Document, Round, Stage, Tournament
from tournament.planning.timetable import days_of, line_of_round
from tournament.protests.queries import contested
from tournament.protocols.queries import sheet_of, whole_partidas
from tournament.protocols.tables import deal_rows, ruling_rows, side_lines
from tournament.public import queries, tables
from tournament.public.card import card as card_of
from tournament.public.entry_page import entry_page
from tournament.public.frame import Frame, frame_for
from tournament.public.queries import Search
from tournament.releases.queries import DRAW, ENTRIES, PROTOCOLS, RESULTS, RULINGS, STANDINGS
from tournament.standings.cross_table import cross_table as crossed
from tournament.standings.queries import lots
from tournament.standings.reasons import why as why_of
from tournament.standings.tables import how

SHOWN_TOURNAMENTS = 50
"""So many tournaments stand on a page of their list."""
CARD_SECONDS = 3600
FIRST_ROWS = 20
"""So many rows of the standings stand on the page of the tournament; the page of the standings has all."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The public tournaments by pages, newest first."""
    pages = Paginator(Tournament.objects.filter(is_public=True), SHOWN_TOURNAMENTS)
    return render(request, "public/index.html", {"tournaments": pages.get_page(request.GET.get("page"))})


def _page(request: HttpRequest, frame: Frame, page: str, context: dict[str, Any]) -> HttpResponse:
    """A page of a tournament; `section` names it in the navigation."""
    return render(
        request, f"public/{page}.html", {"frame": frame, "tournament": frame.tournament, "section": page} | context
    )


@require_safe
@live
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is on now, what comes next, then the first of the standings."""
    frame = frame_for(request, slug)
    now, newest = frame.now, frame.newest_standings
    context: dict[str, Any] = {
        "round": now,
        "progress": queries.progress(now) if now else None,
        "clock": face(round_clock(now)) if now and now.state == Round.State.PUBLISHED.value else None,
        "standings": None,
        "planned": line_of_round(frame.timetable, now.number) if now else None,
        "days": [] if now else days_of(frame.timetable),
    }
    if newest:
        standings = queries.standings(frame.seen, newest.stage, newest.number)
        context |= _standings(frame, standings) | {
            "table": tables.public_standings(standings, standings.rows[:FIRST_ROWS], frame, orderable=False),
            "more": len(standings.rows) > FIRST_ROWS,
        }
    return _page(request, frame, "tournament", context)


def _standings(frame: Frame, standings: Any) -> dict[str, Any]:
    """What stands around a table of standings: what is doubtful in it."""
    shown = frame.tournament
    return {
        "standings": standings,
        "errata": queries.released_places(frame.seen, corrected_places(shown)),
        "contested": queries.released_places(frame.seen, contested(shown)),
        "held_back": standings.after is not None and frame.held_back(STANDINGS, standings.after.number),
    }


@require_safe
@live
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """What is planned when, and when each round really began."""
    frame = frame_for(request, slug)
    return _page(request, frame, "timetable", {"days": days_of(frame.timetable)})


@require_safe
@cache_control(max_age=CARD_SECONDS, public=True)
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture that a messenger shows beside a link to the tournament."""
    shown = frame_for(request, slug).tournament
    picture = HttpResponse(card_of(shown.name, shown.venue), content_type="image/png")
    # It is made to be shown where somebody shares the address.
    picture.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return picture


@require_safe
@live
def standings(request: HttpRequest, slug: str, after: int | None = None) -> HttpResponse:
    """The standings after a round, the newest without one: sorted, searched, by club and country."""
    frame = frame_for(request, slug)
    last = frame.round(after) if after is not None else frame.newest_standings
    if last is None:
        return _page(request, frame, "standings", {"standings": None})
    frame.require(STANDINGS, last.number)
    found, search = queries.standings(frame.seen, last.stage, last.number), Search.of(request.GET)
    table = tables.standings_found(found, search, frame)
    RequestConfig(request, paginate=False).configure(table)
    context = _standings(frame, found) | _searched(search, found.rows) | {"table": table, "round": last}
    context["rounds"] = [each for each in frame.rounds if frame.seen.may(STANDINGS, each.number)]
    context |= {"how": how(found.rules), "lots": lots(found.stage) if "lots" in found.rules.criteria else None}
    return _page(request, frame, "standings", context)


@require_safe
@live
def why(request: HttpRequest, slug: str, after: int, entry: int) -> HttpResponse:
    """Why an entry stood where it stood after a round whose standings are released (R12.6)."""
    frame = frame_for(request, slug)
    last = frame.round(after)
    frame.require(STANDINGS, after)
    found = why_of(queries.standings(frame.seen, last.stage, after), entry)
    if found is None:
        raise Http404
    return _page(request, frame, "why", {"why": found, "section": "standings"})


def _searched(search: Search, rows: Any) -> dict[str, Any]:
    """The form above a list: what is looked for, and what can be chosen."""
    return {
        "search": search,
        "clubs": sorted({row.club for row in rows} - {""}),
        "countries": sorted({row.country for row in rows} - {""}),
    }


@require_safe
@live
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a published round; a result is shown once it is confirmed (R11.2) and released."""
    frame = frame_for(request, slug)
    chosen = frame.round(number)
    draw = chosen.draw | {"override_reason": frame.seen.words(chosen.draw.get("override_reason", ""))}
    context = {
        "round": chosen,
        "tables": queries.tables_of(frame.seen, chosen),
        "has_results": frame.seen.may(RESULTS, number),
        "has_protocols": frame.seen.may(PROTOCOLS, number),
        "has_entries": frame.seen.may(ENTRIES),
        "held_back": frame.held_back(DRAW, number) or frame.held_back(RESULTS, number),
        "drawn_before": drawn_before(draw),
        **_paper(request, frame, Document.Kind.DRAW.value, chosen),
    }
    return _page(request, frame, "round", context)


def _paper(request: HttpRequest, frame: Frame, kind: str, round_: Round | None) -> dict[str, Any]:
    """The newest paper of what is shown, if the reader may have it, and whether he may issue one."""
    paper = paper_of_round(kind, round_, get_language() or "") if round_ else None
    shown = paper is not None and paper.round is not None and frame.seen.may_paper(kind, paper.round.number)
    issues = round_ is not None and may(request.user, "documents.issue", frame.tournament)
    return {"paper": paper if shown else None, "may_issue": issues}


@require_safe
@live
def protocol(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The confirmed protocol of a table, deal by deal, and the rulings on it, as far as these are released."""
    frame = frame_for(request, slug)
    frame.require(PROTOCOLS, number)
    partidas = whole_partidas().filter(round__tournament=frame.tournament, protocol__isnull=False)
    partida = get_object_or_404(partidas, round__number=number, table=table)
    if not partida.protocol.counts:
        raise Http404
    sheet = sheet_of(partida).named(frame.seen.name)
    context = {
        "round": frame.round(number),
        "sheet": sheet,
        "sides": side_lines(sheet),
        "deals": deal_rows(sheet),
        "rulings": ruling_rows(sheet) if frame.seen.may(RULINGS, number) else [],
        "held_back": frame.held_back(PROTOCOLS, number),
    }
    return _page(request, frame, "protocol", context)


@require_safe
@live
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part: sorted, searched, by club and country."""
    frame = frame_for(request, slug)
    frame.require(ENTRIES)
    everyone, search = tables.entry_rows(frame, entries_of(frame.tournament)), Search.of(request.GET)
    table = _configured(request, tables.entries_found(everyone, search, frame))
    context = _searched(search, everyone) | {"table": table}
    return _page(request, frame, "entries", context | {"held_back": frame.held_back(ENTRIES)})


def _configured(request: HttpRequest, table: Table) -> Table:
    """Sorted and paged as the address asks, as far as that can be."""
    RequestConfig(request).configure(table)
    return table


@require_safe
@live
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry: where it stands, every partida it played, the course of its places."""
    frame = frame_for(request, slug)
    frame.require(ENTRIES)
    page = entry_page(frame, entry_for(frame.tournament, number))
    protocols = frame.seen.rounds(PROTOCOLS)
    return _page(request, frame, "entry", {"entry": page, "protocols": protocols, "section": "entries"})


@require_safe
@live
def bracket(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """The bracket of a knockout as far as its results are released; confirmed results only (R11.2)."""
    frame = frame_for(request, slug)
    drawn = _stage(frame.brackets, stage)
    last = frame.last_results(drawn)
    assert last is not None  # noqa: S101 -- that is what makes it one of the brackets
    page = bracket_page(progress(drawn, after=last.number), queries.names_in_bracket(frame.seen, frame.tournament))
    context = {"stage": drawn, "bracket": page, "round": last, "held_back": frame.held_back(RESULTS, last.number)}
    return _page(request, frame, "bracket", context | _paper(request, frame, Document.Kind.BRACKET.value, last))


def _stage(stages: list[Stage], number: int) -> Stage:
    for stage in stages:
        if stage.number == number:
            return stage
    raise Http404


@require_safe
@live
def cross_table(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Who met whom in a stage, as far as its standings are released; confirmed results only (R11.2)."""
    frame = frame_for(request, slug)
    played = _stage(frame.crossed, stage)
    after = frame.seen.last_standings(played)
    assert after is not None  # noqa: S101 -- that is what makes it one of those that are crossed
    cross = crossed(queries.standings(frame.seen, played, after))
    context = {"stage": played, "cross": cross, "held_back": frame.held_back(STANDINGS, after)}
    last = cross.standings.after if cross.by_pairs else None
    return _page(request, frame, "cross_table", context | _paper(request, frame, Document.Kind.CROSS_TABLE.value, last))


@require_safe
@live
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """What referees decided, as far as it is released."""
    frame = frame_for(request, slug)
    if not frame.has_rulings:
        raise Http404
    rows = tables.ruling_rows(frame, queries.released_rulings(frame.seen, frame.tournament))
    held_back = any(frame.held_back(RULINGS, row.round) for row in rows)
    return _page(request, frame, "rulings", {"rulings": rows, "held_back": held_back})


@require_safe
@live
def documents(request: HttpRequest, slug: str) -> HttpResponse:
    """The papers that the reader may have."""
    frame = frame_for(request, slug)
    if not frame.has_papers:
        raise Http404
    papers, everyone = queries.released_papers(frame.seen, frame.tournament), frame.seen.public
    context = {"table": _configured(request, tables.PublicPaperTable(tables.paper_rows(frame, papers)))}
    context["held_back"] = any(not everyone.may_paper(document.kind, document.of_round) for document in papers)
    return _page(request, frame, "documents", context)


@require_safe
@live
def errata(request: HttpRequest, slug: str) -> HttpResponse:
    """What was corrected after it had been confirmed, the latest first (R11.4), where results are released."""
    frame = frame_for(request, slug)
    lines = [erratum_line(erratum) for erratum in queries.released_errata(frame.seen, frame.tournament)]
    return _page(request, frame, "errata", {"errata": lines})
