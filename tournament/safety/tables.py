"""Rows of the pages of an installation."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import pgettext_lazy

from tournament.backups.services import REASONS
from tournament.backups.store import Backup

from .persons import ACCOUNT, PLAYER, Person

KINDS = {PLAYER: pgettext_lazy("person", "player"), ACCOUNT: pgettext_lazy("person", "account")}


@dataclass(frozen=True)
class BackupRow:
    """A backup as the page lists it; size in bytes, of the database alone."""

    name: str
    at: datetime
    why: str
    about: str
    size: int
    files: int
    version: str


def backup_rows(backups: Iterable[Backup]) -> list[BackupRow]:
    return [
        BackupRow(
            name=backup.name,
            at=backup.moment,
            why=str(REASONS.get(backup.reason, backup.reason)),
            about=backup.about,
            size=backup.size,
            files=backup.files,
            version=backup.version,
        )
        for backup in backups
    ]


@dataclass(frozen=True)
class PersonRow:
    """Somebody who was found."""

    who: Person
    kind: str


def found_rows(found: Iterable[Person]) -> list[PersonRow]:
    return [PersonRow(who, str(KINDS[who.kind])) for who in found]
