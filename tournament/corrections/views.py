"""The chief referee corrects a protocol, after he has seen what follows; everyone at the desk reads its revisions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

import scoring
from tournament.access.queries import protocol_partida_for
from tournament.audit.services import Author
from tournament.phrases import Refused, sentence
from tournament.protocols.queries import sheet
from tournament.protocols.sheets import Sheet

from . import queries, services, tables
from .forms import SheetForm


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The whole sheet: first what would follow, then the act (R11.4); `?deal=` unfolds one deal."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.correct")
    current = sheet(partida)
    try:
        services.require_correctable(current)
    except Refused as refusal:
        messages.error(request, sentence(refusal))
        return redirect("protocols:entry", slug, number, table)
    form = SheetForm(current, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"tournament": partida.round.tournament, "sheet": current, "form": form}
    if form.is_valid():
        try:
            services.require_correctable(current, form.about.cleaned_data["version"])
            found = queries.consequences(current, form.correction)
            if "accept" in request.POST and request.POST.get("seen") == found.seen:
                return _corrected(request, current, form)
            context |= {"found": tables.shown(current, found), "again": "accept" in request.POST}
        except (scoring.RuleViolation, Refused) as refusal:
            form.refuse(refusal)
    context["deals"] = form.folded(request.GET.get("deal", ""))
    return render(request, "corrections/correct.html", context, status=422 if form.has_errors else 200)


def _corrected(request: HttpRequest, current: Sheet, form: SheetForm) -> HttpResponse:
    """The act; the page of the table says what came of it."""
    given = {name: form.about.cleaned_data.get(name, "") for name in ("reason", "departure")}
    version = form.about.cleaned_data["version"]
    services.correct(
        partida=current.partida, correction=form.correction, by=Author.of(request), version=version, **given
    )
    messages.success(request, _("Corrected: a new revision of the protocol counts now."))
    round_ = current.partida.round
    return redirect("protocols:entry", round_.tournament.slug, round_.number, current.partida.table)


@login_required
@require_GET
def revision(request: HttpRequest, slug: str, number: int, table: int, revision: int) -> HttpResponse:
    """The sheet as it stood in a revision, and what differs from another, `?than=`, the one before unless given."""
    partida = protocol_partida_for(request, slug, number, table, "desk.see")
    kept = get_object_or_404(partida.protocol.revisions.select_related("made_by"), number=revision)
    said = request.GET.get("than", "")
    than = int(said) if said.isdecimal() and len(said) < 5 else revision - 1
    other = partida.protocol.revisions.filter(number=than).first()
    context = {
        "tournament": partida.round.tournament,
        "partida": partida,
        "revision": kept,
        "revisions": partida.protocol.revisions.all(),
        "stood": tables.stood(kept.content),
        "other": other,
        "differences": tables.differences(other.content, kept.content) if other else [],
    }
    return render(request, "corrections/revision.html", context)
