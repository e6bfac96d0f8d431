"""The timetable at the desk: every official reads it, who runs the tournament changes it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Round, TimetableLine, Tournament
from tournament.phrases import Refused, sentence
from tournament.planning import scheduling
from tournament.planning.forms.timetable import LineForm, MoveForm, RoundsForm, SeenForm
from tournament.planning.timetable import coming, days_of, fingerprint, last_begun, lines_of, overdue
from tournament.replies import refusal_said


@login_required
@require_http_methods(["GET", "POST"])
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """What is planned and when it really began; a further line."""
    tournament = tournament_for(request, slug, "desk.see")
    if request.method == "POST" and not may(request.user, "timetable.change", tournament):
        raise PermissionDenied
    form = LineForm(request.POST or None, tournament=tournament, initial=_next_line(tournament))
    if request.method == "POST" and form.is_valid():
        asked = {"planned": form.cleaned_data["planned"], "seen": form.cleaned_data["seen"]}
        if _done(form, partial(scheduling.plan_line, tournament=tournament, **asked, by=Author.of(request))):
            messages.success(request, _("The line is in the timetable."))
            return redirect("planning:timetable", slug)
    return _timetable_page(request, tournament, form=form)


def _timetable_page(request: HttpRequest, tournament: Tournament, **asked: forms.Form) -> HttpResponse:
    """The page of the timetable; of its forms the one that was sent says what is wrong."""
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value).defer("draw")
    lines = lines_of(tournament, published)
    begun_with = _next_line(tournament)
    given = {
        "form": LineForm(tournament=tournament, initial=begun_with),
        "rounds_form": RoundsForm(
            tournament=tournament, initial=begun_with | {"first": begun_with["round_number"]}, auto_id="rounds_%s"
        ),
    } | asked
    coming_up = coming(lines, last_begun(published))
    context = {
        "days": days_of(lines),
        "next": coming_up,
        "overdue": overdue(coming_up, timezone.now()),
        "may_change": may(request.user, "timetable.change", tournament),
        "sent": [*asked.values()],
        **given,
    }
    return _page(request, tournament, "timetable", context)


@login_required
@require_POST
def plan_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Several rounds one after another."""
    tournament = tournament_for(request, slug, "timetable.change")
    form = RoundsForm(request.POST, tournament=tournament, auto_id="rounds_%s")
    if form.is_valid():
        asked = {key: form.cleaned_data[key] for key in ("first", "count", "starts_at", "minutes", "seen")}
        if _done(form, partial(scheduling.plan_rounds, tournament=tournament, **asked, by=Author.of(request))):
            messages.success(request, _("The rounds are in the timetable."))
            return redirect("planning:timetable", slug)
    return _timetable_page(request, tournament, rounds_form=form)


def _next_line(tournament: Tournament) -> dict[str, Any]:
    """With what the form of a further line begins: the day of the last one, the round after the last."""
    rows = list(tournament.timetable.all())
    day = (rows[-1].starts_at if rows else timezone.now()).astimezone(tournament.zone).date()
    planned = max((row.round_number or 0 for row in rows), default=0)
    return {"date": day, "round_number": planned + 1, "seen": fingerprint(tournament)}


@login_required
@require_http_methods(["GET", "POST"])
def timetable_line(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """A line is changed; from it on the rest of its day is moved; it is struck off."""
    tournament = tournament_for(request, slug, "timetable.change")
    row = _line(tournament, line)
    seen = {"seen": fingerprint(tournament)}
    form = LineForm(request.POST or None, tournament=tournament, line=row, initial=seen)
    if request.method == "POST" and form.is_valid():
        asked = {"planned": form.cleaned_data["planned"], "seen": form.cleaned_data["seen"]}
        if _done(form, partial(scheduling.change_line, line=row, **asked, by=Author.of(request))):
            messages.success(request, _("Saved."))
            return redirect("planning:timetable", slug)
    return _line_page(request, row, form=form)


@login_required
@require_POST
def move_rest(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """This line and what follows it on its day begin later, or earlier."""
    tournament = tournament_for(request, slug, "timetable.change")
    row, form = _line(tournament, line), MoveForm(request.POST)
    moved: list[int] = []
    if form.is_valid():
        asked = partial(scheduling.move_rest, line=row, **form.cleaned_data, by=Author.of(request))
        if _done(form, lambda: moved.append(asked())):
            count = moved[0]
            said = ngettext("%(count)d line is moved.", "%(count)d lines are moved.", count) % {"count": count}
            messages.success(request, said)
            return redirect("planning:timetable", slug)
    return _line_page(request, row, move_form=form)


@login_required
@require_POST
def remove_line(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """A line is struck off."""
    tournament = tournament_for(request, slug, "timetable.change")
    row, form = _line(tournament, line), SeenForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else None
    with refusal_said(request):
        scheduling.remove_line(line=row, seen=seen, by=Author.of(request))
        messages.success(request, _("“%(line)s” is struck off the timetable.") % {"line": row})
    return redirect("planning:timetable", slug)


def _line(tournament: Tournament, pk: int) -> TimetableLine:
    return get_object_or_404(TimetableLine.objects.select_related("tournament"), tournament=tournament, pk=pk)


def _done(form: forms.Form, act: Callable[[], object]) -> bool:
    """Whether the act was done; what it refuses is said at its field."""
    try:
        act()
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, sentence(refusal))
        return False
    return True


def _line_page(request: HttpRequest, row: TimetableLine, **asked: forms.Form) -> HttpResponse:
    """The page of a line; of its forms the one that was sent says what is wrong."""
    seen = {"seen": fingerprint(row.tournament)}
    given = {
        "form": LineForm(tournament=row.tournament, line=row, initial=seen),
        "move_form": MoveForm(initial=seen, auto_id="move_%s"),
    } | asked
    return _page(request, row.tournament, "timetable_line", {"line": row, "sent": [*asked.values()], **given})


def _page(request: HttpRequest, tournament: Tournament, name: str, context: dict[str, Any]) -> HttpResponse:
    wrong = any(form.errors for form in context.pop("sent"))
    context |= {"tournament": tournament, "section": "timetable"}
    return render(request, f"planning/{name}.html", context, status=422 if wrong else 200)
