"""`act`: the one way in which anything of a tournament changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import AccessLink, AuditRecord, Tournament, User
from tournament.phrases import Refused

from .chain import ERASURE, seal
from .collisions import AsOf, Doing, require_unseen_nothing

ALWAYS = frozenset(
    {
        "tournament.archived",
        "tournament.reopened",
        "mirror.received",
        "mirror.taken_over",
        ERASURE,
        # What was ordered before is finished, or found to have failed.
        "document.seal",
        "document.fail",
    }
)
"""What may be done to a tournament that is archived, or a mirror."""


@dataclass(frozen=True)
class Author:
    """Who acts and from which address; neither user nor link: the program itself (a command, a task).

    link: the table link by whose right he acts. An official with a role in the tournament always acts as himself.
    as_of: how the tournament stood on the page from which he acts.
    """

    user: User | None = None
    address: str = ""
    link: AccessLink | None = None
    as_of: AsOf | None = None

    @classmethod
    def of(cls, request: HttpRequest) -> "Author":
        """The author of a request; its view has already checked the rights."""
        user = request.user if isinstance(request.user, User) else None
        link: AccessLink | None = getattr(request, "table_link", None)
        return cls(user=user, address=request.META.get("REMOTE_ADDR", ""), link=link, as_of=as_of(request))

    @property
    def name(self) -> str:
        return str(self.link or self.user or "—")


def as_of(request: HttpRequest) -> AsOf:
    """What the form of a request says of its page; one for all acts of the request, and for the page of its answer."""
    known: AsOf | None = vars(request).get("as_of")
    if known is None:
        given = request.POST.get("as_of", "") if request.method == "POST" else ""
        known = AsOf(int(given) if given.isdecimal() and len(given) < 19 else None)
        vars(request)["as_of"] = known
    return known


@dataclass
class Act:
    """What is being done. The service fills in what it did it to; `unchanged` leaves no record."""

    tournament: Tournament
    action: str
    by: Author
    subject: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    changed: bool = True

    def unchanged(self) -> None:
        """Nothing was done after all (a repeated request): no record, no new version of the tournament."""
        self.changed = False


@contextmanager
def act(tournament: Tournament, action: str, by: Author) -> Iterator[Act]:
    """One act on a tournament: one transaction, its lock taken first, one record in the journal at the end.

    The tournament in the returned `Act` is read afresh under the lock. Any exception undoes everything, `Overtaken`
    among them: what the act would undo was done after its author had opened his page. Raises Refused for a tournament
    that is archived, or the mirror of another installation's.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _require_open(locked, action)
        doing = Act(tournament=locked, action=action, by=by)
        yield doing
        if doing.changed:
            _write(doing)


def _require_open(tournament: Tournament, action: str) -> None:
    """Nothing of an archived tournament changes, and nothing of a mirror but what its origin sends."""
    if action in ALWAYS:
        return
    if tournament.mirror_of:
        raise Refused("tournament.mirror", origin=tournament.mirror_of)
    if tournament.archived_at:
        raise Refused("tournament.archived")


def _write(doing: Act) -> None:
    last = AuditRecord.objects.filter(tournament=doing.tournament).order_by("-number").first()
    about = Doing(doing.tournament, doing.action, doing.subject, doing.data)
    require_unseen_nothing(about, doing.by.as_of, last)
    record = AuditRecord(
        tournament=doing.tournament,
        at=timezone.now(),
        actor=doing.by.user,
        actor_name=doing.by.name,
        action=doing.action,
        subject=doing.subject,
        data=doing.data | ({"link": doing.by.link.pk} if doing.by.link else {}),
        address=doing.by.address,
    )
    seal(record, last)
    record.save()
    Tournament.objects.filter(pk=doing.tournament.pk).update(version=F("version") + 1)
    if doing.by.as_of and doing.by.as_of.version is not None:
        doing.by.as_of.version = doing.tournament.version + 1
    if doing.by.link:
        AccessLink.objects.filter(pk=doing.by.link.pk).update(last_used_at=record.at)
