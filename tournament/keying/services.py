"""A sheet of paper is typed in; a second official types it again, blind, and so confirms what is equal (R11.2)."""

from collections.abc import Sequence

import scoring
from tournament.audit.services import Author, act
from tournament.models import Partida, Protocol
from tournament.phrases import Refused
from tournament.protocols import services as protocols
from tournament.protocols.queries import sheet, writers
from tournament.protocols.sheets import Sheet

from .queries import Difference, Typed, differences, mark, with_leads

State = Protocol.State


def type_sheet(*, partida: Partida, typed: Typed, version: int, by: Author) -> None:
    """The first typing: the whole sheet, finished, with the signatures that stand on it, in one act.

    version: of the protocol that its typist saw. RuleViolation or Refused for what can't be: then nothing is written.
    """
    with act(partida.round.tournament, "sheet.typed", by) as doing:
        _write(partida, typed, version, by)
        doing.subject = f"round {partida.round.number}, table {partida.table}"
        doing.data = {"signed": sorted(typed.signed)}


def _write(partida: Partida, typed: Typed, version: int, by: Author) -> None:
    if typed.parts:
        protocols.record_totals(partida=partida, parts=typed.parts, version=version, by=by)
    else:
        protocols.record_sheet(partida=partida, deals=typed.deals, time=typed.time, version=version, by=by)
    protocols.enter(partida=partida, version=version + 1, by=by)
    if typed.signed:
        protocols.sign(partida=partida, seats=typed.signed, by=by)


def type_again(*, partida: Partida, typed: Typed, seen: str, by: Author) -> list[Difference]:
    """The second typing, compared with the sheet as it is now: equal, and it is confirmed.

    seen: the mark of the typing with which the differences were shown to this official. The same typing once more
    overrules the first: the sheet is written anew, is his, and waits for another official. Else the differences.
    """
    with act(partida.round.tournament, "sheet.typed_again", by) as doing:
        current = sheet(partida)
        if current.rules.detail == "deals":
            typed = with_leads(current, typed)
        found = differences(current, typed)
        _require_second(current, by, found)
        doing.subject = f"round {partida.round.number}, table {partida.table}"
        doing.data = {"differs": [each.cell for each in found]}
        if not found:
            protocols.confirm(partida=partida, by=by, version=current.protocol.version)
        elif seen and seen == mark(current, typed):
            _overrule(partida, current, typed, found, by)
            return []
        else:
            doing.unchanged()
    return found


def _require_second(current: Sheet, by: Author, found: Sequence[Difference]) -> None:
    """Refuse unless the sheet waits for a second official, and this is one (R11.2)."""
    if current.protocol.state != State.ACCEPTED.value:
        raise Refused("protocol.not_accepted", state=current.protocol.get_state_display())
    if by.user and by.user.pk in writers(current.protocol):
        raise Refused("keying.different_now" if found else "protocol.second_official")


def _overrule(partida: Partida, current: Sheet, typed: Typed, found: Sequence[Difference], by: Author) -> None:
    """What stands on the sheet was mistyped: it goes back with the cells named, and is written as it is now."""
    version = current.protocol.version
    cells = ", ".join(each.cell for each in found)
    protocols.reopen(partida=partida, by=by, version=version, reason=f"{current.protocol.writer or '—'}: {cells}")
    _write(partida, typed, version + 1, by)


def is_known(partida: Partida, typed: Typed, by: Author) -> bool:
    """Whether this official has written just that already: a repeated request is answered as the first was."""
    current = sheet(partida)
    if by.user is None or current.protocol.entered_by_id != by.user.pk:
        return False
    try:
        return not differences(current, with_leads(current, typed) if current.rules.detail == "deals" else typed)
    except scoring.RuleViolation:
        return False
