"""A proposed round is adjusted: changed by hand, two swapped, the rest drawn anew around what is kept (R13.6)."""

from collections.abc import Sequence

from tournament.audit.services import Author, act
from tournament.models import Round, Stage
from tournament.phrases import Refused, breach_sentence

from . import fields, queries
from .checks import Breach
from .record import changed_by_hand, kept_by_hand, on_override
from .seating import exchange, seat, write_swiss
from .systems import Pairing


def change_by_hand(
    *, round_: Round, pairings: Sequence[Pairing], reason: str, by: Author, seen: str | None = None
) -> None:
    """Other pairings for a proposed round (R13.6); `seen`: the fingerprint of those that the author saw."""
    with act(round_.tournament, "draw.changed", by) as doing:
        current = adjustable(round_, seen)
        before = queries.by_table(current)
        accepted = accepted_breaches(current.stage, current.number, pairings, reason)
        doing.subject = f"round {current.number}"
        doing.data = {
            "before": queries.pairings_of(current),
            "after": [[p.a, p.b] for p in pairings],
            "reason": reason,
        }
        current.partidas.all().delete()
        seat(current, pairings)
        now = queries.by_table(current)
        current.draw = changed_by_hand(current.draw, before, now, accepted, by.name, reason)
        current.draw |= {"reason": reason} if accepted and "drawn" in current.draw else {}
        current.save()


def swap(*, round_: Round, first: int, second: int, reason: str, by: Author, seen: str | None = None) -> None:
    """Two entries of a proposed round change places; swapped once more, all is as it was (R13.6).

    Either may be free. What this breaks and what may be broken needs a reason: draw.reason_needed says what it is.
    seen: the fingerprint of the pairings that the author saw.
    """
    with act(round_.tournament, "draw.swapped", by) as doing:
        current = adjustable(round_, seen)
        brought = breaches_of_swap(current, first, second)
        if brought and not reason.strip():
            raise Refused("draw.reason_needed", breaches=" ".join(map(_sentence, brought)))
        before = queries.by_table(current)
        exchange(current, first, second)
        now = queries.by_table(current)
        standing = _breaches(current, [pairing for _table, pairing in now])
        doing.subject = f"round {current.number}"
        doing.data = {"first": first, "second": second, "accepted": _recorded(brought), "reason": reason}
        current.draw = changed_by_hand(current.draw, before, now, _recorded(standing), by.name, reason)
        current.save()


def breaches_of_swap(round_: Round, first: int, second: int) -> list[Breach]:
    """What two entries would break by changing places, beside what is broken already.

    As many sit and as many are free as before, so these are breaches that may be accepted. Raises Refused if one of
    the two isn't in the round.
    """
    pairings = [pairing for _table, pairing in queries.by_table(round_)]
    if first == second:
        raise Refused("draw.swap_itself", entry=first)
    for entry in (first, second):
        if not any(entry in pairing.entries for pairing in pairings):
            raise Refused("draw.not_in_round", entry=entry, round=round_.number)
    other = {first: second, second: first}
    swapped = [Pairing(*(other.get(entry, entry) for entry in pairing.entries)) for pairing in pairings]
    standing = {(breach.code, frozenset(breach.entries)) for breach in _breaches(round_, pairings)}
    return [
        breach
        for breach in _breaches(round_, swapped)
        if breach.may_be_accepted and (breach.code, frozenset(breach.entries)) not in standing
    ]


def redraw(*, round_: Round, keep: Sequence[int], seed: str, by: Author, seen: str | None = None) -> None:
    """Draw a proposed Swiss round anew around the tables that are kept (R13.6).

    keep: their numbers; 0 is the free game. seen: the fingerprint of the pairings that the author saw.
    """
    with act(round_.tournament, "draw.redrawn", by) as doing:
        current = _proposed(round_, seen)
        stage = queries.of_system(current.stage, Stage.System.SWISS)
        number, past = current.number, current.draw
        order = fields.enough(fields.order_of(stage, number), number)
        locked = [pairing for table, pairing in queries.by_table(current) if table in keep]
        if len({*keep}) != len(locked):
            raise Refused("draw.no_such_table", round=number)
        doing.subject = f"round {number}"
        current.delete()
        override = past.get("override_reason", "")
        standings = fields.finished(stage, override)
        draw = fields.swiss(stage, number, order=order, seed=seed, locked=locked, standings=standings)
        again = write_swiss(stage, number, draw, seed)
        again.draw |= on_override(standings.missing, override) | kept_by_hand(past, locked)
        again.save()
        doing.data = {key: value for key, value in again.draw.items() if key != "explanation"}


def adjustable(round_: Round, seen: str | None) -> Round:
    """The round afresh, refused unless people may change who meets whom and saw it as it is."""
    current = _proposed(round_, seen)
    queries.require_pairs(current.stage)
    if "meetings" in current.draw:
        raise Refused("draw.bracket_fixed")
    return current


def _proposed(round_: Round, seen: str | None) -> Round:
    """The round afresh, refused unless it is still proposed and as its author saw it."""
    current = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    if current.state != Round.State.PROPOSED.value:
        raise Refused("draw.not_proposed", round=current.number, state=current.get_state_display())
    queries.require_seen(current, seen)
    return current


def accepted_breaches(stage: Stage, number: int, pairings: Sequence[Pairing], reason: str) -> list[list[object]]:
    """Refuse pairings that break the rules; a breach that may be accepted passes with a reason (R13.6)."""
    found = queries.breaches_of(stage, number, pairings)
    barred = [breach for breach in found if not (breach.may_be_accepted and reason.strip())]
    if barred:
        raise Refused("draw.invalid", breaches=" ".join(map(_sentence, barred)))
    return _recorded(found)


def _breaches(round_: Round, pairings: Sequence[Pairing]) -> list[Breach]:
    return queries.breaches_of(round_.stage, round_.number, pairings)


def _sentence(breach: Breach) -> str:
    return breach_sentence(breach.code, breach.entries)


def _recorded(found: Sequence[Breach]) -> list[list[object]]:
    return [[breach.code, *breach.entries] for breach in found]
