"""The desk's page of what is public: rounds by kinds of page, and how names are read."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import tournament_for
from tournament.audit.services import Author
from tournament.models import Release, Tournament
from tournament.phrases import Refused, sentence

from . import services
from .forms import NamesForm, ReleaseForm, SureForm
from .queries import HIDDEN, OFFICIALS, PUBLIC
from .tables import heads, rows

SAID = {
    HIDDEN: gettext_lazy("%(what)s: hidden; only the desk has it."),
    OFFICIALS: gettext_lazy("%(what)s: only officials see it."),
    PUBLIC: gettext_lazy("%(what)s: everyone sees it."),
}


@login_required
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What is shown to whom: rounds by kinds of page."""
    tournament = tournament_for(request, slug, "releases.change")
    return _overview(request, tournament, ReleaseForm())


def _overview(request: HttpRequest, tournament: Tournament, form: ReleaseForm) -> HttpResponse:
    context = {
        "tournament": tournament,
        "section": "releases",
        "heads": heads(),
        "rows": rows(tournament),
        "form": form,
        "names_form": NamesForm(initial={"names_shown": tournament.names_shown}),
    }
    return render(request, "releases/overview.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one kind of page to others than before; publishing is asked about first."""
    tournament = tournament_for(request, slug, "releases.change")
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        return _overview(request, tournament, form)
    kind, number, level = (form.cleaned_data[name] for name in ("kind", "round_number", "level"))
    if form.asks:
        fields = {"kind": kind, "round_number": number or "", "level": level}
        return _ask(request, tournament, "releases:change", {"what": _what(kind, number), "fields": fields})
    try:
        services.release(tournament=tournament, kind=kind, round_number=number, level=level, by=Author.of(request))
    except Refused as refusal:
        form.add_error(refusal.field, sentence(refusal))
        return _overview(request, tournament, form)
    messages.success(request, SAID[level] % {"what": _what(kind, number)})
    return redirect("releases:overview", slug)


def _what(kind: str, number: int | None) -> str:
    """What is shown or held back: "Results, round 3"."""
    label = Release.Kind(kind).label
    return _("%(kind)s, round %(number)d") % {"kind": label, "number": number} if number else str(label)


def _ask(request: HttpRequest, tournament: Tournament, act: str, context: dict[str, Any]) -> HttpResponse:
    """Whether something should really be shown to everyone."""
    shown = {"tournament": tournament, "section": "releases", "act": act}
    return render(request, "releases/confirm.html", shown | context)


@login_required
@require_POST
def hold_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Hold back all results until they are published again."""
    tournament = tournament_for(request, slug, "releases.change")
    services.hold_back(tournament=tournament, by=Author.of(request))
    messages.success(request, _("All results and standings are held back: only officials see them."))
    return redirect("releases:overview", slug)


@login_required
@require_POST
def publish_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish all results, once that is confirmed."""
    tournament = tournament_for(request, slug, "releases.change")
    form = SureForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["sure"]:
        return _ask(request, tournament, "releases:publish_all", {"what": _("All results and standings")})
    services.publish_all(tournament=tournament, by=Author.of(request))
    messages.success(request, _("All results and standings are public."))
    return redirect("releases:overview", slug)


@login_required
@require_POST
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the public read names in full or as initials."""
    tournament = tournament_for(request, slug, "releases.change")
    form = NamesForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say whether the public reads names in full or as initials."))
        return redirect("releases:overview", slug)
    services.show_names(tournament=tournament, by=Author.of(request), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("releases:overview", slug)
