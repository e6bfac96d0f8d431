"""`manage.py doctor`: what is wrong with this installation, and what to do about it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tournament.safety.health import FAULT, examine
from tournament.safety.words import finding_words, level_words


class Command(BaseCommand):
    help = "Says what is wrong with this installation and what to do. Exit code 0: nothing that keeps it from working."
    # It is there for installations that aren't well.
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = examine()
        for finding in found:
            what, todo = finding_words(finding)
            self.stdout.write(f"{level_words(finding)}: {what}\n    → {todo}")
        if not found:
            self.stdout.write(_("All is well."))
        if any(finding.level == FAULT for finding in found):
            sys.exit(1)
