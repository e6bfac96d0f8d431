"""The hall's screen and each one's own table, for everybody; what the desk says to the hall."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.clock.queries import clock_of, round_clock
from tournament.clock.tables import reading
from tournament.entries.queries import entries_of, entry_for
from tournament.live import live
from tournament.releases.queries import ENTRIES
from tournament.replies import refusal_in, refusal_said

from . import queries, services
from .forms import FindForm, MessageForm
from .own_table import meeting
from .screen import screen as screen_of
from .tables import address_of, cards_of, qr_of

MOST_FOUND = 20


@require_safe
@live
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The hall's screen: the clock, the desk's message, and panels that follow each other."""
    tournament, sees = queries.shown_to(request, slug)
    context = {
        "tournament": tournament,
        "screen": screen_of(tournament, sees),
        "message": queries.message_up(tournament),
        "qr": qr_of(address_of(request, "hall:find_table", slug)),
    }
    return render(request, "hall/screen.html", context)


@require_GET
@never_cache
def clock(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """The server's time and the clock of a round, `?table=` of one of its tables, for pages that show it (R6.5)."""
    tournament, sees = queries.shown_to(request, slug)
    round_ = queries.round_shown(tournament, sees, number)
    table = request.GET.get("table", "")
    if not (table.isdecimal() and len(table) < 6):
        return JsonResponse(reading(round_clock(round_)))
    partida = round_.partidas.filter(table=int(table)).select_related("round__regulations", "round__stage").first()
    if partida is None:
        raise Http404
    return JsonResponse(reading(clock_of(partida)))


@require_safe
@live
def find_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Who looks for his table types his number or his name."""
    tournament, sees = queries.shown_to(request, slug)
    form = FindForm(request.GET if "wanted" in request.GET else None)
    found = []
    if form.is_valid():
        wanted = form.cleaned_data["wanted"]
        found = queries.entries_found(tournament, sees, wanted, MOST_FOUND)
        if len(found) == 1:
            return redirect("hall:my_table", slug, found[0].number)
    lines = [(entry.number, queries.entry_name(sees, entry)) for entry in found]
    return render(request, "hall/find_table.html", {"tournament": tournament, "form": form, "found": lines})


@require_safe
@live
def my_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where an entry sits now and next. No account and nothing secret: it is what the draw on the wall says."""
    tournament, sees = queries.shown_to(request, slug)
    entry = entry_for(tournament, number)
    if not sees.may(ENTRIES):
        raise Http404
    on, after = queries.rounds_on(tournament, sees)
    context = {
        "tournament": tournament,
        "entry": entry,
        "name": queries.entry_name(sees, entry),
        "now": meeting(entry, on, sees) if on else None,
        "next": meeting(entry, after, sees) if after else None,
        "message": queries.message_up(tournament),
        "qr": qr_of(address_of(request, "hall:my_table", slug, number)),
    }
    return render(request, "hall/my_table.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def message(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk puts a message up on the hall's screen."""
    tournament = tournament_for(request, slug, "hall.speak")
    form = MessageForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            services.put_up(tournament=tournament, text=form.cleaned_data["text"], by=Author.of(request))
            messages.success(request, _("The message is up in the hall."))
            return redirect("hall:message", slug)
    context = {
        "tournament": tournament,
        "section": "hall",
        "form": form,
        "message": queries.message_up(tournament),
        "address": address_of(request, "hall:screen", slug),
    }
    return render(request, "hall/message.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def take_down(request: HttpRequest, slug: str) -> HttpResponse:
    """The message is taken down."""
    tournament = tournament_for(request, slug, "hall.speak")
    with refusal_said(request):
        services.take_down(tournament=tournament, by=Author.of(request))
        messages.success(request, _("The message is taken down."))
    return redirect("hall:message", slug)


@login_required
@require_GET
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of all entries, to be printed and cut: each opens the entry's own table."""
    tournament = tournament_for(request, slug, "hall.speak")
    printed = cards_of(entries_of(tournament).select_related("tournament"), request)
    return render(request, "hall/cards.html", {"tournament": tournament, "section": "hall", "cards": printed})
