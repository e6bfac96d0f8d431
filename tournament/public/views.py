"""Pages for players and spectators: nothing here needs an account, and nothing unpublished is shown.

The officials of a tournament that isn't public yet see what the public will see.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.access.queries import may
from tournament.corrections.queries import corrected_places
from tournament.corrections.queries import errata as errata_of
from tournament.corrections.tables import erratum_line
from tournament.documents.queries import paper_of_round, published_rounds
from tournament.draw.bracket_page import bracket_page, entry_names
from tournament.draw.brackets import progress
from tournament.draw.words import drawn_before
from tournament.models import Document, Round, Tournament
from tournament.planning.queries import current_round
from tournament.protests.queries import contested
from tournament.protocols.lists import tables
from tournament.standings.cross_table import cross_table as crossed
from tournament.standings.queries import current_table, table
from tournament.standings.tables import CRITERIA, standings_table

from . import queries

SHOWN_TOURNAMENTS = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The public tournaments, newest first."""
    tournaments = Tournament.objects.filter(is_public=True)[:SHOWN_TOURNAMENTS]
    return render(request, "public/index.html", {"tournaments": tournaments})


def _shown(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if it is public or the reader is one of its officials; else it is as if it weren't there."""
    shown = get_object_or_404(Tournament, slug=slug)
    if not shown.is_public and not may(request.user, "desk.see", shown):
        raise Http404
    return shown


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is on now, then the standings."""
    shown = _shown(request, slug)
    standings = current_table(shown)
    now = current_round(shown)
    context = {
        "tournament": shown,
        "round": now,
        "progress": queries.progress(now) if now else None,
        "rounds": shown.rounds.exclude(state=Round.State.PROPOSED.value),
        "brackets": queries.brackets(shown),
        "crossed": queries.crossed(shown),
        "errata": corrected_places(shown),
        "contested": contested(shown),
        "standings": standings,
        "table": standings_table(standings, orderable=False) if standings else None,
        "criteria": [CRITERIA[code] for code in standings.rules.criteria] if standings else [],
    }
    return render(request, "public/tournament.html", context)


@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a published round; a result is shown once it is confirmed (R11.2)."""
    shown = _shown(request, slug)
    rounds = shown.rounds.exclude(state=Round.State.PROPOSED.value).select_related("tournament", "regulations")
    chosen = get_object_or_404(rounds, number=number)
    context = {
        "tournament": shown,
        "round": chosen,
        "rounds": rounds,
        "brackets": queries.brackets(shown),
        "crossed": queries.crossed(shown),
        "tables": tables(chosen),
        "drawn_before": drawn_before(chosen.draw),
        **_paper(request, Document.Kind.DRAW.value, chosen),
    }
    return render(request, "public/round.html", context)


def _paper(request: HttpRequest, kind: str, round_: Round | None) -> dict[str, Any]:
    """The newest paper of what is shown, and whether the reader may issue one."""
    if round_ is None:
        return {"paper": None, "may_issue": False}
    return {
        "paper": paper_of_round(kind, round_, get_language() or ""),
        "may_issue": may(request.user, "documents.issue", round_.tournament),
    }


@require_safe
def bracket(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """The bracket of a knockout, once a round of it is published; confirmed results only (R11.2)."""
    shown = _shown(request, slug)
    drawn = get_object_or_404(queries.brackets(shown), number=stage)
    last = published_rounds(shown).filter(stage=drawn).first()
    context = {
        "tournament": shown,
        "stage": drawn,
        "bracket": bracket_page(progress(drawn), entry_names(drawn)),
        "round": last,
        **_paper(request, Document.Kind.BRACKET.value, last),
    }
    return render(request, "public/bracket.html", context)


@require_safe
def cross_table(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """Who met whom in a stage, once a round of it is published; confirmed results only (R11.2)."""
    shown = _shown(request, slug)
    played = get_object_or_404(queries.crossed(shown), number=stage)
    cross = crossed(table(played))
    context = {"tournament": shown, "stage": played, "cross": cross}
    context |= _paper(request, Document.Kind.CROSS_TABLE.value, cross.standings.after if cross.by_pairs else None)
    return render(request, "public/cross_table.html", context)


@require_safe
def errata(request: HttpRequest, slug: str) -> HttpResponse:
    """What was corrected after it had been confirmed, the latest first (R11.4)."""
    shown = _shown(request, slug)
    lines = [erratum_line(erratum) for erratum in errata_of(shown)]
    return render(request, "public/errata.html", {"tournament": shown, "errata": lines})
