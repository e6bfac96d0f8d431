"""Reads about protocols: sheets with all that stands on them, and when their time for corrections is over."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

import scoring
from tournament.clock.queries import clock_of
from tournament.ledger.queries import Ledger, LedgerLine, ledger
from tournament.models import Partida, Protocol, Round, Seat, Signature

from .sheets import SIDES, RulingLine, SeatLine, Sheet, Side


def whole_partidas(*, in_full: bool = False) -> QuerySet[Partida]:
    """Partidas with everything that lists show of their sheets, in a fixed number of queries.

    in_full: also with what the players drew, and with what clocks are reckoned from: a sheet as its writer sees it.

    They are chosen by keys or fields of their own, not by a subquery: it joins more tables than PostgreSQL orders at
    once (`join_collapse_limit`), which would join all partidas there are before it looks at the subquery.
    """
    seats = Seat.objects.select_related("player__club", "entry__club")
    signatures = Signature.objects.select_related("player")
    # The record of the draw speaks of all tables of the round: too heavy to come with each of them.
    partidas = (
        Partida.objects.defer("round__draw")
        .select_related(
            "round__tournament",
            "round__stage",
            "round__regulations",
            "protocol__entered_by",
            "protocol__entered_link__round",
            "protocol__confirmed_by",
        )
        .prefetch_related(
            Prefetch("seats", seats),
            "protocol__deals",
            "protocol__revisions",
            "protocol__protests",
            Prefetch("protocol__signatures", signatures if in_full else signatures.defer("strokes")),
        )
    )
    return partidas.prefetch_related("added_times", "round__pauses") if in_full else partidas


def scored(partida: Partida, rules: scoring.Regulations, rulings: Sequence[scoring.Ruling]) -> scoring.Partida:
    """What is written in a partida's protocol so far, folded by the rules with the effect of its rulings."""
    protocol = partida.protocol
    if rules.detail == "totals":
        return by_totals(rules, protocol.parts, rulings)
    deals = [deal.value for deal in protocol.deals.all()]
    return scoring.play(rules, deals, rulings, protocol.time_call)


def by_totals(
    rules: scoring.Regulations, parts: Sequence[Sequence[int]] | None, rulings: Sequence[scoring.Ruling]
) -> scoring.Partida:
    """The score of a sheet that carries totals only; parts: as `Protocol.parts` keeps them (R3.6)."""
    return scoring.play_totals(rules, [(a, b) for a, b in parts or ()], rulings)


def sheet(partida: Partida) -> Sheet:
    """The sheet of a partida that has a protocol; reads it whole, afresh."""
    return sheet_of(whole_partidas(in_full=True).get(pk=partida.pk))


def sheet_of(partida: Partida, book: Ledger | None = None) -> Sheet:
    """The sheet of one of `whole_partidas()` that has a protocol; book: the ledger, where it is at hand."""
    rules, book = partida.round.rules, book or _ledger_for(partida)
    effects = book.effects(partida, rules)
    return Sheet(
        partida=partida,
        protocol=partida.protocol,
        rules=rules,
        seats=tuple(_seat_line(seat) for seat in partida.seats.all()),
        sides=sides_of(partida.seats.all()),
        deals=tuple(deal.value for deal in partida.protocol.deals.all()),
        score=scored(partida, rules, effects),
        effects=effects,
        rulings=tuple(_ruling_line(line, rules) for line in book.of(partida)),
        clock=clock_of(partida),
    )


def _ledger_for(partida: Partida) -> Ledger:
    """What bears on one table: nothing without a ruling of its own, however much else stands in the ledger."""
    return ledger(partida.round.tournament) if partida.rulings.exists() else Ledger(())


def _ruling_line(line: LedgerLine, rules: scoring.Regulations) -> RulingLine:
    ruling = line.ruling
    fine = scoring.fine_points(rules, line.decision.penalty)
    return RulingLine(ruling.pk, ruling.number, line.decision, fine, ruling.referee, ruling.made_at)


def _seat_line(seat: Seat) -> SeatLine:
    return SeatLine(seat.number, seat.player.name, seat.entry.number, _club(seat))


def _club(seat: Seat) -> str:
    club = seat.entry.club or seat.player.club
    return club.name if club else ""


def sides_of(seats: Iterable[Seat]) -> dict[str, Side]:
    """The sides that sit at a table, by `a` and `b`; a bye has only `a`."""
    found: dict[str, Side] = {}
    seats = list(seats)
    for key in SIDES:
        mine = [seat for seat in seats if seat.side == key]
        if mine:
            found[key] = Side(
                entries=tuple(dict.fromkeys(seat.entry.number for seat in mine)),
                players=tuple(seat.player.name for seat in mine),
                club=" / ".join(filter(None, dict.fromkeys(map(_club, mine)))),
            )
    return found


def writers(protocol: Protocol) -> set[int | None]:
    """The accounts that wrote anything of a protocol: none of them can confirm it (R11.2)."""
    return {protocol.entered_by_id, *(deal.recorded_by_id for deal in protocol.deals.all())}


def corrections_end(round_: Round) -> datetime | None:
    """When the time for corrections of a round's results is over, by its regulations; None: it isn't yet (R11.4).

    It runs from the moment at which the last table of the round was confirmed.
    """
    minutes = round_.rules.corrections_close
    states = list(Protocol.objects.filter(partida__round=round_).values_list("state", "confirmed_at"))
    confirmed = [at for state, at in states if state in Protocol.COUNTED and at]
    if minutes is None or len(confirmed) < len(states) or not confirmed:
        return None
    return max(confirmed) + timedelta(minutes=minutes)


def corrections_closed(round_: Round) -> bool:
    """Whether a result of this round can be corrected only by a departure from the regulations (R10.7, R11.4)."""
    ends = corrections_end(round_)
    return ends is not None and ends < timezone.now()
