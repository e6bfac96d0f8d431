"""Blank protocol sheets of a round: all that is known before it is played, and fields for the rest (R11.1).

A blank is no document: it isn't recorded, sealed or numbered; what is written on it goes into the protocol.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

import scoring
from tournament.access.queries import links_in_force
from tournament.access.tables import cards
from tournament.ledger.queries import LedgerLine, ledger
from tournament.ledger.tables import CARDS
from tournament.models import Partida, Round, Seat
from tournament.phrases import Refused

from ..contents.draw import seat_content, seats_of
from . import qr
from .sheet import page_class

EXTRA = 4
"""Columns beyond the deals of the regulations: a broken deal is dealt again, a tie asks for more (R5.6, R7)."""
WITHOUT_A_NUMBER = 16
"""Columns where the regulations end a partida by points alone."""
MOST_IN_A_GRID = 20


@dataclass(frozen=True)
class BlankSeat:
    """A seat; cards: those that its player already holds, in words."""

    seat: int
    side: str
    player: str
    entry: int
    club: str
    cards: str


@dataclass(frozen=True)
class BlankSheet:
    """The sheet of one table. code: the short code of its table link, "" where it has none."""

    table: int
    seats: tuple[BlankSeat, ...]
    qr: str
    address: str
    code: str


@dataclass(frozen=True)
class Blanks:
    """The sheets of a round, two on a page unless that is too narrow.

    grids: the heads of the columns for deals, "+1" for an extra one; empty where only totals are written, and then
    `parts` says how many.
    """

    sheets: tuple[BlankSheet, ...]
    grids: tuple[tuple[str, ...], ...]
    parts: tuple[int, ...]
    best_of: int
    signers: tuple[str, ...]
    halves: bool
    page: str


def blanks(round_: Round, *, sheet: str, site: str, first: int, most: int) -> Blanks:
    """The sheets of the played tables of a published round, from table `first` on, at most so many.

    sheet: `a4` or `letter`; site: the address the program was asked at, where PUBLIC_URL isn't set. Raises Refused
    where there is nothing to print.
    """
    if round_.state == Round.State.PROPOSED.value:
        raise Refused("document.not_published", number=round_.number)
    sheets = tuple(_sheets(round_, settings.PUBLIC_URL or site.rstrip("/"), first, most))
    if not sheets:
        raise Refused("document.no_tables", number=round_.number)
    rules = round_.rules
    grids = tuple(_grids(rules)) if rules.detail == "deals" else ()
    return Blanks(
        sheets=sheets,
        grids=grids,
        parts=tuple(range(1, rules.best_of + 1)) if not grids else (),
        best_of=rules.best_of,
        signers=_signers(rules),
        halves=len(grids) <= 1,
        page=page_class(sheet, landscape=False),
    )


def _sheets(round_: Round, root: str, first: int, most: int) -> Iterable[BlankSheet]:
    links = {card.table: card for card in cards(links_in_force(round_), root)}
    held = _cards_held(round_)
    played = [
        (table, seats)
        for table, seats in seats_of(round_)
        if table is not None and table >= first and seats[0].partida.kind == Partida.Kind.PLAYED.value
    ]
    for table, seats in played[:most]:
        link = links.get(table)
        entry = root + reverse("protocols:entry", args=[round_.tournament.slug, round_.number, table])
        yield BlankSheet(
            table=table,
            seats=tuple(_seat(seat, held) for seat in seats),
            qr=link.qr if link else qr(entry),
            address=link.address if link else entry,
            code=link.code if link else "",
        )


def _seat(seat: Seat, held: Mapping[int, str]) -> BlankSeat:
    return BlankSeat(**seat_content(seat), side=seat.side, cards=held.get(seat.player_id, ""))


def _cards_held(round_: Round) -> dict[int, str]:
    """The highest card that each player holds from earlier rounds, by player, in words (R10.3)."""
    found: dict[int, str] = {}
    for line in ledger(round_.tournament).lines:
        card = line.decision.penalty.card
        if card and line.partida.round.number < round_.number and not line.ruling.withdrawn_at:
            found[_offender(line)] = str(CARDS[card])
    return found


def _offender(line: LedgerLine) -> int:
    return next(seat.player_id for seat in line.partida.seats.all() if seat.number == line.decision.offence.seat)


def _grids(rules: scoring.Regulations) -> Iterable[tuple[str, ...]]:
    """The columns for deals, in as many rows of columns as their number asks for."""
    heads = [str(number) for number in range(1, (rules.deals or WITHOUT_A_NUMBER) + 1)]
    if rules.deals:
        heads += [f"+{number}" for number in range(1, EXTRA + 1)]
    count = -(-len(heads) // MOST_IN_A_GRID)
    width = -(-len(heads) // count)
    for at in range(0, len(heads), width):
        yield tuple(heads[at : at + width])


def _signers(rules: scoring.Regulations) -> tuple[str, ...]:
    """Whose signatures the regulations ask for (R11.3)."""
    sides = (_("Side A"), _("Side B"))
    asked: Mapping[str, Sequence[Any]] = {
        "all_players": [_("Seat %(number)d") % {"number": seat} for seat in (1, 2, 3, 4)],
        "one_of_each_pair": sides,
        "losing_pair": [_("The losing pair")],
        "pairs_and_referee": [*sides, _("Referee")],
    }
    return tuple(asked[rules.signers])
