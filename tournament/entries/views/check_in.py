"""Check-in on a phone: one tap for each entry that has come, and what becomes of those who haven't."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.entries import attendance, queries
from tournament.entries.forms import LeaveOutForm
from tournament.entries.joining import joining
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_GET
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The list to be tapped; `q` searches names, clubs and numbers, `number` is the one whose name tag was read."""
    tournament = tournament_for(request, slug, "entries.check_in")
    wanted, only = request.GET.get("q", "")[: queries.NAME_LENGTH], request.GET.get("only", "")
    playing = list(queries.entries_of(tournament).filter(withdrawn_from=None))
    found = queries.entries_of(tournament, wanted).filter(withdrawn_from=None) if wanted.strip() else playing
    number = request.GET.get("number", "")
    coming = joining(tournament)
    context = {
        "entries": [entry for entry in found if only != "missing" or entry.checked_in_at is None],
        "wanted": wanted,
        "only": only,
        "tagged": next((entry for entry in playing if str(entry.number) == number), None),
        "tag": number,
        "presence": queries.presence(tournament, coming.first),
        "round": coming.first,
        "proposed": coming.proposed,
        "may_leave_out": may(request.user, "entries.withdraw", tournament),
    }
    return page_of(request, tournament, "check_in", context)


@login_required
@require_POST
def arrive(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry has come."""
    entry = queries.entry_for(tournament_for(request, slug, "entries.check_in"), number)
    with refusal_said(request):
        attendance.check_in(entry=entry, by=Author.of(request))
    return _back(request, slug)


@login_required
@require_POST
def not_here(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """It was a mistake: the entry hasn't come."""
    entry = queries.entry_for(tournament_for(request, slug, "entries.check_in"), number)
    attendance.take_back_check_in(entry=entry, by=Author.of(request))
    return _back(request, slug)


def _back(request: HttpRequest, slug: str) -> HttpResponse:
    """To the list as it was: the same search, the same filter, the same name tag."""
    kept = {name: request.POST[name] for name in ("q", "only", "number") if request.POST.get(name)}
    return redirect(reverse("entries:check_in", args=[slug]) + (f"?{urlencode(kept)}" if kept else ""))


@login_required
@require_POST
def leave_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Those who were named as missing aren't drawn for the coming round."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    form = LeaveOutForm(request.POST)
    if not form.is_valid():
        messages.error(request, sentence(Refused("entries.nobody_missing")))
        return redirect("entries:check_in", slug)
    number = form.cleaned_data["round"]
    with refusal_said(request):
        left = attendance.leave_out(
            tournament=tournament, numbers=form.cleaned_data["numbers"], round_number=number, by=Author.of(request)
        )
        done = ngettext(
            "%(count)d entry is left out of round %(round)d.",
            "%(count)d entries are left out of round %(round)d.",
            len(left),
        )
        messages.success(request, done % {"count": len(left), "round": number})
    return redirect("entries:check_in", slug)


@login_required
@require_POST
def let_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody is drawn for the coming round after all."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    number = joining(tournament).first
    with refusal_said(request):
        attendance.take_back_leave_out(tournament=tournament, round_number=number, by=Author.of(request))
        messages.success(request, _("Everybody is drawn for round %(round)d again.") % {"round": number})
    return redirect("entries:check_in", slug)
