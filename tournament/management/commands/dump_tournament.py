"""`dump_tournament SLUG`: a tournament as a tournament file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.exchange.origin import signed
from tournament.exchange.queries import dump
from tournament.models import Tournament


class Command(BaseCommand):
    help = "Writes a tournament as a tournament file; load_tournament reads it back to the same."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument("--output", metavar="FILE", help="a file instead of the standard output")

        parser.add_argument("--unsigned", action="store_true", help="without saying where it comes from")

    def handle(self, *, slug: str, output: str | None, unsigned: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament «{slug}».")
        document = dump(tournament)
        if not unsigned:
            document = signed(document, tournament.version)
        text = json.dumps(document, ensure_ascii=False, indent=1)
        if output is None:
            self.stdout.write(text)
            return
        try:
            Path(output).write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}") from None
