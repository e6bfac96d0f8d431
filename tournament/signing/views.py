"""The page that is turned to the players: the sheet as they read it, and their answers to it, one by one."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import official_required, partida_for
from tournament.audit.services import Author
from tournament.models import Partida, Protocol
from tournament.phrases import Refused, next_step, sentence
from tournament.protocols.forms import SignForm
from tournament.protocols.queries import sheet
from tournament.protocols.sheets import Sheet
from tournament.protocols.tables import SIGNERS, deal_rows, ruling_rows, side_lines, signature_rows
from tournament.replies import refusal_said

from . import services
from .forms import DrawForm, PinForm, RefuseForm, ShownForm
from .ink import HEIGHT, WIDTH


@official_required
@require_GET
def players(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet for the players to read; `seat` chooses who signs now, `turned` turns it to the other side."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    if not hasattr(partida, "protocol") or partida.kind != Partida.Kind.PLAYED.value:
        return redirect("protocols:entry", slug, number, table)
    if partida.protocol.state == Protocol.State.OPEN.value:
        messages.error(request, sentence(_not_handed_over(partida)))
        return redirect("protocols:entry", slug, number, table)
    seat = request.GET.get("seat", "")
    return _page(request, sheet(partida), int(seat) if seat in ("1", "2", "3", "4") else None)


def _not_handed_over(partida: Partida) -> Refused:
    return Refused("protocol.not_entered", state=partida.protocol.get_state_display())


def _page(
    request: HttpRequest, now: Sheet, seat: int | None, given: ShownForm | None = None, status: int = 200
) -> HttpResponse:
    """The page for the players; given: the form of an answer that can't be kept."""
    waiting = now.signers if now.protocol.state == Protocol.State.ENTERED.value else ()
    signer = now.by_seat[seat] if seat in waiting else None
    initial = {"shown": now.content_sha256}
    forms = {name: form(initial=initial) for name, form in FORMS.items()}
    forms |= {name: given for name, form in FORMS.items() if given and isinstance(given, form)}
    context: dict[str, Any] = {
        "tournament": now.partida.round.tournament,
        "sheet": now,
        "sides": side_lines(now),
        "deals": deal_rows(now),
        "rulings": ruling_rows(now),
        "next_step": next_step(now.score.next),
        "signers": SIGNERS[now.rules.signers],
        "signatures": signature_rows(now),
        "waiting": [now.by_seat[place] for place in waiting],
        "signer": signer,
        "sign_form": SignForm(sheet=now),
        "box": {"width": WIDTH, "height": HEIGHT},
        "turned": _turned(request),
    }
    return render(request, "signing/players.html", context | forms, status=status)


FORMS: dict[str, type[ShownForm]] = {"draw_form": DrawForm, "pin_form": PinForm, "refuse_form": RefuseForm}


def _turned(request: HttpRequest) -> bool:
    """Whether the page is turned to the other side of the table; it stays so from one answer to the next."""
    return "turned" in request.GET or "turned" in request.POST


def _answered(
    request: HttpRequest, partida: Partida, seat: int, form: ShownForm, keep: Callable[..., None], done: str
) -> HttpResponse:
    """Keep the answer in the form and ask the next player; or show on the page why it can't be kept."""
    if not hasattr(partida, "protocol") or not partida.seats.filter(number=seat).exists():
        raise Http404
    if form.is_valid():
        with refusal_said(request):
            keep(partida=partida, seat=seat, by=Author.of(request), **form.cleaned_data)
            messages.success(request, done)
            return _next(request, partida)
    now = sheet(partida)
    if now.protocol.state == Protocol.State.OPEN.value or not now.played:
        return redirect("protocols:entry", now.partida.round.tournament.slug, now.partida.round.number, partida.table)
    # What was given answers the sheet that was shown; an answer to the present one begins anew.
    return _page(request, now, seat, None if form.is_valid() else form, status=422)


def _next(request: HttpRequest, partida: Partida) -> HttpResponse:
    address = reverse("signing:players", args=[partida.round.tournament.slug, partida.round.number, partida.table])
    return redirect(f"{address}?{urlencode({'turned': 1})}#sheet" if _turned(request) else address)


@official_required
@require_POST
def draw(request: HttpRequest, slug: str, number: int, table: int, seat: int) -> HttpResponse:
    """A player signs with a finger."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    return _answered(request, partida, seat, DrawForm(request.POST), services.draw, _("Signed."))


@official_required
@require_POST
def pin(request: HttpRequest, slug: str, number: int, table: int, seat: int) -> HttpResponse:
    """A player signs with the PIN of his pair."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    return _answered(request, partida, seat, PinForm(request.POST), services.sign_by_pin, _("Signed."))


@official_required
@require_POST
def refuse(request: HttpRequest, slug: str, number: int, table: int, seat: int) -> HttpResponse:
    """A player refuses to sign, with his reason."""
    partida = partida_for(request, slug, number, table, "protocols.write")
    done = _("Noted: he doesn't sign. The protocol goes its way with his reason on it.")
    return _answered(request, partida, seat, RefuseForm(request.POST), services.refuse, done)
