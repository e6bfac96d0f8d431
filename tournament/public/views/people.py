"""A player across tournaments, and where a name tag leads."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access.queries import may
from tournament.models import Player, Tournament
from tournament.public.frame import frame_of
from tournament.public.player_page import careers


@require_safe
def player(request: HttpRequest, player: int) -> HttpResponse:
    """All tournaments of a player that the reader may see; if there is none, he is as if he weren't there: 404."""
    found = get_object_or_404(Player.objects.select_related("club"), pk=player)
    his = careers(request, found)
    if not his:
        raise Http404
    return render(request, "public/player.html", {"player": found, "careers": his})


@require_safe
def tag(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where the QR code of a name tag leads: officials to the check-in of this entry, anybody else to its page."""
    tournament = get_object_or_404(Tournament.objects.select_related("entry_terms"), slug=slug)
    if may(request.user, "entries.check_in", tournament):
        return redirect(reverse("entries:check_in", args=[slug]) + f"?number={number}")
    frame = frame_of(request, tournament)
    if not frame.seen.shown:
        raise Http404
    if frame.may_see_entries and tournament.entries.filter(number=number).exists():
        return redirect("public:entry", slug, number)
    return redirect("public:tournament", slug)
