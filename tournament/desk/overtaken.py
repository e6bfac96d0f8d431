"""What somebody reads whose act would have undone, unseen, what another did meanwhile."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.access.queries import may
from tournament.accounts.queries import FactorNeeded
from tournament.audit.collisions import Overtaken, own, removed_since
from tournament.audit.services import as_of
from tournament.models import AuditRecord, Tournament
from tournament.phrases import author_words

from .details import act_details, as_text
from .tables import act_words, subject_words

View = Callable[[HttpRequest], HttpResponse]
DESK = re.compile(r"/desk/([-\w]+)/")
NOT_WRITTEN = ("csrfmiddlewaretoken", "as_of", "version", "seen")
LONGEST_SHOWN = 500


@dataclass(frozen=True)
class Line:
    """An act that came between: when by the clock of the hall, whose, what, about what, and what is so now."""

    time: str
    who: str
    what: str
    where: str
    now: list[tuple[str, str]]


def middleware(get_response: View) -> View:
    """Answers 409 for any view of the desk, with what came between; whatever the view does about its own refusals."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        gone = response.status_code == 404 and request.method == "POST"
        return _gone(request) or response if gone else response

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, FactorNeeded):
            messages.warning(request, _("Your role asks for a second factor: set it up, or log in with it, to go on."))
            return redirect("accounts:second_factor")
        return _page(request, exception) if isinstance(exception, Overtaken) else None

    vars(answer)["process_exception"] = process_exception
    return answer


def _gone(request: HttpRequest) -> HttpResponse | None:
    """A form was sent to what another has taken away meanwhile: who, and when; None if that isn't why."""
    named = DESK.match(request.path_info)
    tournament = Tournament.objects.filter(slug=named[1]).first() if named else None
    if tournament is None or not may(request.user, "desk.see", tournament):
        return None
    records = removed_since(tournament, as_of(request))
    return _page(request, Overtaken(tournament, records)) if records else None


def _page(request: HttpRequest, overtaken: Overtaken) -> HttpResponse:
    tournament = overtaken.tournament
    context = {
        "tournament": tournament,
        "lines": [_line(record) for record in overtaken.records],
        "own": own(overtaken.records, request.user),
        "written": _written(request),
        "back": _back(request, tournament.slug),
    }
    # Who writes by a table link has no desk to look at.
    frame = "desk/_frame.html" if may(request.user, "desk.see", tournament) else "base.html"
    return render(request, "desk/overtaken.html", {**context, "frame": frame}, status=409)


def _line(record: AuditRecord) -> Line:
    return Line(
        time=localtime(record.at, record.tournament.zone).strftime("%H:%M:%S"),
        who=author_words(record.actor_name),
        what=act_words(record.action),
        where=subject_words(record.subject),
        now=[(line.label, line.text or as_text(line.below)) for line in act_details(record)],
    )


def _written(request: HttpRequest) -> list[str]:
    """What was filled in, so that nobody has to think it up again; what only a button says isn't."""
    values = [value for key, each in request.POST.lists() if key not in NOT_WRITTEN for value in each]
    return [value[:LONGEST_SHOWN] for value in values if len(value.strip()) > 1]


def _back(request: HttpRequest, slug: str) -> str:
    """The page from which the form was sent, as it is now."""
    came: Any = urlsplit(request.META.get("HTTP_REFERER", ""))
    if came.netloc == request.get_host() and came.path:
        return str(came.path) + (f"?{came.query}" if came.query else "")
    return reverse("desk:now", args=[slug])
