"""`manage.py restore BACKUP FOLDER`: a backup opened as a new database beside the one in use, which isn't touched."""

import shlex
import shutil
import zipfile
import zlib
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from tournament.backups import store
from tournament.backups.services import Opened, open_beside
from tournament.phrases import Refused

UNFOLDS = 200
"""A database never packs to less than that part of itself; the nothing of a bomb packs to a thousandth."""
SMALL = 100_000_000
# What a file raises that isn't what it seems: locked, packed in a way of its own, cut off.
DAMAGED = (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, EOFError, zlib.error)


class Command(BaseCommand):
    help = (
        "Opens a backup as a new database, with its files in a new folder, and says how to switch to it. What is in "
        "use stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", help="its name, as backup --list says it, or the file that backup --zip made")
        parser.add_argument("folder", type=Path, help="a folder that isn't there yet; it becomes the new DATA_DIR")

    def handle(self, *, backup: str, folder: Path, **options: Any) -> None:
        try:
            if backup.endswith(".zip"):
                opened = _from_zip(Path(backup), folder.resolve())
            else:
                opened = open_beside(backup=store.named(backup), folder=folder.resolve())
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        for line in _how_to_switch(opened):
            self.stdout.write(line)


def _from_zip(file: Path, folder: Path) -> Opened:
    """Unpacked beside the backups, opened, and taken away again."""
    store.root().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".unpacked-", dir=store.root()) as beside:
        try:
            with zipfile.ZipFile(file) as archive:
                _require_room(archive, file, Path(beside))
                # Names that lead out of the folder are bent into it, and links come out as files.
                archive.extractall(beside)
        except DAMAGED as error:
            raise CommandError(f"{file}: {error}") from None
        unpacked = [path for path in Path(beside).iterdir() if path.is_dir()]
        if len(unpacked) != 1:
            raise CommandError(_("%(file)s holds no backup.") % {"file": file})
        return open_beside(backup=store.lying_in(unpacked[0]), folder=folder)


def _require_room(archive: zipfile.ZipFile, file: Path, folder: Path) -> None:
    """No more is unpacked than a backup can hold, and than the disk has."""
    unpacked = sum(part.file_size for part in archive.infolist())
    if unpacked > SMALL + UNFOLDS * file.stat().st_size or unpacked > shutil.disk_usage(folder).free:
        words = {"file": file, "size": round(unpacked / 1_000_000)}
        raise CommandError(
            _("%(file)s would unpack to %(size)d MB: that is no backup, or the disk is too small.") % words
        )


def _how_to_switch(opened: Opened) -> list[str]:
    """What is there now, and the lines by which the program is started with it."""
    said = [_("Opened: %(folder)s, %(files)d files.") % {"folder": opened.data_dir, "files": opened.files}]
    variables = [f"DATA_DIR={shlex.quote(str(opened.data_dir))}"]
    if connection.vendor == "postgresql":
        variables.append(f"DATABASE_URL={shlex.quote(opened.database_url)}")
        said.append(_("Add the password of the database to DATABASE_URL, as it is now."))
    if not opened.same_secret:
        said.append(
            _(
                "It comes from an installation with another secret key: table links and secrets of webhooks have to be "
                "given out anew, or bring its secret_key along."
            )
        )
    return [
        *said,
        _("Look at it beside what is in use, on another port:"),
        "  " + " ".join([*variables, "PORT=8001", "make run"]),
        _("To switch, stop the program and start it with these, from now on:"),
        *(f"  {variable}" for variable in variables),
    ]
