"""The chief referee's approval: what of the papers waits for it, and the act that lets them be sealed.

Papers that say results wait. The draw doesn't: it was approved when its round was published.
"""

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.access.queries import CHIEF_REFEREE, may
from tournament.audit.services import Act, Author, act
from tournament.models import Document, Tournament
from tournament.phrases import Refused

RELEASED_AT_ONCE = frozenset({Document.Kind.DRAW.value})


def waiting(tournament: Tournament) -> QuerySet[Document]:
    """The papers that wait, in the order in which they were asked for."""
    return (
        tournament.documents.filter(state=Document.State.WAITING.value)
        .select_related("created_by", "protocol__partida__round", "round")
        .order_by("created_at", "pk")
    )


def chief_referees(tournament: Tournament) -> list[str]:
    """The names of those who may release papers."""
    return [str(post.user) for post in tournament.staff.filter(role=CHIEF_REFEREE).select_related("user")]


def by_this_act(kind: str, doing: Act) -> bool:
    """Whether a paper of this kind is released as it is issued: by a chief referee, or by the program itself."""
    by = doing.by
    of_the_program = by.user is None and by.link is None
    return kind in RELEASED_AT_ONCE or of_the_program or may_release(by, doing.tournament)


def may_release(by: Author, tournament: Tournament) -> bool:
    """Whether the author may release papers of this tournament."""
    return by.user is not None and may(by.user, "documents.approve", tournament)


def mark(doing: Act, document: Document) -> None:
    """Put the paper in the queue, to be saved; who released it and when is kept with it, where somebody had to."""
    document.state = Document.State.QUEUED.value
    if document.kind not in RELEASED_AT_ONCE and doing.by.user is not None:
        document.approved_by, document.approved_at = doing.by.user, timezone.now()
        doing.data["released"] = True


def release(
    *, tournament: Tournament, seen: datetime, by: Author, ask: Callable[[int], object], code: str = ""
) -> list[Document]:
    """Release the paper with this code, or all that wait if it is empty: one act, however many they are.

    seen: only papers that were asked for until then; what one says that was fixed anew since, nobody has seen yet.
    ask: is called in the transaction with the id of each, whose file is then to be made. Raises Refused if none waits.
    """
    with act(tournament, "document.approve", by) as doing:
        asked = waiting(tournament).filter(created_at__lte=seen)
        released = list((asked.filter(code=code) if code else asked).defer("content"))
        if not released:
            raise Refused("approval.none")
        for document in released:
            mark(doing, document)
            ask(document.pk)
        Document.objects.bulk_update(released, ["state", "approved_by", "approved_at"], batch_size=200)
        doing.subject = f"{released[0].kind} {released[0].code}" if len(released) == 1 else ""
        doing.data = {"papers": [[document.kind, document.code, document.content_sha256] for document in released]}
    return released


def words(document: Document) -> str:
    """Who released the paper and when, in the hall's zone and the language that is active; empty if nobody had to."""
    if document.approved_at is None:
        return ""
    local = document.approved_at.astimezone(document.tournament.zone)
    time = f"{date_format(local, 'DATE_FORMAT')} {local:%H:%M} {local.tzname()}"
    return _("Released by the chief referee: %(name)s, %(time)s") % {"name": document.approved_by or "—", "time": time}
