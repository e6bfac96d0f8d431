"""`manage.py backup`: the whole installation once more, database and files."""

import zipfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.backups import store
from tournament.backups.services import REASONS, take
from tournament.phrases import Refused


class Command(BaseCommand):
    help = "Makes a backup of database and files, beside those by schedule. --list says which there are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="only list the backups, the newest first")
        parser.add_argument("--zip", type=Path, metavar="FILE", help="and put it into one file, to carry it away")

    def handle(self, *, list: bool, zip: Path | None, **options: Any) -> None:
        if list:
            for backup in store.stored():
                self.stdout.write(f"{backup.name}  {_size(backup)}  {_why(backup)}")
            return
        try:
            backup = take(reason="by_hand")
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{backup.folder}: {_size(backup)}")
        if zip is not None:
            self.stdout.write(str(_zipped(backup, zip)))


def _size(backup: store.Backup) -> str:
    words = {"size": f"{backup.size / 1_000_000:.1f}", "files": backup.files}
    return _("database %(size)s MB, %(files)d files") % words


def _why(backup: store.Backup) -> str:
    reason = str(REASONS.get(backup.reason, backup.reason))
    return f"{reason}: {backup.about}" if backup.about else reason


def _zipped(backup: store.Backup, target: Path) -> Path:
    """One file that isn't there yet. The database is compressed; papers and photos are already."""
    try:
        with zipfile.ZipFile(target, "x") as archive:
            for path in sorted(backup.folder.rglob("*")):
                if path.is_file():
                    packed = zipfile.ZIP_DEFLATED if path == backup.copy else zipfile.ZIP_STORED
                    archive.write(path, f"{backup.name}/{path.relative_to(backup.folder)}", packed)
    except OSError as error:
        raise CommandError(f"{target}: {error.strerror}") from None
    return target
