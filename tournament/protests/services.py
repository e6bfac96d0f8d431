"""A protest is lodged, upheld or rejected. It changes no standings: what follows is a correction or a ruling."""

from django.utils import timezone
from django.utils.formats import date_format

import scoring
from tournament.audit.services import Author, act
from tournament.models import Partida, Protest, Round
from tournament.phrases import Refused
from tournament.protocols.queries import sheet
from tournament.protocols.sheets import Sheet

from . import queries


def lodge(*, partida: Partida, side: str, text: str, by: Author, refused_seat: int | None = None) -> Protest:
    """Write down the protest of a side against the protocol of its partida (R11.5).

    refused_seat: of the player who refuses to sign, where that is how he protests (R11.3). Raises Refused where
    nothing is written yet, after the time for protests, and while the side has a protest open.
    """
    with act(partida.round.tournament, "protest.lodged", by) as doing:
        current = sheet(partida)
        require_lodgeable(current)
        if not text.strip():
            raise Refused("protest.text", field="text")
        if refused_seat is not None and scoring.side_of(refused_seat) != side:
            raise Refused("protest.seat", field="refused_seat", seat=refused_seat)
        if current.protocol.protests.filter(side=side, state=Protest.State.OPEN.value).exists():
            raise Refused("protest.already", field="side")
        protest = Protest.objects.create(
            protocol=current.protocol,
            number=current.protocol.protests.count() + 1,
            side=side,
            refused_seat=refused_seat,
            text=text.strip(),
            lodged_by=by.user,
            lodged_at=timezone.now(),
        )
        doing.subject = _subject(current.partida)
        doing.data = {"protest": protest.number, "side": side, "text": protest.text, "refused_seat": refused_seat}
    return protest


def require_lodgeable(current: Sheet) -> None:
    """Refuse unless a protest against this sheet can be lodged now."""
    round_ = current.partida.round
    if round_.state == Round.State.PROPOSED.value:
        raise Refused("protocol.round_not_published", number=round_.number)
    if current.untouched:
        raise Refused("protest.nothing", table=current.partida.table)
    ends = queries.until(current)
    if ends is not None and ends < timezone.now():
        said = date_format(timezone.localtime(ends, round_.tournament.zone), "DATETIME_FORMAT")
        raise Refused("protest.late", until=said, minutes=current.rules.protest_minutes)
    if ends is None and round_.state == Round.State.CLOSED.value:
        raise Refused("protest.round_closed", round=round_.number)


def decide(*, protest: Protest, upheld: bool, reason: str, by: Author) -> None:
    """The chief referee upholds or rejects a protest, with a reason that is printed."""
    partida = protest.protocol.partida
    with act(partida.round.tournament, "protest.decided", by) as doing:
        current = Protest.objects.get(pk=protest.pk)
        if not current.is_open:
            raise Refused("protest.decided", state=current.get_state_display())
        if not reason.strip():
            raise Refused("protest.reason", field="reason")
        current.state = Protest.State.UPHELD.value if upheld else Protest.State.REJECTED.value
        current.reason = reason.strip()
        current.decided_by, current.decided_at = by.user, timezone.now()
        current.save()
        doing.subject = _subject(partida)
        doing.data = {"protest": current.number, "state": current.state, "reason": current.reason}


def _subject(partida: Partida) -> str:
    return f"round {partida.round.number}, table {partida.table}"
