"""Table links as the desk sees and prints them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import segno
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tournament.accounts import presence
from tournament.accounts.queries import SignedIn, signed_in
from tournament.models import AccessLink, Invitation, Staff

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


@dataclass(frozen=True)
class Invited:
    """An invitation as the desk lists it: its link, to be handed over, and what became of its e-mail."""

    invitation: Invitation
    address: str
    sent: str


def invited(invitations: Iterable[Invitation], site: str) -> list[Invited]:
    """Invitations with their links; one of another secret of the installation has none."""
    root = settings.PUBLIC_URL or site.rstrip("/")
    return [Invited(each, _invitation_address(each, root), _sent(each)) for each in invitations]


def _invitation_address(invitation: Invitation, root: str) -> str:
    token = tokens.invitation_of(invitation.nonce)
    known = tokens.token_fingerprint(token) == invitation.token_sha256
    return root + reverse("access:accept", args=[token]) if known else ""


def _sent(invitation: Invitation) -> str:
    return ", ".join(str(notice.get_state_display()) for notice in invitation.notices.all())


@dataclass(frozen=True)
class StaffLine:
    """An official as the desk lists him: his role, whether he is online, when he was last seen, his sessions."""

    post: Staff
    online: bool
    seen: datetime | None
    sessions: list[SignedIn]


def staff_lines(posts: Iterable[Staff]) -> list[StaffLine]:
    """The officials with what is known of where they are logged in."""
    listed = list(posts)
    users = list({post.user_id: post.user for post in listed}.values())
    seen, now = presence.last_seen(users), timezone.now()
    sessions: dict[int, list[SignedIn]] = {}
    for each in signed_in(users):
        sessions.setdefault(each.user, []).append(each)
    return [
        StaffLine(
            post=post,
            online=post.user_id in seen and now - seen[post.user_id] <= presence.ONLINE,
            seen=seen.get(post.user_id),
            sessions=sessions.get(post.user_id, []),
        )
        for post in listed
    ]


def _token(link: AccessLink) -> str:
    token = tokens.token_of(link.nonce)
    return token if tokens.token_fingerprint(token) == link.token_sha256 else ""
