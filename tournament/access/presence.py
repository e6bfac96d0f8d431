"""Who has the protocol of a table open, on which device, and which of them writes it.

A device is a cookie of its own, so two phones of one account are two. It is noted when it opens the page and with every
question for the time; it *holds* the sheet once a deal was written there, or once its reader has taken it over. This
only keeps two people from writing at once: what is written is guarded by the protocol's version, whoever holds.
It lives in the cache; without Redis each process has its own, and when the cache is away, nobody is shown.
"""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.audit.services import Author
from tournament.models import Partida

COOKIE = "device"
KEPT = 3600
SHOWN = timedelta(minutes=2)
"""So long after it was last heard of a device that doesn't hold the sheet is still shown."""


@dataclass(frozen=True)
class Seen:
    """A device that has a protocol open. who: as the journal names him."""

    who: str
    since: datetime
    at: datetime
    holds: bool = False


def device_of(request: HttpRequest) -> str:
    """The device by its cookie; empty for one without it."""
    return str(request.COOKIES.get(COOKIE, ""))[:32]


def know(request: HttpRequest, response: HttpResponse) -> None:
    """Give a device its cookie, if it has none; the request counts as one of it already."""
    if device_of(request):
        return
    request.COOKIES[COOKIE] = device = secrets.token_hex(16)
    response.set_cookie(COOKIE, device, max_age=365 * 86400, httponly=True, samesite="Lax", secure=request.is_secure())


def note(request: HttpRequest, partida: Partida) -> list[Seen]:
    """This device has the protocol open; the others that have."""
    mine, now = device_of(request), timezone.now()
    devices: dict[str, Seen] = cache.get(_devices(partida)) or {}
    if mine:
        since = devices[mine].since if mine in devices else now
        devices[mine] = Seen(Author.of(request).name, since, now)
        cache.set(_devices(partida), devices, KEPT)
    holder = cache.get(_holder(partida))
    if holder == mine:
        cache.touch(_holder(partida), KEPT)
    others = {device: seen for device, seen in devices.items() if device != mine}
    return [
        replace(seen, holds=device == holder)
        for device, seen in others.items()
        if device == holder or now - seen.at <= SHOWN
    ]


def holder(request: HttpRequest, partida: Partida) -> Seen | None:
    """The other device that holds the sheet; None where this one does, or none."""
    return next((seen for seen in note(request, partida) if seen.holds), None)


def hold(request: HttpRequest, partida: Partida) -> None:
    """From now on this device holds the sheet: it was taken over here, or written."""
    if device_of(request):
        cache.set(_holder(partida), device_of(request), KEPT)


def _devices(partida: Partida) -> str:
    return f"presence/devices/{partida.pk}"


def _holder(partida: Partida) -> str:
    return f"presence/holder/{partida.pk}"
