"""Rulings are made, struck out and restored; absences are declared and taken back."""

from django.utils import timezone

import scoring
from tournament.audit.services import Author, act
from tournament.clock.queries import clock_of
from tournament.ledger.queries import ledger
from tournament.models import Partida, Protocol, Round, Ruling
from tournament.phrases import Refused
from tournament.protocols import queries as protocols
from tournament.protocols.revisions import keep_revision
from tournament.protocols.services import record_broken_deal
from tournament.protocols.sheets import Sheet

from . import queries

State = Protocol.State
Kind = Partida.Kind


def rule(
    *,
    partida: Partida,
    offence: scoring.Offence,
    breaks_deal: bool,
    by: Author,
    lead: int | None = None,
    correction: str = "",
    version: int | None = None,
) -> Ruling:
    """Write a ruling down; the deal being played is broken by it if `breaks_deal` (R5.6, R10.1).

    correction: why a confirmed protocol is ruled on all the same; it becomes a new revision (R11.4).
    version: of the protocol that the referee saw, so that one ruling sent twice doesn't become two.
    Raises Refused before the start, on a sheet that is being signed, on a confirmed one without a correction.
    """
    with act(partida.round.tournament, "ruling.made", by) as doing:
        current = _ruled_on(partida, correction)
        if version not in (None, current.protocol.version):
            raise Refused("protocol.changed", theirs=current.protocol.version, yours=version)
        decision = queries.proposed(current.partida, offence)
        # Refuses a fine above the bound before anything is written.
        scoring.rulings_for(current.rules, [decision], offence.partida)
        ruling = Ruling.objects.create(
            partida=current.partida,
            number=current.partida.rulings.count() + 1,
            data=offence.to_dict(),
            made_by=by.user,
            made_link=by.link,
            made_at=timezone.now(),
        )
        doing.subject = _subject(current.partida)
        doing.data = {"ruling": ruling.number, **ruling.data, "breaks_deal": breaks_deal, "correction": correction}
        if breaks_deal:
            record_broken_deal(partida=current.partida, lead=lead, by=by)
        _after_correction(current, correction, by)
    return ruling


def strike_out(*, ruling: Ruling, reason: str, by: Author, correction: str = "") -> None:
    """Withdraw a ruling: it stays in the ledger, struck out, and everything is computed without it (R10.4)."""
    with act(ruling.partida.round.tournament, "ruling.struck_out", by) as doing:
        current = _ruled_on(ruling.partida, correction)
        if not reason.strip():
            raise Refused("ruling.reason", field="reason")
        kept = Ruling.objects.get(pk=ruling.pk)
        if kept.withdrawn_at:
            raise Refused("ruling.struck_out")
        kept.withdrawn_at, kept.withdrawn_reason = timezone.now(), reason.strip()
        kept.save(update_fields=["withdrawn_at", "withdrawn_reason"])
        doing.subject = _subject(current.partida)
        doing.data = {"ruling": kept.number, "reason": reason, "correction": correction}
        _after_correction(current, correction, by)


def restore(*, ruling: Ruling, by: Author, correction: str = "") -> None:
    """Put a struck-out ruling in force again."""
    with act(ruling.partida.round.tournament, "ruling.restored", by) as doing:
        current = _ruled_on(ruling.partida, correction)
        kept = Ruling.objects.get(pk=ruling.pk)
        if kept.withdrawn_at is None:
            raise Refused("ruling.in_force")
        kept.withdrawn_at, kept.withdrawn_reason = None, ""
        kept.save(update_fields=["withdrawn_at", "withdrawn_reason"])
        doing.subject = _subject(current.partida)
        doing.data = {"ruling": kept.number, "correction": correction}
        _after_correction(current, correction, by)


def _ruled_on(partida: Partida, correction: str) -> Sheet:
    """The sheet, if it can be ruled on now."""
    current = protocols.sheet(partida)
    round_ = current.partida.round
    if not current.played:
        raise Refused("protocol.not_played", kind=current.partida.get_kind_display())
    if round_.state == Round.State.PROPOSED.value:
        raise Refused("protocol.round_not_published", number=round_.number)
    if current.rules.minutes and round_.started_at is None and not current.deals:
        raise Refused("ruling.before_start", round=round_.number)
    if current.protocol.state in (State.ENTERED.value, State.ACCEPTED.value):
        raise Refused("ruling.reopen_first", state=current.protocol.get_state_display())
    if current.protocol.counts and not correction.strip():
        raise Refused("ruling.after_confirmation", field="correction")
    return current


def _after_correction(current: Sheet, correction: str, by: Author) -> None:
    """A ruling on a confirmed protocol makes a new revision of it."""
    after = protocols.sheet(current.partida)
    _require_others_stand(current.partida)
    protocol = after.protocol
    protocol.version += 1
    if not protocol.counts:
        protocol.save()
        return
    if not after.score.over:
        raise Refused("ruling.leaves_unfinished")
    protocol.state = State.CORRECTED.value
    protocol.save()
    # The chief referee's reason stands for the departure, too, where the time for corrections is over (R10.7).
    late = protocols.corrections_closed(current.partida.round)
    keep_revision(current.partida, reason=correction, by=by, departure=correction if late else "")


def _require_others_stand(partida: Partida) -> None:
    """Rulings escalate through the tournament: none may end another partida earlier than it was played (R10.3)."""
    others = protocols.whole_partidas().filter(
        round__tournament=partida.round.tournament, rulings__isnull=False, protocol__isnull=False
    )
    book = ledger(partida.round.tournament)
    for other in others.exclude(pk=partida.pk).distinct():
        try:
            protocols.sheet_of(other, book)
        except scoring.RuleViolation:
            raise Refused("ruling.ends_another", round=other.round.number, table=other.table) from None


def _subject(partida: Partida) -> str:
    return f"round {partida.round.number}, table {partida.table}"


# -- absences and partidas that don't count as played (R8) --------------------------------------------------------


def declare_absent(*, partida: Partida, winner: str, by: Author) -> None:
    """One pair, or with no winner both, did not come in time: a walkover or both absent (R8.1, R8.3)."""
    with act(partida.round.tournament, "absence.declared", by) as doing:
        current = _untouched(partida)
        _require_minutes(current)
        kind = Kind.WALKOVER.value if winner else Kind.BOTH_ABSENT.value
        _close_without_play(current, kind, winner, by)
        doing.subject = _subject(current.partida)
        doing.data = {"kind": kind, "winner": winner}


def declare_void(*, partida: Partida, reason: str, by: Author) -> None:
    """The chief referee annuls a partida: it counts for nobody (R8.6)."""
    with act(partida.round.tournament, "partida.voided", by) as doing:
        if not reason.strip():
            raise Refused("ruling.reason", field="reason")
        current = protocols.sheet(partida)
        if current.partida.kind != Kind.PLAYED.value:
            raise Refused("protocol.not_played", kind=current.partida.get_kind_display())
        doing.data = {"reason": reason, "state": current.protocol.state, "signed": sorted(current.signed_seats)}
        _close_without_play(current, Kind.VOID.value, "", by)
        _open_round_again(current)
        doing.subject = _subject(current.partida)


def restore_play(*, partida: Partida, reason: str, by: Author) -> None:
    """The chief referee takes a walkover, absence or annulment back: the protocol is open, its deals are there."""
    with act(partida.round.tournament, "absence.taken_back", by) as doing:
        current = protocols.sheet(partida)
        if current.partida.kind in (Kind.PLAYED.value, Kind.BYE.value):
            raise Refused("absence.nothing", kind=current.partida.get_kind_display())
        if not reason.strip():
            raise Refused("ruling.reason", field="reason")
        doing.subject = _subject(current.partida)
        doing.data = {"kind": current.partida.kind, "winner": current.partida.winner, "reason": reason}
        _open_round_again(current)
        current.partida.kind, current.partida.winner = Kind.PLAYED.value, ""
        current.partida.save(update_fields=["kind", "winner"])
        protocol = current.protocol
        protocol.state = State.OPEN.value
        protocol.entered_by = protocol.entered_link = protocol.confirmed_by = None
        protocol.entered_at = protocol.accepted_at = protocol.confirmed_at = None
        protocol.version += 1
        protocol.save()


def _untouched(partida: Partida) -> Sheet:
    """A partida at which nothing has been written yet."""
    current = protocols.sheet(partida)
    if current.partida.round.state != Round.State.PUBLISHED.value:
        raise Refused("protocol.round_not_published", number=current.partida.round.number)
    if current.partida.kind != Kind.PLAYED.value:
        raise Refused("protocol.not_played", kind=current.partida.get_kind_display())
    if current.deals or current.protocol.parts or current.protocol.state != State.OPEN.value:
        raise Refused("absence.played", table=current.partida.table)
    return current


def _require_minutes(current: Sheet) -> None:
    """R8.1: the regulations' minutes have passed since the start."""
    minutes = current.rules.no_show_minutes
    if minutes is None:
        return
    clock = clock_of(current.partida)
    if clock.started_at is None:
        raise Refused("absence.before_start", round=current.partida.round.number)
    if clock.elapsed().total_seconds() < minutes * 60:
        raise Refused("absence.too_early", minutes=minutes)


def _open_round_again(current: Sheet) -> None:
    """A closed round has nothing unconfirmed (R11.2): with a table that waits again it is to be closed anew."""
    Round.objects.filter(pk=current.partida.round_id, state=Round.State.CLOSED.value).update(
        state=Round.State.PUBLISHED.value, closed_at=None
    )


def _close_without_play(current: Sheet, kind: str, winner: str, by: Author) -> None:
    """The partida is of another kind; a second official confirms it like any result (R11.2).

    What the players signed was the play: their signatures don't stand for this.
    """
    partida, protocol = current.partida, current.protocol
    protocol.signatures.all().delete()
    partida.kind, partida.winner = kind, winner
    partida.save(update_fields=["kind", "winner"])
    now = timezone.now()
    protocol.state = State.ACCEPTED.value
    protocol.entered_by, protocol.entered_link = by.user, by.link
    protocol.entered_at = protocol.accepted_at = now
    protocol.confirmed_by = protocol.confirmed_at = None
    protocol.version += 1
    protocol.save()
