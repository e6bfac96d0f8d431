"""A round with tables, and browsers that have opened the link of one of them; no account anywhere."""

from typing import Any

from django.test import Client
from django.urls import reverse

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tournament.access import services, tokens
from tournament.audit.services import Author
from tournament.models import AccessLink, Round

POSTED = {
    "version": 0,
    "lead": 1,
    "ending": "domino",
    "closer": 3,
    "pips_1": 14,
    "pips_2": 6,
    "pips_4": 11,
    "end_1": 6,
    "end_2": 5,
}
"""A deal as the page sends it: side A gets 31."""


def round_with_tables(tables: int = 2, **rules: Any) -> Round:
    """A published round of a new tournament, its protocols open."""
    regulations = scoring.Regulations.from_dict({"preset": "fdr_deals", "deals": 4} | rules)
    round_: Round = RoundFactory(stage=StageFactory(tournament=TournamentFactory(rules=regulations)))
    for _ in range(tables):
        ProtocolFactory(partida=PartidaFactory(round=round_))
    return round_


def link_of(round_: Round, table: int = 1) -> AccessLink:
    """The link of a table, made with those of the other tables if it isn't there yet."""
    services.make_links(round_=round_, by=Author())
    return round_.access_links.get(table=table, revoked_at=None)


def way_in(link: AccessLink) -> str:
    """The address of the link's QR code."""
    return reverse("access:open_link", args=[tokens.token_of(link.nonce)])


def opened(link: AccessLink) -> Client:
    """A browser that has opened the link, and nothing else."""
    browser = Client()
    browser.get(way_in(link))
    return browser


def address(round_: Round, route: str = "protocols:entry", table: int = 1, *more: Any) -> str:
    """The address of a route of a table."""
    return reverse(route, args=[round_.tournament.slug, round_.number, table, *more])
