"""What the page of a protocol says, in the state that the protocol is in."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

import scoring
from tournament.access.queries import may_here
from tournament.audit.services import Author
from tournament.clock.forms import AddTimeForm
from tournament.clock.tables import added_rows, face
from tournament.models import Partida
from tournament.phrases import author_words, next_step

from . import queries
from .basis import basis
from .deal_forms import DealForm
from .forms import RuleForm, SignForm, TimeForm, TotalsForm
from .sheets import Sheet
from .tables import (
    KINDS,
    SIGNERS,
    absence,
    deal_rows,
    move_time_code,
    protest_rows,
    ruling_rows,
    side_lines,
    signature_rows,
)


def form_of(sheet: Sheet) -> RuleForm | None:
    """The empty form for what is to be written next; None when nothing is."""
    if sheet.protocol.state != sheet.protocol.State.OPEN.value:
        return None
    if sheet.rules.detail == "totals":
        written = enumerate(sheet.protocol.parts or (), start=1)
        initial = {f"part_{part}_{key}": score for part, pair in written for key, score in zip("ab", pair, strict=True)}
        return TotalsForm(sheet=sheet, initial=initial)
    return None if sheet.score.next.over else DealForm.of(sheet)


def without_play(request: HttpRequest, partida: Partida) -> HttpResponse:
    """A table at which nothing is played: a walkover, an annulled partida, a round that isn't published."""
    context: dict[str, Any] = {
        "tournament": partida.round.tournament,
        "partida": partida,
        "sides": queries.sides_of(partida.seats.all()),
        "link": Author.of(request).link,
    }
    if hasattr(partida, "protocol"):
        sheet = queries.sheet(partida)
        context |= {"sheet": sheet} | _officials(request, sheet)
    return render(request, "protocols/not_played.html", context)


def _officials(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    """Who the reader is to this sheet: what he may do with it."""
    tournament = sheet.partida.round.tournament
    permissions = {
        "may_confirm": "protocols.confirm",
        "may_correct": "protocols.correct",
        "may_take_back": "protocols.take_back",
        "may_issue": "documents.issue",
        "may_rule": "rulings.make",
        "may_add_time": "clock.add",
        "may_declare": "absence.declare",
        "is_chief": "rulings.chief",
        "may_decide": "protests.decide",
        "may_see_journal": "audit.see",
    }
    held = {name: may_here(request, permission, tournament) for name, permission in permissions.items()}
    author = Author.of(request)
    wrote_it = author.link is not None or request.user.pk in queries.writers(sheet.protocol)
    return held | {
        "wrote_it": wrote_it,
        "link": author.link,
        "writer": author_words(sheet.protocol.writer),
        "protests": protest_rows(sheet),
    }


def page(request: HttpRequest, sheet: Sheet, form: RuleForm | None = None, status: int = 200) -> HttpResponse:
    """The protocol page in the state that the protocol is in."""
    context = {
        "tournament": sheet.partida.round.tournament,
        "sheet": sheet,
        "sides": side_lines(sheet),
        "deals": deal_rows(sheet),
        "next_step": next_step(sheet.score.next),
        "leader": sheet.by_seat.get(sheet.leader or 0),
        "form": form or form_of(sheet),
        "sign_form": SignForm(sheet=sheet),
        "signers": SIGNERS[sheet.rules.signers],
        "signatures": signature_rows(sheet),
        "rulings": ruling_rows(sheet),
        "absence": absence(sheet),
        "move_seconds": scoring.MOVE_SECONDS,
        "move_code": move_time_code(sheet.rules),
        "face": face(sheet.clock),
        "added_times": added_rows(sheet.partida),
        "add_time_form": AddTimeForm(auto_id="added_%s"),
        "moments": TimeForm.MOMENTS,
        "outbox": outbox_words(request) | outbox(sheet),
    }
    return render(request, "protocols/entry.html", context | _officials(request, sheet), status=status)


def outbox(sheet: Sheet) -> dict[str, str]:
    """What the page of a sheet goes on with while there is no network, as JSON."""
    timed = sheet.protocol.time_call is not None
    players = {line.seat: line.player for line in sheet.seats}
    return {"basis": _json(basis(sheet.rules, sheet.score, timed=timed)), "players": _json(players)}


def outbox_words(request: HttpRequest) -> dict[str, str]:
    """Who writes on this device, and how deals are called that wait there; `who` is the same in each of his logins."""
    author = Author.of(request)
    who = f"link:{author.link.pk}" if author.link else f"user:{author.user.pk}" if author.user else ""
    kinds = {kind: str(words) for kind, words in KINDS.items()}
    return {"who": who, "name": author_words(author.name), "kinds": _json(kinds)}


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False)


def manifest() -> dict[str, Any]:
    """What a phone needs to install the program."""
    icon = {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    tile = {"src": static("img/icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any maskable"}
    return {
        "name": _("Domino"),
        "short_name": _("Domino"),
        "start_url": reverse("desk:index"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e6",
        "theme_color": "#0d4f4a",
        "icons": [icon, tile],
    }
