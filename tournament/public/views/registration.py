"""Asking for a place without an account, and the page of one's own request behind its private link."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.audit.services import Author
from tournament.entries import registration, tasks
from tournament.entries.fees import accounts
from tournament.entries.joining import joining, terms_of
from tournament.entries.mail import key_of, request_by_key, site_of
from tournament.entries.waiting_list import LISTED, OFFERED, places, waiting
from tournament.models import EntryRequest, Tournament
from tournament.phrases import Refused, problem, sentence
from tournament.public import guard
from tournament.public.forms import RequestForm
from tournament.public.frame import Frame, frame_for
from tournament.replies import refusal_said


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """The form by which anybody asks for a place, while registration is open."""
    frame = frame_for(request, slug)
    tournament = frame.tournament
    form = RequestForm(request.POST or None, tournament=tournament)
    stamp = guard.kept_or_new(request.POST.get("stamp", ""))
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                asked = _asked(request, tournament, form)
                tasks.tell_registrants.delay_once_on_commit(tournament.pk, site_of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            messages.success(request, _("Your request has arrived. Keep the address of this page: it is yours alone."))
            return redirect("public:request", slug, key_of(asked))
    return render(
        request,
        "public/register.html",
        _form_context(frame, form) | {"stamp": stamp},
        status=422 if form.errors else 200,
    )


def _form_context(frame: Frame, form: RequestForm) -> dict[str, object]:
    tournament = frame.tournament
    terms = terms_of(tournament)
    closed = registration.closed_because(terms)
    context = {"frame": frame, "tournament": tournament, "section": "register", "form": form, "terms": terms}
    return context | {
        "closed": sentence(closed) if closed else "",
        "places": places(tournament),
        "late": joining(tournament),
    }


def _asked(request: HttpRequest, tournament: Tournament, form: RequestForm) -> EntryRequest:
    key = guard.key_of(form.cleaned_data["stamp"])
    guard.require_calm(request)
    asked = registration.ask(
        tournament=tournament,
        application=form.application(),
        contact=form.contact(),
        key=key,
        language=get_language() or "en",
        by=Author.of(request),
    )
    guard.SENDINGS.count(request)
    return asked


def _request_for(slug: str, key: str) -> EntryRequest:
    """The request of a private link; 404 for any other."""
    asked = request_by_key(get_object_or_404(Tournament, slug=slug), key)
    if asked is None:
        raise Http404
    return asked


@require_safe
@never_cache
def request(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One's own request: how it stands, what is due, and the way to withdraw it."""
    asked = _request_for(slug, key)
    tournament = asked.tournament
    line = [each.pk for each in waiting(tournament)] if asked.state == LISTED else []
    account = next((each for each in accounts(tournament) if asked.entry and each.entry.pk == asked.entry.pk), None)
    context = {
        "asked": asked,
        "key": key,
        "tournament": tournament,
        "terms": terms_of(tournament),
        "place_in_line": line.index(asked.pk) + 1 if asked.pk in line else None,
        "account": account,
        "offered": asked.state == OFFERED,
        "may_withdraw": asked.state in registration.OPEN or asked.entry is not None,
    }
    return render(request, "public/request.html", context)


@require_POST
def take(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The offered place is taken."""
    asked = _request_for(slug, key)
    with refusal_said(request):
        with transaction.atomic():
            entry = registration.take_offer(request=asked, by=Author.of(request))
            tasks.tell_registrants.delay_once_on_commit(asked.tournament_id, site_of(request))
        messages.success(request, _("You are entered as number %(number)d.") % {"number": entry.number})
    return redirect("public:request", slug, key)


@require_POST
def withdraw(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Whoever asked wants no place any more."""
    asked = _request_for(slug, key)
    with refusal_said(request):
        with transaction.atomic():
            registration.take_back(request=asked, by=Author.of(request))
            tasks.tell_registrants.delay_once_on_commit(asked.tournament_id, site_of(request))
        messages.success(request, _("Your request is withdrawn."))
    return redirect("public:request", slug, key)
