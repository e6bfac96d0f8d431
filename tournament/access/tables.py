"""Table links as the desk sees and prints them."""

from collections.abc import Iterable
from dataclasses import dataclass

import segno
from django.conf import settings
from django.urls import reverse

from tournament.models import AccessLink

from . import tokens
from .queries import LinkRow

TABLES_IN_A_FILE = 100
"""Blank sheets of so many tables are made while one waits; those of a larger round are printed in several files."""


def spans(rows: Iterable[LinkRow]) -> list[tuple[int, int]]:
    """The tables of a round that play, in runs that fit a file: each as its first table and its last."""
    played = [row.table for row in rows if row.played]
    runs = [played[at : at + TABLES_IN_A_FILE] for at in range(0, len(played), TABLES_IN_A_FILE)]
    return [(run[0], run[-1]) for run in runs]


@dataclass(frozen=True)
class Card:
    """What lies on a table: the QR code as a data address, and the short code for who can't scan it."""

    table: int
    qr: str
    code: str
    address: str


def cards(links: Iterable[AccessLink], site: str) -> list[Card]:
    """The cards of links; site: the address the program was asked at, where PUBLIC_URL isn't set.

    A link of another secret of the installation has none: what follows from it now would open nothing.
    """
    root = settings.PUBLIC_URL or site.rstrip("/")
    return [card(link, root) for link in links if _token(link)]


def card(link: AccessLink, root: str) -> Card:
    """The card of one link."""
    address = root + reverse("access:open_link", args=[_token(link)])
    code = segno.make(address, error="m", micro=False)
    return Card(
        table=link.table,
        qr=code.svg_data_uri(border=0, xmldecl=False, svgns=True),
        code=tokens.grouped(tokens.code_of(link.nonce)),
        address=root + reverse("access:enter"),
    )


def _token(link: AccessLink) -> str:
    token = tokens.token_of(link.nonce)
    return token if tokens.token_fingerprint(token) == link.token_sha256 else ""
