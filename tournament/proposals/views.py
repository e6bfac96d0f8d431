"""The page that proposes tournaments and makes the one that is chosen."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.audit.services import Author
from tournament.phrases import Refused, sentence
from tournament.planning.services import Description

from . import services
from .forms import WishForm
from .offers import Answer, Offer, answer
from .words import objection, sketch

DESCRIBED = ("name", "venue", "timezone", "event", "is_rehearsal")


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """What there is, what can be played with it, and the tournament of the offer that is chosen.

    The address has what was asked, so a proposal can be sent to somebody; posting only names the offer.
    """
    form = WishForm(request.GET if "entries" in request.GET else None)
    if not form.is_bound or not form.is_valid():
        return render(request, "proposals/new.html", {"form": form}, status=422 if form.errors else 200)
    asked = form.cleaned_data
    found = answer(asked["wish"])
    if request.method == "POST":
        chosen = next((offer for offer in found.offers if offer.key == request.POST.get("choice")), None)
        if chosen is None:
            messages.error(request, _("This proposal isn't there any more. Choose one of these."))
        else:
            return _created(request, form, found, chosen)
    return _proposed(request, form, found)


def _proposed(request: HttpRequest, form: WishForm, found: Answer, status: int = 200) -> HttpResponse:
    asked = form.cleaned_data
    zone = ZoneInfo(asked["timezone"])
    context: dict[str, Any] = {
        "form": form,
        "zone": zone,
        "wish": asked["wish"],
        "sketches": [sketch(offer, asked["entries"], zone) for offer in found.offers],
        "objections": [objection(obstacle) for obstacle in found.obstacles],
        "query": request.GET.urlencode(),
    }
    return render(request, "proposals/new.html", context, status=status)


def _created(request: HttpRequest, form: WishForm, found: Answer, chosen: Offer) -> HttpResponse:
    description = Description(**{name: form.cleaned_data[name] for name in DESCRIBED})
    try:
        tournament = services.create(description=description, offer=chosen, by=Author.of(request))
    except Refused as refusal:
        form.add_error(None, sentence(refusal))
        return _proposed(request, form, found, status=422)
    messages.success(request, _("The tournament is planned. Look its timetable over, then register who plays."))
    return redirect("planning:timetable", tournament.slug)
