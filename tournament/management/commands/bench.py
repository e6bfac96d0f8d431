"""`bench WHAT`: how long heavy work takes on this machine, and what the checks of a deal are good for."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournament.management.benches import draw, growth, hall, load, pdf, slips, standings

BENCHES = {
    "draw": draw,
    "growth": growth,
    "hall": hall,
    "load": load,
    "pdf": pdf,
    "slips": slips,
    "standings": standings,
}
"""What can be measured. A module has a HELP, `add_arguments(parser)`, and `run(write, *, its arguments, **options)`."""


class Command(BaseCommand):
    help = "Measures the program: how long its heavy work takes, how many slips its checks catch."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
        for name, bench in BENCHES.items():
            bench.add_arguments(what.add_parser(name, help=bench.HELP, description=bench.HELP))

    def handle(self, *, what: str, **options: Any) -> None:
        BENCHES[what].run(self.stdout.write, **options)
