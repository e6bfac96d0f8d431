"""Entries from a list: a preview of what would be written, then all of it or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.entries import services
from tournament.entries.forms import ImportForm
from tournament.entries.joining import joining
from tournament.entries.lists import Sheet
from tournament.entries.queries import Application, field_labels
from tournament.entries.register import examine
from tournament.models import Tournament
from tournament.phrases import sentence
from tournament.replies import refusal_said

from .frame import page_of


@login_required
@require_http_methods(["GET", "POST"])
def import_pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """Entries from a list: first a preview of what would be written, then all of it or nothing."""
    tournament = tournament_for(request, slug, "entries.change")
    alone = tournament.is_individual
    form = ImportForm(request.POST, request.FILES, alone=alone) if request.method == "POST" else ImportForm(alone=alone)
    if not form.is_valid():
        return page_of(request, tournament, "import_pairs", {"form": form, "late": joining(tournament)})
    sheet = form.cleaned_data["sheet"]
    preview = _preview(tournament, sheet)
    if "accept" in request.POST and not any(line.wrong for line in preview):
        with refusal_said(request):
            entries = services.import_pairs(
                tournament=tournament, applications=sheet.applications, by=Author.of(request)
            )
            messages.success(request, _registered(tournament, len(entries)))
            return redirect("entries:list", slug)
    # The text goes on from here whichever way it came; a file can't be sent back.
    again = ImportForm(initial={"text": form.cleaned_data["text"]}, alone=alone)
    context: dict[str, Any] = {"form": again, "preview": preview, "notes": sheet.notes, "late": joining(tournament)}
    context["wrong"] = sum(bool(line.wrong) for line in preview)
    return page_of(request, tournament, "import_pairs", context)


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
        for row in examine(tournament, sheet.applications)
    ]


def _said(refusals: Any, labels: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(str(labels.get(refusal.field, "")), sentence(refusal)) for refusal in refusals]
