"""How long Swiss draws take, and how that grows with the field: by the systems alone, and through the program."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any, get_args

from tournament.draw.systems.field import Policy, Within
from tournament.draw.systems.lots import lot
from tournament.draw.systems.swiss import draw
from tournament.management.aside import database_aside

from . import countries as by_countries
from .event import Event
from .program import play_through
from .watch import Watch, given_up

HELP = "Plays Swiss tournaments and prints the seconds of each part of each draw."


def add_arguments(parser: ArgumentParser) -> None:
    """The size of the tournaments and how they are drawn."""
    sizes = [250, 500, 1000, 2000, 4000]
    parser.add_argument("--entries", type=at_least(2), nargs="+", default=sizes, metavar="N")
    parser.add_argument("--rounds", type=at_least(1), default=9)
    parser.add_argument("--within", choices=get_args(Within), default="adjacent")
    parser.add_argument("--countries", type=at_least(0), default=0, help="kept apart where possible; 0: none")
    parser.add_argument("--seed", default="bench")
    parser.add_argument(
        "--through",
        type=at_least(2),
        nargs="*",
        default=[1000],
        metavar="N",
        help="sizes that are also played through the services, on a database of their own (1000)",
    )
    parser.add_argument(
        "--countries-file",
        type=Path,
        metavar="CSV",
        help="instead: the pairs of each country, kept apart in each round",
    )


def at_least(least: int) -> Callable[[str], int]:
    """An integer that isn't smaller."""

    def number(text: str) -> int:
        if (value := int(text)) < least:
            raise ArgumentTypeError(f"{value} is too small: at least {least}")
        return value

    return number


def run(
    write: Callable[[str], Any],
    *,
    entries: Sequence[int],
    rounds: int,
    within: Within,
    countries: int,
    seed: str,
    through: Sequence[int],
    countries_file: Path | None = None,
    **options: Any,
) -> None:
    """Plays a tournament of each size; at the end, the power of the number of entries with which the time grows.

    options: Django's own, which don't matter here.
    """
    if countries_file:
        by_countries.run(write, countries_file, rounds=rounds, within=within, seed=seed)
        return
    seconds = {}
    for count in entries:
        event = Event(countries_by_lots(count, countries, seed), seed)
        seconds[count] = sum(_round(event, number, within, write) for number in range(1, rounds + 1))
        write(f"{count} entries, {rounds} rounds: {seconds[count]:.3f} s")
    if len(seconds) > 1:
        write(f"The time grows with the number of entries to the power of {exponent(seconds):.2f}.")
    for count in through:
        with database_aside():
            play_through(countries_by_lots(count, countries, seed), rounds, within, seed, write)


def countries_by_lots(count: int, countries: int, seed: str) -> dict[int, str]:
    """The country of each entry; "" where there are none."""
    return {number: str(lot(number, seed)[0] % countries) if countries else "" for number in range(1, count + 1)}


def _round(event: Event, number: int, within: Within, write: Callable[[str], Any]) -> float:
    """Draws a round, writes a line about it, and plays it; the seconds of the draw."""
    watch = Watch()
    proposal = draw(event.field(), Policy(within, "where_possible", number, event.seed), watch=watch)
    event.check(proposal)
    watch("check")
    write(f"{len(event.numbers):5} entries, round {number}:  {watch}  |  {given_up(proposal.cost)}")
    event.play(proposal, number)
    return watch.total


def exponent(seconds: dict[int, float]) -> float:
    """The slope of the straight line through the logarithms, by least squares."""
    points = [(log(count), log(took)) for count, took in seconds.items()]
    x_mean, y_mean = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    slope: float = sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)
    return slope
