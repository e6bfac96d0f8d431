"""The photo of a sheet: shown to the tournament's officials, added, replaced and removed by who writes protocols."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access.queries import may, official_required, partida_for
from tournament.audit.services import Author
from tournament.models import Partida
from tournament.replies import refusal_said

from . import queries, services
from .forms import PhotoForm


@official_required
@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int, sha256: str) -> HttpResponse:
    """The photo itself, for officials of this tournament only."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    photo = getattr(getattr(partida, "protocol", None), "photo", None)
    if photo is None or photo.sha256 != sha256:
        raise Http404
    try:
        picture = queries.path(photo.file).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(picture, content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="{slug}-{number}-{table}.jpg"'
    response["Cache-Control"] = "private, max-age=3600"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@official_required
@require_POST
def add(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Add the photo of the sheet, or put another in its place."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, str(form.errors["photo"][0]))
        return _back(partida)
    picture = form.cleaned_data["photo"]
    chief = may(request.user, "protocols.correct", partida.round.tournament)
    return _done(
        request,
        partida,
        lambda: services.add(partida=partida, picture=picture, chief=chief, by=Author.of(request)),
        _("The photo of the sheet is kept."),
    )


@official_required
@require_POST
def remove(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take the photo away."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    chief = may(request.user, "protocols.correct", partida.round.tournament)
    return _done(
        request,
        partida,
        lambda: services.remove(partida=partida, chief=chief, by=Author.of(request)),
        _("The photo is removed; the journal keeps its fingerprint."),
    )


def _done(request: HttpRequest, partida: Partida, change: Callable[[], None], done: str) -> HttpResponse:
    if not hasattr(partida, "protocol"):
        raise Http404
    with refusal_said(request):
        change()
        messages.success(request, done)
    return _back(partida)


def _back(partida: Partida) -> HttpResponse:
    return redirect("protocols:entry", partida.round.tournament.slug, partida.round.number, partida.table)
