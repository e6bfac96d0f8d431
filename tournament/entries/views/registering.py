"""Registering one by one: adding, correcting and removing an entry."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.entries import queries, services, tasks
from tournament.entries.forms import AddForm, EntryForm, PinForm, ReasonForm
from tournament.entries.joining import joining
from tournament.entries.leaving import ahead, expelled, expelled_members
from tournament.entries.mail import site_of
from tournament.entries.register import Examined, examine
from tournament.models import Entry
from tournament.phrases import Refused, problem, sentence

from .frame import page_of


@login_required
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Register one pair, or one player who enters by himself."""
    tournament = tournament_for(request, slug, "entries.change")
    form = AddForm(request.POST or None, alone=tournament.is_individual)
    if request.method == "POST" and form.is_valid():
        application = form.application()
        (examined,) = examine(tournament, {1: application})
        try:
            entry = services.add_entry(tournament=tournament, application=application, by=Author.of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            _succeed(request, _("Registered as number %(number)d.") % {"number": entry.number}, examined)
            return redirect("entries:list" if "last" in request.POST else "entries:add", slug)
    return page_of(request, tournament, "add", {"form": form, "late": joining(tournament)})


def _succeed(request: HttpRequest, done: str, examined: Examined) -> None:
    messages.success(request, done)
    for warning in examined.warnings:
        messages.warning(request, sentence(warning))


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An entry: its names, club, country, seed and table to correct, withdrawal, return and substitutes."""
    tournament = tournament_for(request, slug, "entries.change" if request.method == "POST" else "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    form = EntryForm(request.POST or None, initial=_typed(entry), alone=tournament.is_individual)
    if request.method == "POST" and form.is_valid():
        application = form.application(number)
        (examined,) = examine(tournament, {1: application}, apart_from=entry)
        try:
            seen = form.cleaned_data["seen"]
            services.change_entry(entry=entry, application=application, seen=seen, by=Author.of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            _succeed(request, _("Entry %(number)d is saved.") % {"number": number}, examined)
            return redirect("entries:list", slug)
    context = {
        "form": form,
        "entry": entry,
        "members": entry.members.all(),
        "expelled": expelled_members(entry, expelled(tournament)),
        "seated": queries.seated_rounds(entry),
        "ahead": [line for line in ahead(entry, entry.withdrawn_from) if line.follows] if entry.withdrawn_from else [],
        "reason_form": ReasonForm(),
        "pin_form": PinForm(),
        "may_change": may(request.user, "entries.change", tournament),
    }
    return page_of(request, tournament, "edit", context)


def _typed(entry: Entry) -> dict[str, Any]:
    """The entry as the initial values of its form."""
    application = queries.application_of(entry)
    names = {f"player_{slot}": name for slot, name in enumerate(application.players, 1)}
    return names | application.as_data() | {"seen": application.fingerprint}


@login_required
@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take an entry that was never seated off the list, after asking."""
    tournament = tournament_for(request, slug, "entries.change")
    entry = queries.entry_for(tournament, number)
    if request.method == "GET":
        return page_of(request, tournament, "remove", {"entry": entry, "seated": queries.seated_rounds(entry)})
    try:
        with transaction.atomic():
            services.remove_entry(entry=entry, by=Author.of(request))
            tasks.tell_registrants.delay_once_on_commit(tournament.pk, site_of(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("entries:edit", slug, number)
    messages.success(request, _("Entry %(number)d is removed.") % {"number": number})
    return redirect("entries:list", slug)
