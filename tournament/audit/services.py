"""`act`: the one way in which anything of a tournament changes."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import AccessLink, AuditRecord, Tournament, User


@dataclass(frozen=True)
class Author:
    """Who acts and from which address; neither user nor link: the program itself (a command, a task).

    link: the table link by whose right he acts. An official with a role in the tournament always acts as himself.
    """

    user: User | None = None
    address: str = ""
    link: AccessLink | None = None

    @classmethod
    def of(cls, request: HttpRequest) -> "Author":
        """The author of a request; its view has already checked the rights."""
        user = request.user if isinstance(request.user, User) else None
        link: AccessLink | None = getattr(request, "table_link", None)
        return cls(user=user, address=request.META.get("REMOTE_ADDR", ""), link=link)

    @property
    def name(self) -> str:
        return str(self.link or self.user or "—")


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

    The tournament in the returned `Act` is read afresh under the lock. Any exception undoes everything.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        doing = Act(tournament=locked, action=action, by=by)
        yield doing
        if doing.changed:
            _write(doing)


def _write(doing: Act) -> None:
    last = AuditRecord.objects.filter(tournament=doing.tournament).order_by("-number").first()
    record = AuditRecord(
        tournament=doing.tournament,
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        actor=doing.by.user,
        actor_name=doing.by.name,
        action=doing.action,
        subject=doing.subject,
        data=doing.data | ({"link": doing.by.link.pk} if doing.by.link else {}),
        address=doing.by.address,
        previous_hash=last.hash if last else "",
    )
    record.hash = record_hash(record)
    record.save()
    Tournament.objects.filter(pk=doing.tournament.pk).update(version=F("version") + 1)
    if doing.by.link:
        AccessLink.objects.filter(pk=doing.by.link.pk).update(last_used_at=record.at)


def record_hash(record: AuditRecord) -> str:
    """SHA-256 of everything a record says and of the hash before it: one altered record breaks the chain."""
    said = [
        record.previous_hash,
        record.number,
        record.at.isoformat(),
        record.actor_id,
        record.actor_name,
        record.action,
        record.subject,
        record.data,
        record.address,
    ]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
