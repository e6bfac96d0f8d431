"""The cards by which pairs find their tables: one QR code each."""

from collections.abc import Iterable
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tournament.entries.queries import current_members
from tournament.models import Entry


@dataclass(frozen=True)
class Card:
    """What an entry is given: where its table stands at any time, as an address and as a QR code."""

    number: int
    name: str
    address: str
    qr: str


def cards_of(entries: Iterable[Entry], request: HttpRequest) -> list[Card]:
    """A card for each of these entries. Nothing on it is secret: it opens what everybody may see."""
    return [_card(entry, request) for entry in entries]


def _card(entry: Entry, request: HttpRequest) -> Card:
    address = address_of(request, "hall:my_table", entry.tournament.slug, entry.number)
    name = " / ".join(member.player.name for member in current_members(entry))
    return Card(entry.number, name, address, qr_of(address))


def address_of(request: HttpRequest, route: str, *arguments: object) -> str:
    """A whole address: of PUBLIC_URL, else of the request."""
    path = reverse(route, args=arguments)
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


def qr_of(address: str) -> str:
    """The QR code of an address, as a picture in a data address."""
    return str(segno.make(address, error="m", micro=False).svg_data_uri(border=0, xmldecl=False, svgns=True))
