"""What things cost as an installation grows: by its tournaments, and by the pairs and rounds of the one measured."""

import logging
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection
from django.test.utils import override_settings

from tournament.management.aside import same_engine_aside

from .copying import COPIED
from .costs import COSTS, Cost, cost_of
from .draw import at_least
from .hottest import hottest
from .scene import Scene, Size

HELP = "Measures acts, pages and housekeeping in installations of several sizes, and how their cost grows."

Table = dict[str, list[Cost]]


def add_arguments(parser: ArgumentParser) -> None:
    """The sizes: the first of each is that at which the others are varied."""
    parser.add_argument("--tournaments", type=at_least(1), nargs="+", default=[1, 100, 10_000], metavar="N")
    parser.add_argument("--pairs", type=at_least(40), nargs="+", default=[136], metavar="N")
    parser.add_argument("--rounds", type=at_least(1), nargs="+", default=[4], metavar="N")
    parser.add_argument(
        "--deals", type=at_least(0), default=2_000_000, help="altogether, with the most tournaments (2,000,000)"
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT", help="only what has one of these in its name")
    parser.add_argument("--hottest", action="store_true", help="instead: the ten queries that a hall asks most")


def run(
    write: Callable[[str], Any],
    *,
    tournaments: Sequence[int],
    pairs: Sequence[int],
    rounds: Sequence[int],
    deals: int,
    only: Sequence[str],
    hottest: bool,
    **options: Any,
) -> None:
    """Prints a table of each thing that grows, as Markdown.

    options: Django's own, which don't matter here.
    """
    if hottest:
        _hottest(write, Size(tournaments[0], pairs[0], rounds[0]), deals)
        return
    base = {"tournaments": tournaments[0], "pairs": pairs[0], "rounds": rounds[0]}
    for what, sizes in (("tournaments", tournaments), ("pairs", pairs), ("rounds", rounds)):
        if len(sizes) > 1 or what == "tournaments":
            measured = [Size(**base | {what: size}) for size in sizes]
            _print(write, what, sizes, _measured(write, measured, deals, only))


def _measured(write: Callable[[str], Any], sizes: Sequence[Size], deals: int, only: Sequence[str]) -> Table:
    """The costs in installations of these sizes, one after another, each on a database of its own."""
    most = max(size.tournaments for size in sizes)
    table: Table = {}
    for size in sizes:
        with installation(size, deals, most) as scene:
            rows = ", ".join(f"{model.__name__} {model._default_manager.count():,}" for model in COPIED)
            write(f"{connection.vendor}: {size.tournaments:,} tournaments, that of {size.pairs:,} pairs: {rows}")
            for each in COSTS:
                if not only or any(text in each.name for text in only):
                    table.setdefault(each.name, []).append(cost_of(each, scene))
    return table


@contextmanager
def installation(size: Size, deals: int, most: int) -> Iterator[Scene]:
    """An installation with database, files, backups and caches of its own; at the end all of it is gone."""
    with TemporaryDirectory(prefix="domino-growth-") as folder, same_engine_aside():
        own = {
            "DATA_DIR": Path(folder),
            "MEDIA_ROOT": Path(folder) / "files",
            "BACKUP_DIR": Path(folder) / "backups",
            "METRICS_TOKEN": "growth",
            "REDIS_URL": "",
            "JOBS_THREAD": False,
            "ALLOWED_HOSTS": ["localhost"],
            "SECURE_SSL_REDIRECT": False,
            "SECOND_FACTOR": "",
            "CACHES": {
                name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": f"growth-{name}"}
                for name in ("default", "pages")
            },
        }
        # Each log-in and each job would say so, and be part of what is measured.
        logging.disable(logging.WARNING)
        try:
            with override_settings(**own):
                yield Scene(size, deals, most)
        finally:
            logging.disable(logging.NOTSET)


# -- tables ---------------------------------------------------------------------------------------------------------


def _print(write: Callable[[str], Any], what: str, sizes: Sequence[int], table: Table) -> None:
    heads = [what, *(f"{size:,}" for size in sizes), "queries", "MB", "grows"]
    write("")
    write(_line(heads))
    write(_line(["---"] * len(heads)))
    for name, costs in table.items():
        memory = costs[-1].memory
        times = [_milliseconds(cost.seconds) for cost in costs]
        write(_line([name, *times, _queries(costs), f"{memory:.1f}" if memory else "", power(sizes, costs)]))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


def _queries(costs: Sequence[Cost]) -> str:
    """How many there are at each size; once where that is always the same."""
    found = [str(cost.queries) for cost in costs]
    return found[0] if len(set(found)) == 1 else " → ".join(found)


def power(sizes: Sequence[int], costs: Sequence[Cost]) -> str:
    """The power of the size with which the time grows between the last two; before them much else counts."""
    if len(sizes) < 2:
        return ""
    (small, large), (before, after) = sizes[-2:], (cost.seconds for cost in costs[-2:])
    return f"n^{log(after / before) / log(large / small):.2f}"


def _hottest(write: Callable[[str], Any], size: Size, deals: int) -> None:
    with installation(size, deals, size.tournaments) as scene:
        write(_line(["a minute", "query", "plan"]))
        write(_line(["---"] * 3))
        for query in hottest(scene):
            write(_line([f"{query.times:,.0f}", f"`{query.sql}`", "; ".join(query.plan())]))
