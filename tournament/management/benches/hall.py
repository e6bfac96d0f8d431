"""A hall in which all referees write at once, on a laptop or on a server: nothing lost or double, and how quickly.

Each pause is played by itself: with one of some seconds the page is shown after each deal, as it is in life, where a
deal takes a minute and more, and what counts is how long a referee waits; without any pause it is how many deals a
second can be written.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError
from django.test import override_settings

from tournament.management.simulation.hall import Hall, on_a_laptop, on_a_server
from tournament.management.simulation.phones import Written

HELP = (
    "Referees write deals at once, with lost answers and repeated keys: none is lost, none double; how long it takes."
)

SLOWEST = 300.0
"""Milliseconds in which 99 of 100 deals have to be saved where there is a pause between two of them."""


def add_arguments(parser: ArgumentParser) -> None:
    """How large the hall is, how long it is watched, and where the program runs."""
    for name, default, of in (
        ("referees", 40, "referees, a process each"),
        ("pairs", 160, "pairs that are registered"),
        ("deals", 12, "deals of a partida"),
        ("seconds", 120, "seconds in which they write, with each pause; the last round is played to its end"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{of} ({default})")
    parser.add_argument("--seed", default="1", help="of all chance (1)")
    parser.add_argument(
        "--pause",
        type=float,
        nargs="+",
        default=[10.0, 0.0],
        metavar="SECONDS",
        help="at most, between two deals of a referee; 0: as fast as it goes (10 0)",
    )
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="a PostgreSQL server, postgres://…: a database is made there and dropped; without it, SQLite on a laptop",
    )
    parser.add_argument("--redis", default="", metavar="URL", help="of the server: a Redis that nobody else uses")


def run(write: Callable[[str], Any], *, database: str, redis: str, pause: list[float], **options: Any) -> None:
    """Prints what was measured; an error where a deal is lost or double, any error was shown, or it took too long."""
    if bool(database) != bool(redis):
        raise CommandError("A server has both, --database and --redis; a laptop has neither.")
    where = "gunicorn's processes, PostgreSQL, Redis, a worker" if database else "one process of eight threads, SQLite"
    write(f"{options['pairs']} pairs, {options['referees']} referees who write at once; {where}:")
    # What these rounds ask to be done later is done by the served program.
    with override_settings(JOBS_THREAD=False, REDIS_URL=""):
        for each in pause:
            _play(write, each, options, database, redis)
    write("Nothing that was acknowledged is lost, nothing is there twice, no error was shown.")


def _play(write: Callable[[str], Any], pause: float, options: dict[str, Any], database: str, redis: str) -> None:
    hall = Hall(options["pairs"], options["referees"], options["seed"], options["deals"], pause)
    total, rounds = Written(), 0
    with on_a_server(database, redis) if database else on_a_laptop() as port:
        for written in hall.play(port, options["seconds"]):
            rounds += 1
            total.add(written)
    write(f"pause {pause:g} s, {rounds} rounds in {total.seconds:.0f} s: {total}")
    faults = total.faults[:20] + ([f"{len(total.outages)} requests got no answer"] if total.outages else [])
    if pause and total.p99 >= SLOWEST:
        faults.append(f"99 of 100 deals are saved in {total.p99:.0f} ms, which is more than {SLOWEST:.0f}")
    if faults:
        raise CommandError("\n".join(faults))
