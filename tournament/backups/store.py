"""The folder of backups: what each is called, what it says of itself, which are kept."""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from tournament.phrases import Refused

from . import databases

MANIFEST = "manifest.json"
FILES = "files"
NAME = re.compile(r"\d{8}-\d{6}(?:-\d+)?-[a-z_]+")


@dataclass(frozen=True)
class Backup:
    """A backup as its manifest describes it.

    name: its folder's. reason: a key of `REASONS`. about: the tournament or person before whose end it was taken.
    version: of the program. size: of the database's copy in bytes; sha256: its fingerprint. files: papers and photos in
    it. figures: how many rows there were of what people count. secret: a fingerprint of the installation's secret key.
    """

    name: str
    at: str
    reason: str
    about: str
    version: str
    database: str
    size: int
    sha256: str
    files: int
    figures: dict[str, int]
    secret: str
    # The folder that it lies in, where that isn't the installation's own.
    place: str = ""

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def folder(self) -> Path:
        return Path(self.place or root()) / self.name

    @property
    def copy(self) -> Path:
        """The copy of the database."""
        return self.folder / self.database


def root() -> Path:
    """Where backups are kept: BACKUP_DIR, else beside the data."""
    return Path(settings.BACKUP_DIR)


def stored() -> list[Backup]:
    """All whole backups, the newest first; a folder without a manifest that can be read is none."""
    found = (_read(folder) for folder in root().iterdir()) if root().is_dir() else iter(())
    return sorted(filter(None, found), key=lambda backup: (backup.at, backup.name), reverse=True)


def named(name: str) -> Backup:
    """The backup of that name. Raises Refused."""
    found = _read(root() / name) if NAME.fullmatch(name) else None
    if found is None:
        raise Refused("backup.unknown", name=name, folder=root())
    return found


def lying_in(folder: Path) -> Backup:
    """The backup in a folder that was brought from elsewhere. Raises Refused."""
    found = _read(folder)
    if found is None or found.name != folder.name or not NAME.fullmatch(found.name):
        raise Refused("backup.unknown", name=folder.name, folder=folder.parent)
    return replace(found, place=str(folder.parent))


def _read(folder: Path) -> Backup | None:
    try:
        found = Backup(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    # A manifest names a file beside it, whatever else is written into one.
    return found if found.database in databases.FILES.values() and isinstance(found.sha256, str) else None


def new_name(reason: str, now: datetime) -> str:
    """A name that sorts by time and isn't taken."""
    stamp, number = f"{now.astimezone(UTC):%Y%m%d-%H%M%S}", 1
    while (root() / (name := f"{stamp}-{number}-{reason}" if number > 1 else f"{stamp}-{reason}")).exists():
        number += 1
    return name


def write_manifest(folder: Path, backup: Backup) -> None:
    said = {key: value for key, value in asdict(backup).items() if key != "place"}
    text = json.dumps(said, ensure_ascii=False, indent=1)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def require_whole(backup: Backup) -> None:
    """Raises Refused unless the copy of the database is the one that was taken."""
    if not backup.copy.exists() or fingerprint(backup.copy) != backup.sha256:
        raise Refused("backup.damaged", file=backup.copy, reason="SHA-256")


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def link_files(source: Path, target: Path) -> int:
    """All files below a folder once more, without their bytes where the disk allows that; returns how many.

    Papers and photos are never changed, only added and removed, so both names may mean the same bytes.
    """
    count = 0
    for path in _files(source):
        there = target / path.relative_to(source)
        there.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, there)
        except FileNotFoundError:  # removed a moment ago
            continue
        except OSError:  # another disk, or one that knows no links
            shutil.copy2(path, there)
        count += 1
    return count


def copy_files(source: Path, target: Path) -> int:
    """All files below a folder with bytes of their own; returns how many."""
    count = 0
    for path in _files(source):
        there = target / path.relative_to(source)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, there)
        count += 1
    return count


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file()) if folder.is_dir() else iter(())


def prune(now: datetime) -> list[str]:
    """Remove those older than BACKUP_DAYS, but always keep the newest BACKUP_KEEP; returns the names."""
    oldest = now - timedelta(days=settings.BACKUP_DAYS)
    gone = [backup for backup in stored()[settings.BACKUP_KEEP :] if backup.moment < oldest]
    _remove(backup.folder for backup in gone)
    return [backup.name for backup in gone]


def _remove(folders: Iterable[Path]) -> None:
    for folder in folders:
        # Without its manifest it is no backup any more, however far the rest comes.
        (folder / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
