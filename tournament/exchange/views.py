"""Pages of the tournament file: download a tournament, load one."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.access.queries import tournament_for
from tournament.audit.services import Author

from . import queries, services
from .forms import LoadForm
from .origin import fingerprint, installation_name, origin_of, own_key, signed


@login_required
@require_GET
def file(request: HttpRequest, slug: str) -> HttpResponse:
    """What the tournament file is for, and where to get it."""
    tournament = tournament_for(request, slug, "desk.see")
    context = {
        "tournament": tournament,
        "section": "settings",
        "installation": installation_name(),
        "key": fingerprint(own_key()),
    }
    return render(request, "exchange/file.html", context)


@login_required
@require_GET
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament as a file."""
    tournament = tournament_for(request, slug, "desk.see")
    document = signed(queries.dump(tournament), tournament.version)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    name = f"rehearsal-{tournament.slug}" if tournament.is_rehearsal else tournament.slug
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@login_required
@require_http_methods(["GET", "POST"])
def load(request: HttpRequest) -> HttpResponse:
    """A file as a new tournament; whoever loads it becomes its organiser."""
    form = LoadForm(request.POST, request.FILES) if request.method == "POST" else LoadForm()
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        document, slug = form.cleaned_data["document"], form.cleaned_data["slug"] or None
        try:
            although = form.cleaned_data["although_changed"]
            tournament = services.load(document, by=Author.of(request), slug=slug, although_changed=although)
        except services.LoadError as error:
            context["problems"] = error.problems
        else:
            messages.success(request, _("The tournament is loaded; you are its organiser.") + f" {origin_of(document)}")
            return redirect("desk:now", tournament.slug)
    bad = "problems" in context or bool(form.errors)
    return render(request, "exchange/load.html", context, status=422 if bad else 200)
