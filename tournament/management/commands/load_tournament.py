"""`load_tournament FILE`: a tournament file as a new tournament."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.audit.services import Author
from tournament.exchange.origin import origin_of
from tournament.exchange.services import LoadError, load
from tournament.exchange.shape import Unreadable, read


class Command(BaseCommand):
    help = "Loads a tournament file into a new tournament. All of it or, with every error and its path, nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the tournament file; - for the standard input")
        parser.add_argument("--slug", help="load it under this address instead of the file's own")
        parser.add_argument("--changed", action="store_true", help="even if it was changed after it was signed")

    def handle(self, *, file: str, slug: str | None, changed: bool, **options: Any) -> None:
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            document = read(raw)
            tournament = load(document, by=Author(), slug=slug, although_changed=changed)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except (Unreadable, LoadError) as error:
            raise CommandError(str(error)) from None
        rounds, entries = tournament.rounds.count(), tournament.entries.count()
        self.stdout.write(f"{tournament.slug}: {tournament.name}, {entries} entries, {rounds} rounds")
        self.stdout.write(str(origin_of(document)))
