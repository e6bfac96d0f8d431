"""`standings SLUG`: the standings as the page shows them."""

import csv
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Round, Stage, Tournament
from tournament.phrases import place_label
from tournament.planning.queries import current_stage
from tournament.standings.queries import table

COLUMNS = (
    "place",
    "entry",
    "players",
    "played",
    "wins",
    "losses",
    "points_for",
    "points_against",
    "difference",
)


class Command(BaseCommand):
    help = "Prints the standings of a tournament's stage: the one being played, unless another is asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument("--format", choices=["table", "csv", "json"], default="table")
        parser.add_argument("--after", type=int, metavar="ROUND", help="as they were after this round")
        parser.add_argument("--stage", type=int, metavar="N", help="the number of the stage, from 1")

    def handle(self, *, slug: str, format: str, after: int | None, stage: int | None, **options: Any) -> None:
        shown = _stage(slug, stage, after)
        try:
            rows = [row.as_dict() for row in table(shown, after=after).rows]
        except Round.DoesNotExist:
            raise CommandError(f"Stage {shown.number} has no published round {after}.") from None
        if format == "json":
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
        elif format == "csv":
            self._write_csv(rows)
        else:
            self._write_table(rows)

    def _write_csv(self, rows: list[dict[str, Any]]) -> None:
        writer = csv.writer(self.stdout)
        writer.writerow(COLUMNS)
        writer.writerows(_cells(row) for row in rows)

    def _write_table(self, rows: list[dict[str, Any]]) -> None:
        lines = [list(COLUMNS), *(_cells(row) for row in rows)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
        names = COLUMNS.index("players")
        for line in lines:
            padded = (
                cell.ljust(width) if column == names else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            self.stdout.write("  ".join(padded).rstrip())


def _stage(slug: str, number: int | None, after: int | None) -> Stage:
    """The stage that is asked for: by number, by one of its rounds, or the one that is being played."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise CommandError(f"There is no tournament «{slug}».")
    if number is not None:
        found = tournament.stages.filter(number=number).first()
    elif after is not None:
        found = tournament.stages.filter(rounds__number=after).first()
    else:
        found = current_stage(tournament)
    if found is None:
        raise CommandError(f"The tournament «{slug}» has no such stage or round.")
    return found


def _cells(row: dict[str, Any]) -> list[str]:
    """A row as text; the players of a pair in one cell, the group's letter before the place."""
    row = row | {"place": place_label(row["place"], row.get("group"))}
    return [" / ".join(row[name]) if name == "players" else str(row[name]) for name in COLUMNS]
