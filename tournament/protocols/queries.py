"""Reads about protocols: the sheet of one partida, the tables of a round."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

import scoring
from tournament.models import Partida, Protocol, Round, Seat

SIDES = ("a", "b")


@dataclass(frozen=True)
class SeatLine:
    """Who sits on a seat."""

    seat: int
    player: str
    entry: int
    club: str


@dataclass(frozen=True)
class Side:
    """One side of a partida: in a pairs event both seats carry the same entry (R1.3)."""

    entry: int
    players: tuple[str, ...]
    club: str

    @property
    def name(self) -> str:
        return " / ".join(self.players)


@dataclass(frozen=True)
class TableLine:
    """A table of a round as lists show it. `score` and `winner` are what is written so far.

    `since`: when the protocol came into its present state; None where there is none.
    """

    partida: int
    round: int
    table: int | None
    kind: str
    state: str | None
    a: Side | None
    b: Side | None
    score: tuple[int, int] | None
    parts: tuple[int, int] | None
    winner: str | None
    deals: int
    counts: bool
    since: datetime | None = None

    @property
    def sides(self) -> list[Side]:
        return [side for side in (self.a, self.b) if side]

    @property
    def words(self) -> str:
        """Where its protocol is, or why there is none."""
        return str(Protocol.State(self.state).label if self.state else Partida.Kind(self.kind).label)


@dataclass(frozen=True)
class Sheet:
    """The whole protocol of one partida (R11.1), read-only: what page, paper and signatures show."""

    partida: Partida
    protocol: Protocol
    rules: scoring.Regulations
    seats: tuple[SeatLine, ...]
    sides: dict[str, Side]
    deals: tuple[scoring.Deal, ...]
    score: scoring.Partida
    rulings: tuple[dict[str, Any], ...]

    @property
    def by_seat(self) -> dict[int, SeatLine]:
        return {line.seat: line for line in self.seats}

    @property
    def signed_seats(self) -> set[int]:
        return {signature.seat for signature in self.protocol.signatures.all()}

    @property
    def content_sha256(self) -> str:
        """Fingerprint of what the players sign: everything but state, signatures and officials."""
        content = self.as_dict()
        signed = {key: value for key, value in content.items() if key not in NOT_SIGNED}
        return fingerprint(signed)

    def as_dict(self) -> dict[str, Any]:
        """The protocol as plain data, for the canonical JSON of papers, revisions and signatures."""
        round_, protocol = self.partida.round, self.protocol
        tournament = round_.tournament
        return {
            "tournament": tournament.name,
            "slug": tournament.slug,
            "venue": tournament.venue,
            "timezone": tournament.timezone,
            "stage": round_.stage.name,
            "round": round_.number,
            "table": self.partida.table,
            "kind": self.partida.kind,
            "seats": [asdict(line) for line in self.seats],
            "sides": {key: {**asdict(side), "players": list(side.players)} for key, side in self.sides.items()},
            "started": _iso(protocol.started_at),
            "ended": _iso(protocol.entered_at),
            "time_call": asdict(protocol.time_call) if protocol.time_call else None,
            "regulations": self.rules.to_dict(),
            "deals": [_deal_dict(deal, line) for deal, line in zip(self.deals, self.score.lines, strict=True)],
            "rulings": list(self.rulings),
            "totals": list(self.score.totals),
            "parts": protocol.parts,
            "parts_won": list(self.score.parts),
            "winner": self.score.winner,
            "by": self.score.by,
            "state": protocol.state,
            "revision": max((revision.number for revision in protocol.revisions.all()), default=1),
            "entered_by": str(protocol.entered_by) if protocol.entered_by else None,
            "confirmed_by": str(protocol.confirmed_by) if protocol.confirmed_by else None,
            "signatures": [
                {"seat": signature.seat, "player": signature.player.name, "at": _iso(signature.signed_at)}
                for signature in protocol.signatures.all()
            ],
        }


NOT_SIGNED = {"state", "revision", "entered_by", "confirmed_by", "signatures", "ended"}


def canonical(content: Any) -> bytes:
    """Content as canonical JSON: keys sorted, no spaces, UTF-8."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def fingerprint(content: Any) -> str:
    """SHA-256 of content as canonical JSON."""
    return hashlib.sha256(canonical(content)).hexdigest()


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None


def _deal_dict(deal: scoring.Deal, line: scoring.Line) -> dict[str, Any]:
    written = deal.to_dict()
    return {
        "number": line.number,
        "part": line.part,
        "lead": deal.lead,
        "ending": line.kind,
        "closer": deal.closer,
        "pips": list(deal.pips) if deal.pips else None,
        "tiles": written.get("tiles"),
        "ends": list(deal.ends) if deal.ends else None,
        "laid": deal.laid,
        "points": list(line.points),
        "totals": list(line.totals),
        "extra": line.extra,
    }


def whole_partidas() -> QuerySet[Partida]:
    """Partidas with everything their sheets need, in a fixed number of queries."""
    seats = Seat.objects.select_related("player__club", "entry__club")
    return Partida.objects.select_related(
        "round__tournament",
        "round__stage",
        "round__regulations",
        "protocol__entered_by",
        "protocol__confirmed_by",
    ).prefetch_related(
        Prefetch("seats", seats),
        "rulings",
        "protocol__deals",
        "protocol__revisions",
        "protocol__signatures__player",
    )


def scored(partida: Partida, rules: scoring.Regulations) -> scoring.Partida:
    """What is written in a partida's protocol so far, folded by the rules."""
    protocol = partida.protocol
    rulings = active_rulings(partida)
    if rules.detail == "totals":
        return scoring.play_totals(rules, [(a, b) for a, b in protocol.parts or ()], rulings)
    deals = [deal.value for deal in protocol.deals.all()]
    return scoring.play(rules, deals, rulings, protocol.time_call)


def active_rulings(partida: Partida) -> list[scoring.Ruling]:
    """The rulings of a partida that aren't struck out (R10.4)."""
    return [ruling.value for ruling in partida.rulings.all() if ruling.withdrawn_at is None]


def sheet(partida: Partida) -> Sheet:
    """The sheet of a partida that has a protocol; reads it whole, afresh."""
    return sheet_of(whole_partidas().get(pk=partida.pk))


def sheet_of(partida: Partida) -> Sheet:
    """The sheet of one of `whole_partidas()` that has a protocol."""
    rules = partida.round.rules
    return Sheet(
        partida=partida,
        protocol=partida.protocol,
        rules=rules,
        seats=tuple(_seat_line(seat) for seat in partida.seats.all()),
        sides=sides_of(partida.seats.all()),
        deals=tuple(deal.value for deal in partida.protocol.deals.all()),
        score=scored(partida, rules),
        rulings=tuple(
            {**ruling.data, "withdrawn": ruling.withdrawn_reason or None} for ruling in partida.rulings.all()
        ),
    )


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
            players = tuple(seat.player.name for seat in mine)
            found[key] = Side(mine[0].entry.number, players, _club(mine[0]))
    return found


def tables(round_: Round) -> list[TableLine]:
    """All tables of a round in order, those who are free last."""
    rules = round_.rules
    partidas = whole_partidas().filter(round=round_).order_by("table", "pk")
    lines = [_table_line(partida, rules) for partida in partidas]
    return sorted(lines, key=lambda line: (line.table is None, line.table or 0))


def _table_line(partida: Partida, rules: scoring.Regulations) -> TableLine:
    sides = sides_of(partida.seats.all())
    protocol = getattr(partida, "protocol", None)
    score = scored(partida, rules) if protocol and partida.kind == Partida.Kind.PLAYED.value else None
    begun = bool(score and protocol and (score.lines or protocol.parts))
    return TableLine(
        partida=partida.pk,
        round=partida.round.number,
        table=partida.table,
        kind=partida.kind,
        state=protocol.state if protocol else None,
        a=sides.get("a"),
        b=sides.get("b"),
        score=score.totals if score and begun else None,
        parts=score.parts if score and begun and rules.best_of > 1 else None,
        winner=score.winner if score else partida.winner or None,
        deals=len(score.lines) if score else 0,
        counts=protocol.counts if protocol else True,
        since=_since(protocol) if protocol else None,
    )


def _since(protocol: Protocol) -> datetime | None:
    steps = (protocol.confirmed_at, protocol.accepted_at, protocol.entered_at, protocol.started_at)
    return next((moment for moment in steps if moment), protocol.partida.round.published_at)


def writers(protocol: Protocol) -> set[int | None]:
    """The accounts that wrote anything of a protocol: none of them can confirm it (R11.2)."""
    return {protocol.entered_by_id, *(deal.recorded_by_id for deal in protocol.deals.all())}


def unconfirmed_tables(round_: Round) -> list[int]:
    """The tables of a round whose protocols don't count yet."""
    waiting = Protocol.objects.filter(partida__round=round_).exclude(state__in=Protocol.COUNTED)
    return sorted(table for table in waiting.values_list("partida__table", flat=True) if table is not None)
