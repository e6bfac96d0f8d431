"""Files that a killed process has left: no row names them, and nobody writes to them any more.

A paper that was being made is made again under the same name, so nothing of it is left; but one that is never made
again, or a photo whose sheet was never written, would lie there for ever.
"""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournament.models import Document, ProtocolPhoto

UNTOUCHED = timedelta(days=1)
"""After so long nobody is still about to name it: a file is written moments before its row."""
FOLDERS = ("documents", "photos")


def leftovers() -> list[Path]:
    """Files of papers and photos that no row names, and backups that were never finished; untouched for a day."""
    return sorted(path for path in (*_files(), *_unfinished()) if _is_old(path))


def remove_leftovers() -> int:
    """Remove them; returns how many there were."""
    found = leftovers()
    for path in found:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(found)


def _files() -> Iterator[Path]:
    root = Path(settings.MEDIA_ROOT)
    named = set(Document.objects.exclude(file="").values_list("file", flat=True))
    named |= set(ProtocolPhoto.objects.values_list("file", flat=True))
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.is_file() and str(path.relative_to(root)) not in named:
                yield path


def _unfinished() -> Iterator[Path]:
    root = Path(settings.BACKUP_DIR)
    return root.glob(".making-*") if root.is_dir() else iter(())


def _is_old(path: Path) -> bool:
    try:
        return timezone.now().timestamp() - path.stat().st_mtime > UNTOUCHED.total_seconds()
    except FileNotFoundError:  # removed a moment ago
        return False
