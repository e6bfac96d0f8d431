"""Signed protocols one after another: confirmed, sent back, or put off, and the next one comes by itself."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.access.queries import protocol_partida_for, tournament_for
from tournament.audit.services import Author
from tournament.models import Partida, Protocol, User
from tournament.phrases import Refused, author_words, sentence
from tournament.protocols import services
from tournament.protocols.forms import ReopenForm, VersionForm
from tournament.protocols.queries import sheet
from tournament.protocols.sheets import Sheet
from tournament.protocols.tables import SIGNERS, deal_rows, ruling_rows, side_lines, signature_rows

from . import queries


@login_required
@require_GET
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """The oldest signed protocol that nobody else looks at; `?after=` is the one that was put off."""
    tournament = tournament_for(request, slug, "protocols.confirm")
    assert isinstance(request.user, User)  # noqa: S101 -- for the type checker: the rights are held by accounts
    after = request.GET.get("after", "")
    found = queries.waiting(tournament, request.user.pk)
    offered = queries.offer(found, request.user, after)
    context: dict[str, Any] = {
        "tournament": tournament,
        "section": "protocols",
        "offered": offered,
        "after": after if after.isdecimal() else "",
        "others": sum(not line.mine for line in found) - (offered is not None),
        "mine": [line for line in found if line.mine],
    }
    if offered:
        shown = sheet(Partida.objects.get(pk=offered.partida))
        context |= _sheet(shown) | {"holder": queries.other_holder(offered, request.user)}
    return render(request, "checking/queue.html", context)


def _sheet(shown: Sheet) -> dict[str, Any]:
    """All that a second official looks at."""
    return {
        "sheet": shown,
        "sides": side_lines(shown),
        "deals": deal_rows(shown),
        "rulings": ruling_rows(shown),
        "signatures": signature_rows(shown),
        "writer": author_words(shown.protocol.writer),
        "signers": SIGNERS[shown.rules.signers],
        "progress": queries.progress(shown.partida.round),
    }


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """It counts; the next one comes."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.confirm")
    return _do(request, partida, services.confirm, VersionForm(request.POST), _("Table %(table)d is confirmed."))


@login_required
@require_POST
def send_back(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """It goes back to the table with the reason; the next one comes."""
    partida = protocol_partida_for(request, slug, number, table, "protocols.write")
    done = _("Table %(table)d is sent back: its referee reads the reason.")
    return _do(request, partida, services.reopen, ReopenForm(request.POST), done)


def _do(
    request: HttpRequest, partida: Partida, service: Callable[..., object], form: VersionForm, done: str
) -> HttpResponse:
    """One act on the sheet as it was shown; back to the queue, where it stood."""
    if not form.is_valid():
        messages.error(request, _("The request was incomplete. Reload the page and try again."))
    else:
        try:
            service(partida=partida, by=Author.of(request), **form.cleaned_data)
            messages.success(request, done % {"table": partida.table})
        except Refused as refusal:
            messages.error(request, _meanwhile(partida, request.user.pk) or sentence(refusal))
    after = request.POST.get("after", "")
    address = reverse("checking:queue", args=[partida.round.tournament.slug])
    return redirect(f"{address}?after={after}" if after.isdecimal() else address)


def _meanwhile(partida: Partida, reader: int | None) -> str:
    """What another official did to the sheet before this one could; empty if it was nobody."""
    now = queries.whose(partida)
    about: dict[str, Any] = {"table": partida.table, "reason": now.sent_back_reason}
    if now.counts and now.confirmed_by_id not in (None, reader):
        return _("%(who)s has confirmed table %(table)d meanwhile.") % (about | {"who": str(now.confirmed_by)})
    if now.state == Protocol.State.OPEN.value and now.sent_back_by_id not in (None, reader):
        said = _("%(who)s has sent table %(table)d back meanwhile: %(reason)s")
        return said % (about | {"who": str(now.sent_back_by)})
    return ""
