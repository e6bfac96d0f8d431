"""`manage.py explain_draw SLUG ROUND`: why these pairs meet, as it was recorded with the draw (R13.1)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.draw.words import drawn_tables, verdict
from tournament.models import Round
from tournament.protocols.lists import tables


class Command(BaseCommand):
    help = "Says for each table of a round why these pairs meet, what had to be broken, and the proof of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("round", type=int)

    def handle(self, *, slug: str, **options: Any) -> None:
        rounds = Round.objects.select_related("tournament", "stage", "regulations")
        round_ = rounds.filter(tournament__slug=slug, number=options["round"]).first()
        if round_ is None:
            raise CommandError(f"There is no round {options['round']} in a tournament “{slug}”.")
        for table in drawn_tables(round_, tables(round_)):
            self.stdout.write(f"{table.line.table or '—'}: {' — '.join(side.name for side in table.line.sides)}")
            for reason in table.why:
                self.stdout.write(f"    {reason}")
        said = verdict(round_.draw)
        for line in (*said.repeats, *said.broken, said.proof) if said else ():
            if line:
                self.stdout.write(line)
