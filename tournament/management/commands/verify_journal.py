"""`manage.py verify_journal [SLUG]`: whether journals are as they were written, and if not, which record isn't."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.audit.chain import Verdict, holds, verify
from tournament.audit.words import fault_words
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Says whether the journal of a tournament, or of each, is intact. Exit code 0: all of them are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="of the tournament; without it, all of them")
        parser.add_argument(
            "--hash", help="the hash of a last record that was noted down: is it still in the journal? Needs a slug"
        )

    def handle(self, *, slug: str | None, hash: str | None, **options: Any) -> None:
        if hash and not slug:
            raise CommandError(_("Say which tournament's journal the hash is of."))
        broken = [tournament.slug for tournament in _asked(slug) if not self._is_intact(tournament, hash)]
        if broken:
            raise CommandError(_("Not intact: %(slugs)s.") % {"slugs": ", ".join(broken)})

    def _is_intact(self, tournament: Tournament, noted: str | None) -> bool:
        records = list(tournament.journal.all())
        verdict = verify(records)
        self.stdout.write(f"{tournament.slug}: {_summary(verdict)}")
        for fault in verdict.faults:
            self.stdout.write(f"  {fault_words(fault)}")
        if noted and not holds(records, noted):
            self.stdout.write("  " + _("The hash isn't in the journal: it was rewritten, or its end cut off."))
            return False
        return verdict.intact


def _asked(slug: str | None) -> Iterable[Tournament]:
    tournaments = Tournament.objects.order_by("slug")
    if slug is None:
        return tournaments
    if not tournaments.filter(slug=slug).exists():
        raise CommandError(_("There is no tournament «%(slug)s».") % {"slug": slug})
    return tournaments.filter(slug=slug)


def _summary(verdict: Verdict) -> str:
    records = ngettext("%(count)d record", "%(count)d records", verdict.records) % {"count": verdict.records}
    said = [records, _("intact") if verdict.intact else _("not intact")]
    if verdict.erased:
        said.append(
            ngettext("a person erased from %(count)d", "persons erased from %(count)d", len(verdict.erased))
            % {"count": len(verdict.erased)}
        )
    return ", ".join(said) + (_("; last hash %(hash)s") % {"hash": verdict.head} if verdict.head else "")
