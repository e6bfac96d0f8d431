"""The life of a protocol (R11.2): deals written and taken back; entered, signed, confirmed, corrected."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.utils import timezone

import scoring
from tournament.audit.services import Act, Author, act
from tournament.models import Deal, Partida, Protocol, Round, Signature, Tournament
from tournament.phrases import Refused, next_step

from . import queries
from .revisions import keep_revision
from .sheets import UNDO_SECONDS, Sheet

State = Protocol.State


@dataclass(frozen=True)
class Recorded:
    """What became of a written deal: `created` is false when the same request had been taken before."""

    deal: Deal
    created: bool


@dataclass(frozen=True)
class Answer:
    """How players answer the sheet: by signing on paper, by PIN, by `strokes` that a finger drew; or not, and why.

    shown: the fingerprint of the sheet that they were shown; None: of the one that the referee saw them sign.
    """

    how: str = Signature.How.PAPER.value
    strokes: list[list[list[int]]] | None = None
    reason: str = ""
    shown: str | None = None


ON_PAPER = Answer()


@contextmanager
def _writing(
    partida: Partida, action: str, by: Author, *, played: bool = True, seen: Sheet | None = None
) -> Iterator[tuple[Act, Sheet]]:
    """An act on one protocol, with its sheet read under the lock; afterwards its version has grown.

    played: whether the act needs a partida that is played; a walkover is confirmed like any result. seen: its sheet as
    it was read before the lock.
    """
    with act(partida.round.tournament, action, by) as doing:
        current = seen if seen and _still_holds(seen, doing.tournament) else queries.sheet(partida)
        if played and current.partida.kind != Partida.Kind.PLAYED.value:
            raise Refused("protocol.not_played", kind=current.partida.get_kind_display())
        if current.partida.round.state == Round.State.PROPOSED.value:
            raise Refused("protocol.round_not_published", number=current.partida.round.number)
        doing.subject = f"round {current.partida.round.number}, table {current.partida.table}"
        yield doing, current
        if doing.changed:
            current.protocol.version += 1
            current.protocol.save()


def _still_holds(seen: Sheet, locked: Tournament) -> bool:
    """Whether no act was done since the sheet was read: of its rows, the tournament's version is read first."""
    return seen.partida.round.tournament.version == locked.version


def _require(protocol: Protocol, states: Collection[str], code: str) -> None:
    if protocol.state not in states:
        raise Refused(code, state=protocol.get_state_display())


def _require_version(protocol: Protocol, version: int | None) -> None:
    """The writer saw what is there now; None: a program that has just read it."""
    if version is not None and protocol.version != version:
        raise Refused("protocol.changed", theirs=protocol.version, yours=version)


def record_deal(
    *,
    partida: Partida,
    deal: scoring.Deal,
    version: int,
    key: str | None,
    by: Author,
    seen: Sheet | None = None,
) -> Recorded:
    """Write down one more deal.

    version: of the protocol that the writer saw; key: made where the deal was submitted, so that a repeated
    request is answered as the first was; seen: the sheet as the caller has read it, not to be read again if it still
    holds, and of no use to him afterwards. Raises RuleViolation for what can't be by the rules, Refused for the
    rest (a protocol that isn't open, an older version, a key used for other figures).
    """
    with _writing(partida, "deal.recorded", by, seen=seen) as (doing, current):
        known = current.protocol.deals.filter(key=key).first() if key else None
        if known:
            if known.data != deal.to_dict():
                raise Refused("protocol.key_reused")
            doing.unchanged()
            return Recorded(known, created=False)
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        if current.rules.detail == "totals":
            raise Refused("protocol.totals_only")
        if current.asks_about_time:
            raise Refused("protocol.time_question")
        deal.check_control(current.rules)
        score = scoring.play(
            current.rules,
            [*current.deals, deal],
            current.effects,
            current.protocol.time_call,
        )
        written = Deal.objects.create(
            protocol=current.protocol,
            number=len(current.deals) + 1,
            data=deal.to_dict(),
            key=key or None,
            recorded_by=by.user,
            recorded_at=timezone.now(),
        )
        current.protocol.started_at = current.protocol.started_at or written.recorded_at
        doing.data = {"number": written.number, "deal": written.data, "totals": list(score.totals)}
    return Recorded(written, created=True)


def record_broken_deal(*, partida: Partida, lead: int | None, by: Author) -> None:
    """Write the deal being played down as broken by a ruling (R5.6); within the act of the caller.

    lead: who led it, where the sheet doesn't know yet (the first deal, R4.1).
    """
    current = queries.sheet(partida)
    deal = scoring.Deal(lead=current.leader or lead, ending=scoring.Ending.BROKEN)
    if deal.lead is None:
        raise Refused("ruling.lead_needed", field="lead")
    record_deal(partida=partida, deal=deal, version=current.protocol.version, key=None, by=by)


def take_back_deal(*, partida: Partida, version: int, by: Author, late: bool = False, reason: str = "") -> None:
    """Take back the last written deal; what it said stays in the journal.

    Whoever writes can do it for two minutes by the server's clock. late: the writer may do it afterwards as well, as
    long as the sheet is open; then a reason is needed.
    """
    with _writing(partida, "deal.taken_back", by) as (doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        last = current.protocol.deals.last()
        if last is None:
            raise Refused("protocol.nothing_to_undo")
        if not current.undo_seconds:
            _require_late(late, reason)
        doing.data = {"number": last.number, "deal": last.data} | ({"reason": reason} if reason else {})
        last.delete()
        if current.protocol.time_after_deals is not None and current.protocol.time_after_deals >= last.number:
            current.protocol.time_after_deals = current.protocol.time_in_progress = None
        # Refused if a ruling names a deal that would come after the next one (R10.1).
        scoring.play(current.rules, current.deals[:-1], current.effects, current.protocol.time_call)


def _require_late(late: bool, reason: str) -> None:
    """After the two minutes it is for the chief referee or an organiser, who say why."""
    if not late:
        raise Refused("protocol.undo_over", minutes=UNDO_SECONDS // 60)
    if not reason.strip():
        raise Refused("protocol.undo_reason", field="reason", minutes=UNDO_SECONDS // 60)


def record_totals(*, partida: Partida, parts: Sequence[tuple[int, int]], version: int, by: Author) -> None:
    """Write down the final points of each part, where the regulations ask for no deals (`detail: totals`)."""
    with _writing(partida, "totals.recorded", by) as (doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        if current.rules.detail != "totals":
            raise Refused("protocol.deals_only")
        scoring.play_totals(current.rules, parts, current.effects)
        current.protocol.parts = [list(part) for part in parts]
        current.protocol.started_at = current.protocol.started_at or timezone.now()
        doing.data = {"parts": current.protocol.parts}


def record_sheet(
    *, partida: Partida, deals: Sequence[scoring.Deal], time: scoring.TimeCall | None, version: int, by: Author
) -> None:
    """Write down all deals of an open sheet at once, as they stand on paper, in place of what was written.

    time: when time ran out, by the paper; None: it didn't. The clock isn't asked: play may be long over (R6.2).
    Raises RuleViolation at `deals[<index>]` or `time` for what can't be.
    """
    with _writing(partida, "sheet.recorded", by) as (doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        if current.rules.detail == "totals":
            raise Refused("protocol.totals_only")
        score = scoring.play(current.rules, deals, current.effects, time)
        written = [replace(deal, lead=line.lead) for deal, line in zip(deals, score.lines, strict=True)]
        _write_deals(current.protocol, written, by)
        current.protocol.time_after_deals = time.after_deals if time else None
        current.protocol.time_in_progress = time.in_progress if time else None
        doing.data = {"deals": [deal.to_dict() for deal in written], "totals": list(score.totals)}


def _write_deals(protocol: Protocol, deals: Sequence[scoring.Deal], by: Author) -> None:
    now = timezone.now()
    protocol.deals.all().delete()
    Deal.objects.bulk_create(
        Deal(protocol=protocol, number=number, data=deal.to_dict(), recorded_by=by.user, recorded_at=now)
        for number, deal in enumerate(deals, 1)
    )
    protocol.started_at = protocol.started_at or now


def call_time(*, partida: Partida, in_progress: bool, version: int, by: Author, counting: bool = False) -> None:
    """Note that time is over, and whether a deal was being played: it decides how many follow (R6.2).

    counting: the next deal to be written was over, and its points were being counted.
    """
    with _writing(partida, "time.called", by) as (doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        if current.protocol.time_call:
            raise Refused("protocol.time_already")
        if current.rules.minutes is None:
            raise Refused("protocol.no_time")
        finished = len(current.deals) + counting
        current.protocol.time_after_deals = finished
        current.protocol.time_in_progress = in_progress
        scoring.play(current.rules, current.deals, current.effects, current.protocol.time_call)
        doing.data = {"after_deals": finished, "in_progress": in_progress}


def take_back_time(*, partida: Partida, version: int, by: Author) -> None:
    """Take back the note that time is over, as long as no deal was written after it."""
    with _writing(partida, "time.taken_back", by) as (_doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        call = current.protocol.time_call
        if call is None or call.after_deals < len(current.deals):
            raise Refused("protocol.time_used")
        current.protocol.time_after_deals = current.protocol.time_in_progress = None


def enter(*, partida: Partida, version: int, by: Author) -> None:
    """The partida is over and written down: the players are asked to sign."""
    with _writing(partida, "protocol.entered", by) as (doing, current):
        _require(current.protocol, [State.OPEN.value], "protocol.not_open")
        _require_version(current.protocol, version)
        if current.score.next.kind != "over":
            raise Refused("protocol.not_finished", next=next_step(current.score.next))
        current.protocol.state = State.ENTERED.value
        current.protocol.entered_by, current.protocol.entered_link = by.user, by.link
        current.protocol.entered_at = timezone.now()
        current.protocol.sent_back_reason, current.protocol.sent_back_by = "", None
        doing.data = {"totals": list(current.score.totals), "winner": current.score.winner}


def reopen(*, partida: Partida, by: Author, version: int | None = None, reason: str = "") -> None:
    """Something is wrong on a sheet that isn't confirmed yet: it is open again, and its signatures fall.

    One that the players have signed goes back to the table only with a reason, which its referee reads (R11.2).
    """
    with _writing(partida, "protocol.reopened", by) as (doing, current):
        _require(current.protocol, [State.ENTERED.value, State.ACCEPTED.value], "protocol.not_reopenable")
        _require_version(current.protocol, version)
        if current.protocol.state == State.ACCEPTED.value and not reason.strip():
            raise Refused("protocol.sent_back", field="reason")
        signed = {str(given.seat): given.how for given in current.protocol.signatures.all()}
        doing.data = {"signed": signed, "reason": reason.strip()}
        current.protocol.sent_back_reason = reason.strip()
        current.protocol.sent_back_by = by.user if reason.strip() else None
        current.protocol.signatures.all().delete()
        current.protocol.state = State.OPEN.value
        current.protocol.entered_by = current.protocol.entered_link = None
        current.protocol.entered_at = current.protocol.accepted_at = None


def sign(
    *, partida: Partida, seats: Collection[int], by: Author, version: int | None = None, answer: Answer = ON_PAPER
) -> None:
    """The players on these seats have signed; with all who must it is accepted."""
    with _writing(partida, "protocol.signed", by) as (doing, current):
        _keep(doing, current, seats, answer, version)


def refuse(*, partida: Partida, seat: int, answer: Answer, by: Author) -> None:
    """The player on this seat refuses to sign, with a reason.

    It holds nothing up: the protocol is accepted with it as with a signature, and the refusal stands on it.
    """
    with _writing(partida, "protocol.refused", by) as (doing, current):
        _keep(doing, current, [seat], answer)
        doing.data["reason"] = answer.reason


def _keep(doing: Act, current: Sheet, seats: Collection[int], answer: Answer, version: int | None = None) -> None:
    """Write the answers of these seats down, once; with the last that is needed the protocol is accepted."""
    if _is_repeated(current, seats, answer):
        doing.unchanged()
        return
    _require(current.protocol, [State.ENTERED.value], "protocol.not_entered")
    _require_version(current.protocol, version)
    _require_asked(current, seats, answer)
    answered = current.signed_seats
    _write_answers(current, set(seats) - answered, answer, doing.by)
    doing.data = {"seats": sorted(seats), "how": answer.how, "content_sha256": current.content_sha256}
    if not scoring.missing_signatures(current.rules, answered | set(seats), current.score.winner):
        current.protocol.state = State.ACCEPTED.value
        current.protocol.accepted_at = timezone.now()


def _is_repeated(current: Sheet, seats: Collection[int], answer: Answer) -> bool:
    """Whether these seats have given this very answer already: the request came twice."""
    said = (current.content_sha256, answer.how, answer.strokes, answer.reason)
    given = {
        one.seat: (one.content_sha256, one.how, one.strokes, one.reason) for one in current.protocol.signatures.all()
    }
    return bool(seats) and all(given.get(seat) == said for seat in seats)


def _require_asked(current: Sheet, seats: Collection[int], answer: Answer) -> None:
    """On the screen those answer whom the regulations ask (R11.3), once, to the sheet that they were shown."""
    if answer == ON_PAPER:
        return
    if answer.shown not in (None, current.content_sha256):
        raise Refused("protocol.shown_earlier")
    for seat in seats:
        player = current.by_seat[seat].player
        if seat in current.signed_seats:
            raise Refused("protocol.answered", player=player)
        if seat not in current.signers:
            raise Refused("protocol.not_asked", player=player)


def _write_answers(current: Sheet, seats: Collection[int], answer: Answer, by: Author) -> None:
    """The answers of these seats to the sheet as it is now; what they said to an earlier one falls."""
    current.protocol.signatures.filter(seat__in=seats).delete()
    for seat in current.partida.seats.all():
        if seat.number in seats:
            Signature.objects.create(
                protocol=current.protocol,
                seat=seat.number,
                player=seat.player,
                content_sha256=current.content_sha256,
                how=answer.how,
                strokes=answer.strokes,
                reason=answer.reason,
                witnessed_by=by.user,
                signed_at=timezone.now(),
            )


def confirm(*, partida: Partida, by: Author, version: int | None = None) -> None:
    """A second official has checked the sheet: from now on it counts (R11.2)."""
    with _writing(partida, "protocol.confirmed", by, played=False) as (doing, current):
        _require(current.protocol, [State.ACCEPTED.value], "protocol.not_accepted")
        _require_version(current.protocol, version)
        if current.played and current.signed_earlier:
            raise Refused("protocol.signed_earlier")
        if by.link:
            raise Refused("link.no_confirmation")
        if by.user and by.user.pk in queries.writers(current.protocol):
            raise Refused("protocol.second_official")
        current.protocol.state = State.CONFIRMED.value
        current.protocol.confirmed_by = by.user
        current.protocol.confirmed_at = timezone.now()
        current.protocol.save()
        doing.data = {"totals": list(current.totals), "winner": current.winner}
        keep_revision(current.partida, reason="", by=by)


def take_over(*, partida: Partida, holder: str, by: Author) -> None:
    """Another device writes the sheet from now on. Nothing on it changes; the journal says who held it before."""
    with act(partida.round.tournament, "protocol.taken_over", by) as doing:
        doing.subject = f"round {partida.round.number}, table {partida.table}"
        doing.data = {"from": holder}
