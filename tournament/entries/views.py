"""The desk's pages about entries: the list, registering by hand and from a list, leaving and being replaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_tables2 import RequestConfig

from tournament.access.queries import may, tournament_for
from tournament.audit.services import Author
from tournament.models import Entry, Tournament
from tournament.phrases import Refused, problem, sentence

from . import queries, services
from .forms import AddForm, EntryForm, ImportForm, PinForm, ReasonForm, Sheet, SubstituteForm, WithdrawForm
from .queries import Application, field_labels
from .tables import EntryTable, PlayerTable, csv_of, rows_of


@login_required
@require_GET
def list_(request: HttpRequest, slug: str) -> HttpResponse:
    """All entries by number; `q` searches in names, clubs and numbers."""
    tournament = tournament_for(request, slug, "desk.see")
    may_change = may(request.user, "entries.change", tournament)
    table = entry_table(request, tournament)
    RequestConfig(request).configure(table)
    context = {"table": table, "wanted": _searched(request), "may_change": may_change}
    return _page(request, tournament, "list", context)


def entry_table(request: HttpRequest, tournament: Tournament) -> EntryTable:
    """The entries that the address asks for."""
    entries = queries.entries_of(tournament, _searched(request))
    rows = rows_of(tournament, entries, linked=may(request.user, "entries.withdraw", tournament))
    return PlayerTable(rows) if tournament.is_individual else EntryTable(rows)


def _searched(request: HttpRequest) -> str:
    return request.GET.get("q", "")[: queries.NAME_LENGTH]


@login_required
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The list as a CSV file."""
    tournament = tournament_for(request, slug, "desk.see")
    applications = map(queries.application_of, queries.entries_of(tournament))
    response = HttpResponse(
        csv_of(applications, queries.field_labels(tournament)), content_type="text/csv; charset=utf-8"
    )
    name = f"rehearsal-{slug}" if tournament.is_rehearsal else slug
    response["Content-Disposition"] = f'attachment; filename="{name}-entries.csv"'
    return response


@login_required
@require_http_methods(["GET", "POST"])
def import_pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Entries from a list: first a preview of what would be written, then all of it or nothing."""
    tournament = tournament_for(request, slug, "entries.change")
    alone = tournament.is_individual
    form = ImportForm(request.POST, request.FILES, alone=alone) if request.method == "POST" else ImportForm(alone=alone)
    if not form.is_valid():
        return _page(request, tournament, "import_pairs", {"form": form})
    sheet = form.cleaned_data["sheet"]
    preview = _preview(tournament, sheet)
    if "accept" in request.POST and not any(line.wrong for line in preview):
        try:
            entries = services.import_pairs(
                tournament=tournament, applications=sheet.applications, by=Author.of(request)
            )
        except Refused as refusal:
            messages.error(request, sentence(refusal))
        else:
            messages.success(request, _registered(tournament, len(entries)))
            return redirect("entries:list", slug)
    # The text goes on from here whichever way it came; a file can't be sent back.
    again = ImportForm(initial={"text": form.cleaned_data["text"]}, alone=alone)
    context = {"form": again, "preview": preview, "notes": sheet.notes}
    context["wrong"] = sum(bool(line.wrong) for line in preview)
    return _page(request, tournament, "import_pairs", context)


def _registered(tournament: Tournament, count: int) -> str:
    if tournament.is_individual:
        done = ngettext("%(count)d player is registered.", "%(count)d players are registered.", count)
    else:
        done = ngettext("%(count)d pair is registered.", "%(count)d pairs are registered.", count)
    return done % {"count": count}


@dataclass(frozen=True)
class PreviewLine:
    """A line of the preview: what would be registered, and what is said of it, by field."""

    line: int
    application: Application
    wrong: list[tuple[str, str]]
    doubtful: list[tuple[str, str]]


def _preview(tournament: Tournament, sheet: Sheet) -> list[PreviewLine]:
    labels = field_labels(tournament)
    return [
        PreviewLine(
            line=row.line,
            application=row.application,
            wrong=_said([*sheet.errors.get(row.line, ()), *row.errors], labels),
            doubtful=_said(row.warnings, labels),
        )
        for row in queries.examine(tournament, sheet.applications)
    ]


def _said(refusals: Any, labels: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(str(labels.get(refusal.field, "")), sentence(refusal)) for refusal in refusals]


@login_required
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Register one pair, or one player who enters by himself."""
    tournament = tournament_for(request, slug, "entries.change")
    form = AddForm(request.POST or None, alone=tournament.is_individual)
    if request.method == "POST" and form.is_valid():
        application = form.application()
        (examined,) = queries.examine(tournament, {1: application})
        try:
            entry = services.add_entry(tournament=tournament, application=application, by=Author.of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            _succeed(request, _("Registered as number %(number)d.") % {"number": entry.number}, examined)
            return redirect("entries:list" if "last" in request.POST else "entries:add", slug)
    return _page(request, tournament, "add", {"form": form})


def _succeed(request: HttpRequest, done: str, examined: queries.Examined) -> None:
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
        (examined,) = queries.examine(tournament, {1: application}, apart_from=entry)
        try:
            services.change_entry(entry=entry, application=application, by=Author.of(request))
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            _succeed(request, _("Entry %(number)d is saved.") % {"number": number}, examined)
            return redirect("entries:list", slug)
    context = {
        "form": form,
        "entry": entry,
        "members": entry.members.all(),
        "expelled": queries.expelled_members(entry, queries.expelled(tournament)),
        "seated": queries.seated_rounds(entry),
        "ahead": [line for line in queries.ahead(entry, entry.withdrawn_from) if line.follows]
        if entry.withdrawn_from
        else [],
        "reason_form": ReasonForm(),
        "pin_form": PinForm(),
        "may_change": may(request.user, "entries.change", tournament),
    }
    return _page(request, tournament, "edit", context)


@login_required
@require_POST
def pin(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Give an entry its PIN, or take it away."""
    entry = queries.entry_for(tournament_for(request, slug, "entries.change"), number)
    form = PinForm(request.POST)
    if form.is_valid():
        if given := form.cleaned_data["pin"]:
            services.give_pin(entry=entry, pin=given, by=Author.of(request))
            done = _("Entry %(number)d signs with this PIN from now on.")
        else:
            services.take_pin(entry=entry, by=Author.of(request))
            done = _("Entry %(number)d has no PIN.")
        messages.success(request, done % {"number": number})
    else:
        messages.error(request, str(form.errors["pin"][0]))
    return redirect("entries:edit", slug, number)


@login_required
@require_http_methods(["GET", "POST"])
def pins(request: HttpRequest, slug: str) -> HttpResponse:
    """PINs for all entries, on a list to be printed and cut: shown once, since only their hashes are kept."""
    tournament = tournament_for(request, slug, "entries.change")
    given: dict[int, str] = {}
    if request.method == "POST":
        try:
            given = services.give_pins(tournament=tournament, anew="anew" in request.POST, by=Author.of(request))
        except Refused as refusal:
            messages.error(request, sentence(refusal))
    entries = list(queries.entries_of(tournament))
    context = {
        "given": [(entry, given[entry.number]) for entry in entries if entry.number in given],
        "entries": entries,
        "without": sum(not entry.pin for entry in entries),
    }
    response = _page(request, tournament, "pins", context)
    response["Cache-Control"] = "no-store"
    return response


def _typed(entry: Entry) -> dict[str, Any]:
    """The entry as the initial values of its form."""
    application = queries.application_of(entry)
    names = {f"player_{slot}": name for slot, name in enumerate(application.players, 1)}
    return names | application.as_data()


@login_required
@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take an entry that was never seated off the list, after asking."""
    tournament = tournament_for(request, slug, "entries.change")
    entry = queries.entry_for(tournament, number)
    if request.method == "GET":
        return _page(request, tournament, "remove", {"entry": entry, "seated": queries.seated_rounds(entry)})
    try:
        services.remove_entry(entry=entry, by=Author.of(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("entries:edit", slug, number)
    messages.success(request, _("Entry %(number)d is removed.") % {"number": number})
    return redirect("entries:list", slug)


@login_required
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entry plays no more from a round on; its results stay."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    first = queries.next_round_of(entry)
    form = WithdrawForm(request.POST or None, initial={"from_round": first})
    if request.method == "POST" and form.is_valid():
        try:
            left = services.withdraw(entry=entry, by=Author.of(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
        else:
            messages.success(request, _("Entry %(number)d has withdrawn.") % {"number": number})
            return redirect("entries:edit", slug, number) if left else redirect("entries:list", slug)
    context = {"form": form, "entry": entry, "ahead": [line for line in queries.ahead(entry, first) if line.follows]}
    return _page(request, tournament, "withdraw", context)


@login_required
@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, slug: str, number: int, slot: int) -> HttpResponse:
    """Another player takes a place of the entry from a round on: first a preview, then the act."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    form = SubstituteForm(request.POST or None, initial={"from_round": queries.next_round_of(entry)})
    context = {"form": form, "entry": entry, "leaving": queries.member_in(entry, slot)}
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            if "accept" in request.POST:
                plan = services.substitute(entry=entry, slot=slot, by=Author.of(request), **typed)
                return _substituted(request, plan)
            context["plan"] = queries.substitution(entry, slot, typed["name"], typed["from_round"])
        except Refused as refusal:
            form.add_error(*problem(refusal)[:2])
    return _page(request, tournament, "substitute", context)


def _substituted(request: HttpRequest, plan: queries.Substitution) -> HttpResponse:
    """Say what was done and of what the preview has warned."""
    entry = plan.leaving.entry
    done = _("%(name)s plays for entry %(number)d from round %(round)d on.")
    messages.success(request, done % {"name": plan.name, "number": entry.number, "round": plan.from_round})
    for warning in plan.warnings:
        messages.warning(request, sentence(warning))
    return redirect("entries:edit", entry.tournament.slug, entry.number)


@login_required
@require_POST
def reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A withdrawn entry returns."""
    tournament = tournament_for(request, slug, "entries.withdraw")
    entry = queries.entry_for(tournament, number)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why it returns: the journal keeps the reason."))
        return redirect("entries:edit", slug, number)
    try:
        services.reinstate(entry=entry, reason=form.cleaned_data["reason"], by=Author.of(request))
    except Refused as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, _("Entry %(number)d is back from the next draw on.") % {"number": number})
    return redirect("entries:list", slug)


def _page(request: HttpRequest, tournament: Tournament, page: str, context: dict[str, Any]) -> HttpResponse:
    """A page of this section; what was typed wrong is answered with 422."""
    form = context.get("form")
    status = 422 if form is not None and form.is_bound and form.errors else 200
    context |= {"tournament": tournament, "section": "entries"}
    return render(request, f"entries/{page}.html", context, status=status)
