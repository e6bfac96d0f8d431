"""Starting, stopping and lengthening the clock (R6.1)."""

from django.utils import timezone

from tournament.audit.services import Author, act
from tournament.models import AddedTime, Partida, Pause, Protocol, Round
from tournament.phrases import Refused

# More than this at once is a slip of the pen: a longer interruption is a pause of the hall.
MOST_ADDED_SECONDS = 30 * 60


def start(*, round_: Round, by: Author) -> None:
    """Start the clock of a published round, for all its tables at once."""
    with act(round_.tournament, "clock.started", by) as doing:
        current = _published(round_)
        if current.started_at:
            raise Refused("clock.started", round=current.number)
        current.started_at = timezone.now()
        current.save(update_fields=["started_at"])
        doing.subject = f"round {current.number}"


def take_back_start(*, round_: Round, by: Author) -> None:
    """The clock was started by mistake: it stands at the beginning again, while nothing is written down."""
    with act(round_.tournament, "clock.start_taken_back", by) as doing:
        current = _started(round_)
        if Protocol.objects.filter(partida__round=current, started_at__isnull=False).exists():
            raise Refused("clock.in_use", round=current.number)
        doing.subject = f"round {current.number}"
        doing.data = {"started_at": current.started_at.isoformat() if current.started_at else None}
        current.pauses.all().delete()
        current.started_at = None
        current.save(update_fields=["started_at"])


def pause(*, round_: Round, reason: str, by: Author) -> None:
    """Stop the clock for the whole hall."""
    with act(round_.tournament, "clock.paused", by) as doing:
        current = _started(round_)
        if not reason.strip():
            raise Refused("clock.reason", field="reason")
        if current.pauses.filter(ended_at__isnull=True).exists():
            raise Refused("clock.paused", round=current.number)
        Pause.objects.create(round=current, began_at=timezone.now(), reason=reason.strip(), made_by=by.user)
        doing.subject = f"round {current.number}"
        doing.data = {"reason": reason}


def resume(*, round_: Round, by: Author) -> None:
    """Let the clock of the hall go on; the time it stood still is nobody's."""
    with act(round_.tournament, "clock.resumed", by) as doing:
        current = _started(round_)
        stopped = current.pauses.filter(ended_at__isnull=True).first()
        if stopped is None:
            raise Refused("clock.not_paused", round=current.number)
        stopped.ended_at = timezone.now()
        stopped.save(update_fields=["ended_at"])
        doing.subject = f"round {current.number}"
        doing.data = {"seconds": round((stopped.ended_at - stopped.began_at).total_seconds())}


def add_time(*, partida: Partida, seconds: int, reason: str, by: Author) -> AddedTime:
    """Give lost time back to one table (R6.1)."""
    with act(partida.round.tournament, "clock.time_added", by) as doing:
        current = _started(partida.round)
        if current.rules.minutes is None:
            raise Refused("protocol.no_time")
        if not 0 < seconds <= MOST_ADDED_SECONDS:
            raise Refused("clock.too_much", field="minutes", most=MOST_ADDED_SECONDS // 60)
        if not reason.strip():
            raise Refused("clock.reason", field="reason")
        if Protocol.objects.filter(partida=partida).exclude(state=Protocol.State.OPEN.value).exists():
            raise Refused("clock.table_over", table=partida.table)
        doing.subject = f"round {current.number}, table {partida.table}"
        doing.data = {"seconds": seconds, "reason": reason}
        return AddedTime.objects.create(partida=partida, seconds=seconds, reason=reason.strip(), made_by=by.user)


def _published(round_: Round) -> Round:
    current = Round.objects.select_related("tournament", "regulations").get(pk=round_.pk)
    if current.state != Round.State.PUBLISHED.value:
        raise Refused("clock.not_published", round=current.number, state=current.get_state_display())
    return current


def _started(round_: Round) -> Round:
    current = _published(round_)
    if current.started_at is None:
        raise Refused("clock.not_started", round=current.number)
    return current
