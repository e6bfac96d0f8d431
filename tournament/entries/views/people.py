"""Namesakes and doubles: names that may mean one person or one club, and how two records become one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.entries import merging
from tournament.entries.likeness import Directory
from tournament.entries.people import club_doubles, player_doubles
from tournament.models import Club, Player, Tournament
from tournament.phrases import Refused, sentence

from .frame import page_of


@login_required
@require_GET
def namesakes(request: HttpRequest, slug: str) -> HttpResponse:
    """The players and clubs of this tournament that may be known under another name, too."""
    tournament = tournament_for(request, slug, "entries.change")
    context = {
        "players": player_doubles(tournament, Directory.of_players(tournament)),
        "clubs": club_doubles(tournament, Directory.of_clubs()),
    }
    return page_of(request, tournament, "namesakes", context)


@login_required
@require_http_methods(["GET", "POST"])
def merge_players(request: HttpRequest, slug: str, kept: int, gone: int) -> HttpResponse:
    """What it means that two players are one, then the act."""
    tournament = tournament_for(request, slug, "entries.change")
    keeps, goes = get_object_or_404(Player, pk=kept), get_object_or_404(Player, pk=gone)
    try:
        merge = merging.plan(keeps, goes)
        _require_rights(request, tournament, merge.tournaments)
        if request.method == "POST":
            merging.merge_players(tournament=tournament, kept=keeps, gone=goes, by=Author.of(request))
            messages.success(request, _("%(gone)s is one with %(kept)s now.") % {"gone": goes, "kept": keeps})
            return redirect("entries:namesakes", slug)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("entries:namesakes", slug)
    return page_of(request, tournament, "merge_players", {"merge": merge})


@login_required
@require_http_methods(["GET", "POST"])
def merge_clubs(request: HttpRequest, slug: str, kept_club: int, gone_club: int) -> HttpResponse:
    """What it means that two clubs are one, then the act."""
    tournament = tournament_for(request, slug, "entries.change")
    keeps, goes = get_object_or_404(Club, pk=kept_club), get_object_or_404(Club, pk=gone_club)
    touched = merging.of_club(goes)
    context: dict[str, Any] = {"kept": keeps, "gone": goes, "tournaments": touched}
    context |= {"entries": goes.entries.count(), "players": goes.players.count()}
    try:
        _require_rights(request, tournament, touched)
        if request.method == "POST":
            merging.merge_clubs(tournament=tournament, kept=keeps, gone=goes, by=Author.of(request))
            messages.success(request, _("%(gone)s is one with %(kept)s now.") % {"gone": goes, "kept": keeps})
            return redirect("entries:namesakes", slug)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("entries:namesakes", slug)
    return page_of(request, tournament, "merge_clubs", context)


def _require_rights(request: HttpRequest, tournament: Tournament, touched: list[Tournament]) -> None:
    """Refused where it would change the entries of a tournament in which the account may not."""
    if any(not may(request.user, "entries.change", each) for each in touched if each.pk != tournament.pk):
        raise Refused("merge.foreign")
