"""Requests for a place at the desk, and the terms on which places are given."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.entries import registration, tasks
from tournament.entries.forms import DecisionForm, TermsForm
from tournament.entries.joining import terms_of
from tournament.entries.likeness import Directory
from tournament.entries.mail import are_sent, site_of
from tournament.entries.waiting_list import LISTED, NEW, OFFERED, places
from tournament.models import EntryRequest, Tournament
from tournament.phrases import Refused, sentence
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_GET
@never_cache
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """Requests that wait, with how their senders are reached; the waiting list in order; what was decided."""
    tournament = tournament_for(request, slug, "entries.change")
    known = Directory.of_players(tournament)
    found = list(tournament.entry_requests.select_related("entry"))
    terms = terms_of(tournament)
    open_ones = [each for each in found if each.state == NEW]
    context = {
        "new": [(each, _alike(known, each)) for each in open_ones],
        "listed": sorted((each for each in found if each.state == LISTED), key=lambda each: (each.listed_at, each.pk)),
        "offered": [each for each in found if each.state == OFFERED],
        "decided": [each for each in found if each.state not in registration.OPEN][::-1],
        "terms": terms,
        "places": places(tournament),
        "closed": registration.closed_because(terms),
        "writes_letters": are_sent(),
    }
    return page_of(request, tournament, "requests", context)


def _alike(known: Directory, request: EntryRequest) -> list[str]:
    """Players who are known by names like these, for whoever decides."""
    return sorted({str(player) for name in request.players for player in known.alike(name)})


@login_required
@require_POST
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept a request, put it on the waiting list or decline it with a reason."""
    tournament = tournament_for(request, slug, "entries.change")
    asked = tournament.entry_requests.filter(number=number).first() if number < 2**31 else None
    if asked is None:
        raise Http404
    form = DecisionForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(errors[0]) for errors in form.errors.values()))
        return redirect("entries:requests", slug)
    with refusal_said(request):
        with transaction.atomic():
            said = _decided(asked, form, Author.of(request))
            tasks.tell_registrants.delay_once_on_commit(tournament.pk, site_of(request))
        messages.success(request, said)
    return redirect("entries:requests", slug)


def _decided(asked: EntryRequest, form: DecisionForm, by: Author) -> str:
    """Do what was decided; what is said about it."""
    seen, reason = form.cleaned_data["seen"], form.cleaned_data["reason"]
    match form.cleaned_data["decision"]:
        case "accept":
            entry = registration.accept(request=asked, seen=seen, by=by)
            return _("Request %(request)d is entered as number %(number)d.") % {
                "request": asked.number,
                "number": entry.number,
            }
        case "list":
            registration.put_on_list(request=asked, seen=seen, by=by)
            return _("Request %(request)d is on the waiting list.") % {"request": asked.number}
        case _other:
            registration.decline(request=asked, seen=seen, reason=reason, by=by)
            return _("Request %(request)d is declined.") % {"request": asked.number}


@login_required
@require_http_methods(["GET", "POST"])
def terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Open or close registration: until when, how many places, what a place costs."""
    tournament = tournament_for(request, slug, "entries.change")
    with timezone.override(tournament.zone):
        form = TermsForm(request.POST or None, initial=_as_initial(tournament))
        if request.method == "POST" and form.is_valid():
            try:
                with transaction.atomic():
                    registration.set_terms(tournament=tournament, by=Author.of(request), **form.cleaned_data)
                    tasks.tell_registrants.delay_once_on_commit(tournament.pk, site_of(request))
            except Refused as refusal:
                form.add_error(None, sentence(refusal))
            else:
                messages.success(request, _("The terms of entry are saved."))
                return redirect("entries:requests", slug)
        return page_of(request, tournament, "terms", {"form": form})


def _as_initial(tournament: Tournament) -> dict[str, object]:
    terms = terms_of(tournament)
    names = ("is_open", "deadline", "capacity", "offer_hours", "last_round", "fee", "currency", "note")
    return {name: getattr(terms, name) for name in names} | {"fee": terms.fee or None, "version": tournament.version}
