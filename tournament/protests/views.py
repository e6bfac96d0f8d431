"""A pair's protest is written down by the referee or the desk; the chief referee decides it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access.queries import protocol_partida_for
from tournament.audit.services import Author
from tournament.models import Protest
from tournament.phrases import Refused, sentence
from tournament.protocols.queries import sheet

from . import queries, services
from .forms import DecisionForm, ProtestForm


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Lodge a protest of one of the two pairs."""
    partida = protocol_partida_for(request, slug, number, table, "protests.lodge")
    current = sheet(partida)
    form = ProtestForm(request.POST if request.method == "POST" else None, sheet=current)
    try:
        services.require_lodgeable(current)
        if form.is_valid():
            services.lodge(partida=partida, by=Author.of(request), **form.cleaned_data)
            messages.success(request, _("The protest is written down: the chief referee decides it."))
            return redirect("protocols:entry", slug, number, table)
    except Refused as refusal:
        if not form.is_bound or refusal.field is None:
            messages.error(request, sentence(refusal))
            return redirect("protocols:entry", slug, number, table)
        form.refuse(refusal)
    context = {"tournament": partida.round.tournament, "sheet": current, "form": form, "until": queries.until(current)}
    return render(request, "protests/new.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, slug: str, number: int, table: int, protest: int) -> HttpResponse:
    """The chief referee upholds or rejects a protest; upheld, the page of the table has what follows."""
    partida = protocol_partida_for(request, slug, number, table, "protests.decide")
    lodged = get_object_or_404(Protest, protocol__partida=partida, number=protest)
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            upheld = form.cleaned_data["decision"] == Protest.State.UPHELD.value
            services.decide(protest=lodged, upheld=upheld, reason=form.cleaned_data["reason"], by=Author.of(request))
            messages.success(request, _said(upheld))
            return redirect("protocols:entry", slug, number, table)
        except Refused as refusal:
            form.refuse(refusal)
    current = sheet(partida)
    context: dict[str, Any] = {"tournament": partida.round.tournament, "sheet": current, "form": form}
    context |= {"protest": lodged, "side": current.sides[lodged.side]}
    return render(request, "protests/decide.html", context, status=422 if form.errors else 200)


def _said(upheld: bool) -> str:
    if upheld:
        return _("The protest is upheld. Now correct the protocol, rule, or annul the partida.")
    return _("The protest is rejected: the result stands.")
