"""Taking a backup, and opening one beside what is in use."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from django.apps import apps
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.phrases import Refused

from . import databases, store
from .store import Backup

REASONS = {
    "by_hand": _("asked for"),
    "schedule": _("by schedule"),
    "deletion": _("before a tournament was deleted"),
    "erasure": _("before a person was erased"),
    "update": _("before the database was brought up to date"),
}
COUNTED = ("Tournament", "Entry", "Partida", "Deal", "Document", "AuditRecord")
BESIDE_THE_DATA = ("secret_key", "seal", "origin_key")
"""What an installation is known by: never in a backup, but taken along when one is opened on the same machine."""


def take(*, reason: str, about: str = "") -> Backup:
    """A backup of database and files, checked, under a name of its own; then those that are too old go.

    It is whole or isn't there: it gets its name last. Raises Refused where it can't be made.
    """
    now = timezone.now()
    root = store.root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        making = Path(mkdtemp(prefix=".making-", dir=root))
    except OSError as error:
        raise Refused("backup.failed", reason=f"{root}: {error.strerror}") from error
    try:
        copy = databases.dump(making)
        # After the database: a paper that it names was filed before.
        files = store.link_files(Path(settings.MEDIA_ROOT), making / store.FILES)
        backup = Backup(
            name=store.new_name(reason, now),
            at=now.isoformat(),
            reason=reason,
            about=about,
            version=settings.VERSION,
            database=copy.name,
            size=copy.stat().st_size,
            sha256=store.fingerprint(copy),
            files=files,
            figures=figures(),
            secret=secret_fingerprint(),
        )
        store.write_manifest(making, backup)
        making.rename(backup.folder)
    except OSError as error:
        raise Refused("backup.failed", reason=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    store.prune(now)
    return backup


def figures() -> dict[str, int]:
    """How many rows the database in use has of what people count."""
    return {name: apps.get_model("tournament", name)._default_manager.count() for name in COUNTED}


def secret_fingerprint() -> str:
    """By which it is told whether table links and secrets of webhooks will be the same; the secret isn't told by it."""
    return hashlib.sha256(f"backup:{settings.SECRET_KEY}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Opened:
    """A backup that was opened beside what is in use: what the program is to be started with.

    same_secret: whether cards, sessions and webhooks that were given out hold in it.
    """

    data_dir: Path
    database_url: str
    files: int
    same_secret: bool


def open_beside(*, backup: Backup, folder: Path) -> Opened:
    """Open a backup as a new database with its files, in a folder that isn't there yet. What is in use isn't touched.

    Raises Refused: the folder is there, the backup is damaged, or the server doesn't allow another database.
    """
    store.require_whole(backup)
    if folder.exists():
        raise Refused("backup.folder_taken", folder=folder)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise Refused("backup.failed", reason=f"{folder}: {error.strerror}") from error
    try:
        url = databases.restore(backup.copy, folder, f"domino_{backup.name.replace('-', '_')}_{_again(folder)}")
        files = store.copy_files(backup.folder / store.FILES, folder / "files")
        _take_along(folder)
    except (OSError, Refused):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Opened(folder, url, files, backup.secret == secret_fingerprint())


def _again(folder: Path) -> str:
    """The same backup may be opened twice: each time the database is another."""
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:6]


def _take_along(folder: Path) -> None:
    for name in BESIDE_THE_DATA:
        there = Path(settings.DATA_DIR) / name
        if there.is_dir():
            shutil.copytree(there, folder / name)
        elif there.exists():
            shutil.copy2(there, folder / name)
