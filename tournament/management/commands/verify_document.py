"""`manage.py verify_document FILE`: whether a PDF is a genuine paper of this server, and what it should say."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.documents.queries import FileCheck, Finding, Standing, check_file, latest


class Command(BaseCommand):
    help = "Says whether a PDF file is a genuine paper of this server. Exit code 0: genuine and current."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(
                _("%(file)s can't be read: %(reason)s.") % {"file": file, "reason": error.strerror}
            ) from error
        found = check_file(data)
        if found.document:
            self.stdout.write(f"{found.document}, {found.document.tournament}")
            if found.document.content.get("rehearsal"):
                self.stdout.write(_("This paper is of a rehearsal: nothing in it was played for real."))
        if found.seal.signer:
            self.stdout.write(_("Sealed by %(signer)s, %(time)s.") % _seal(found))
        if found.seal.stamped_at:
            self.stdout.write(_("Time stamp: %s.") % found.seal.stamped_at.isoformat())
        if found.standing is not Standing.CURRENT:
            raise CommandError(_verdict(found))
        self.stdout.write(_verdict(found))


def _seal(found: FileCheck) -> dict[str, str]:
    return {"signer": found.seal.signer, "time": found.seal.sealed_at.isoformat() if found.seal.sealed_at else "—"}


def _verdict(found: FileCheck) -> str:
    if found.finding is Finding.GENUINE and found.document:
        return {
            Standing.CURRENT: _("Genuine and current."),
            Standing.REPLACED: _("Genuine, replaced by revision %d.") % latest(found.document).revision,
            Standing.OUTDATED: _("Genuine, but what it is about has changed since."),
            None: "",
        }[found.standing]
    return {
        Finding.CHANGED: _("Not genuine: changed after we sealed it."),
        Finding.UNRECORDED: _("Not genuine: sealed by us, but not on record here."),
        Finding.UNTRUSTED: _("Not genuine: on record, but its seal is by no authority that is trusted today."),
    }.get(found.finding, _("Not ours, or damaged beyond recognition."))
