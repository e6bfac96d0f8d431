"""The sheet of one partida: everything that page, paper and signatures show of it (R11.1)."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from math import ceil
from typing import Any, cast

from django.utils import timezone

import scoring
from tournament.clock.queries import Clock
from tournament.models import Partida, Protocol

from .content import NOT_SIGNED, correction_dict, deal_dict, fingerprint, iso, protest_dict, signature_dict

SIDES = ("a", "b")
UNDO_SECONDS = 120
"""So long after it was written the last deal can be taken back by whoever writes the sheet."""


@dataclass(frozen=True)
class SeatLine:
    """Who sits on a seat."""

    seat: int
    player: str
    entry: int
    club: str

    @property
    def side(self) -> str:
        """`a` or `b` (R1.2)."""
        return scoring.side_of(self.seat)


@dataclass(frozen=True)
class Side:
    """One side of a partida. In a pairs event both seats carry the same entry, else each has its own (R1.3).

    entries: each number once, in the order of seats; club: both, where they are two.
    """

    entries: tuple[int, ...]
    players: tuple[str, ...]
    club: str

    @property
    def name(self) -> str:
        return " / ".join(self.players)

    @property
    def numbers(self) -> str:
        """The entries' numbers as they stand beside the names: `5`, or `5 / 8`."""
        return " / ".join(map(str, self.entries))

    @property
    def by_entry(self) -> tuple[tuple[int, str], ...]:
        """Each entry with its name here: the pair's, or in an individual event each player's own."""
        if len(self.entries) < 2:
            return tuple((entry, self.name) for entry in self.entries)
        return tuple(zip(self.entries, self.players, strict=False))

    def named(self, name: Callable[[str], str]) -> "Side":
        """The same, its players called otherwise."""
        return replace(self, players=tuple(map(name, self.players)))

    def as_dict(self) -> dict[str, Any]:
        """The side as plain data."""
        return {"entries": list(self.entries), "players": list(self.players), "club": self.club}


@dataclass(frozen=True)
class RulingLine:
    """A ruling on this sheet and what it comes to (R10.1)."""

    pk: int
    number: int
    decision: scoring.Decision
    fine: int
    made_by: str
    made_at: datetime

    def as_dict(self) -> dict[str, Any]:
        """The ruling as plain data: what was written down, and what it came to."""
        offence, penalty = self.decision.offence, self.decision.penalty
        line = self.decision.infraction
        return {
            **offence.to_dict(),
            "seat": offence.seat,
            "deal": offence.deal,
            "article": line.article if line else "",
            "penalty": penalty.to_dict(),
            "fine_points": self.fine,
            "why": list(self.decision.why),
            "referee": self.made_by,
            "at": iso(self.made_at),
            "withdrawn": offence.reason if offence.withdrawn else None,
        }


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
    # What the rulings do to this partida, escalation included; `rulings` are the rulings themselves.
    effects: tuple[scoring.Ruling, ...]
    rulings: tuple[RulingLine, ...]
    clock: Clock

    def named(self, name: Callable[[str], str]) -> "Sheet":
        """The same, its players called otherwise."""
        return replace(
            self,
            seats=tuple(replace(line, player=name(line.player)) for line in self.seats),
            sides={key: side.named(name) for key, side in self.sides.items()},
        )

    @property
    def by_seat(self) -> dict[int, SeatLine]:
        return {line.seat: line for line in self.seats}

    @property
    def signed_seats(self) -> set[int]:
        """The seats that have answered this very sheet: by signing it, or by refusing to."""
        answers = self.protocol.signatures.all()
        # A page asks several times, and while deals are written there is none: then no fingerprint is reckoned.
        now = self.content_sha256 if answers else ""
        return {given.seat for given in answers if given.content_sha256 == now}

    @property
    def signed_earlier(self) -> set[int]:
        """The seats that signed, or refused, what stood on the sheet before it was changed."""
        return {given.seat for given in self.protocol.signatures.all()} - self.signed_seats

    @property
    def signers(self) -> tuple[int, ...]:
        """The seats that still may sign, since the regulations ask for them (R11.3)."""
        return scoring.missing_signatures(self.rules, self.signed_seats, self.score.winner)

    @property
    def under_protest(self) -> bool:
        """Whether a pair contests it and the chief referee hasn't decided yet (R11.5)."""
        return self.protocol.under_protest

    @property
    def leader(self) -> int | None:
        """The seat that leads the coming deal: by the rules (R4), or by a wrong lead that was let stand (R9.2)."""
        coming = len(self.deals) + 1
        stands = [ruling.seat for ruling in self.effects if ruling.lead_stands and ruling.deal == coming]
        return stands[-1] if stands else self.score.next.lead

    @property
    def asks_about_time(self) -> bool:
        """Whether time has run out and the question that decides isn't answered yet (R6.2)."""
        return self.may_be_asked_about_time and self.clock.is_over()

    @property
    def may_be_asked_about_time(self) -> bool:
        """Whether it matters to this sheet what was going on when time ran out, and isn't known yet (R6.2)."""
        by_deals = self.rules.detail == "deals" and self.rules.minutes is not None
        return by_deals and self.is_open and not self.score.over and self.protocol.time_call is None

    @property
    def is_open(self) -> bool:
        """Whether something can be written on it."""
        return self.protocol.state == Protocol.State.OPEN.value

    @property
    def undo_seconds(self) -> int:
        """Seconds left to take the last deal back, by the server's clock; 0 when they are over or none is written."""
        last = max((deal.recorded_at for deal in self.protocol.deals.all()), default=None)
        if last is None or not self.is_open:
            return 0
        return max(ceil(UNDO_SECONDS - (timezone.now() - last).total_seconds()), 0)

    @property
    def may_be_ruled_on(self) -> bool:
        """Whether a ruling can be made or struck out: not while the players are signing (R10.1)."""
        return self.is_open or self.protocol.counts

    @property
    def untouched(self) -> bool:
        """Whether nothing has been written yet: a pair that isn't there can still be absent (R8.1)."""
        return self.is_open and self.played and not self.deals and not self.protocol.parts

    @property
    def newest_deal(self) -> int:
        """The deal being played, counted with the broken ones; when nothing is played any more, the last."""
        return len(self.deals) + (self.is_open and not self.score.over)

    @property
    def played(self) -> bool:
        return self.partida.kind == Partida.Kind.PLAYED.value

    @property
    def winner(self) -> str | None:
        """The winning side, by play or without it (R8)."""
        return self.score.winner if self.played else self.partida.winner or None

    @property
    def lone_losers(self) -> list[SeatLine]:
        """Who lost by a ruling without his partner, where the offender alone pays (R8.6, R10.5)."""
        losers = self.score.result.losers if self.played and self.score.result else ()
        return [line for line in self.seats if line.seat in losers and scoring.partner(line.seat) not in losers]

    @property
    def totals(self) -> tuple[int, int]:
        """The points with which it counts: net totals, what a ruling made of them, or a credit (R8.2, R10.3)."""
        if self.played:
            return self.score.points
        credit = scoring.seat_results(self.rules, self.partida.kind, None, cast(scoring.Side | None, self.winner))
        return credit[1].points_for, credit[2].points_for

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
            **({"rehearsal": True} if tournament.is_rehearsal else {}),
            "venue": tournament.venue,
            "timezone": tournament.timezone,
            "stage": round_.stage.name,
            "round": round_.number,
            "table": self.partida.table,
            "kind": self.partida.kind,
            "seats": [asdict(line) for line in self.seats],
            "sides": {key: side.as_dict() for key, side in self.sides.items()},
            "started": iso(protocol.started_at),
            "ended": iso(protocol.entered_at),
            "time_call": asdict(protocol.time_call) if protocol.time_call else None,
            "regulations": self.rules.to_dict(),
            "deals": [deal_dict(deal, line) for deal, line in zip(self.deals, self.score.lines, strict=True)],
            "rulings": [line.as_dict() for line in self.rulings],
            "added": [{"seconds": one.seconds, "reason": one.reason} for one in self.partida.added_times.all()],
            "totals": list(self.totals),
            "parts": protocol.parts,
            "parts_won": list(self.score.parts),
            "winner": self.winner,
            "by": self.score.by if self.played else self.partida.kind,
            **({"lone_losers": [line.seat for line in self.lone_losers]} if self.lone_losers else {}),
            "state": protocol.state,
            "revision": max((revision.number for revision in protocol.revisions.all()), default=1),
            "entered_by": protocol.writer or None,
            "confirmed_by": str(protocol.confirmed_by) if protocol.confirmed_by else None,
            "signatures": [signature_dict(signature, protocol) for signature in protocol.signatures.all()],
            "corrections": [correction_dict(each) for each in protocol.revisions.all() if each.number > 1],
            "protests": [protest_dict(each) for each in protocol.protests.all()],
        }
