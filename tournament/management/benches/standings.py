"""How long standings take, and how that grows with the field: the ranking alone, and what is read for it."""

from argparse import ArgumentParser
from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

import scoring
from tournament.audit.services import Author
from tournament.management.aside import database_aside
from tournament.management.simulation.course import RULES
from tournament.models import Entry, Partida, Protocol, Round, Seat, Stage
from tournament.planning import services as planning
from tournament.standings import queries
from tournament.standings.results import played

from .draw import at_least, exponent
from .program import enrol

HELP = "Ranks tournaments of several sizes and prints the milliseconds of the processor."

CRITERIA = ("wins", "head_to_head", "buchholz", "sonneborn_berger", "difference", "points_for")
REPEATS = 5
"""Each is done so often; the quickest counts, since whatever disturbs it only ever adds."""
BATCH = 400
BY = Author()


def add_arguments(parser: ArgumentParser) -> None:
    """The sizes of the tournaments, and by what they are ranked."""
    sizes = [125, 250, 500, 1000, 2000, 4000]
    parser.add_argument("--entries", type=at_least(2), nargs="+", default=sizes, metavar="N")
    parser.add_argument("--rounds", type=at_least(1), default=15)
    parser.add_argument("--criteria", choices=scoring.CRITERIA_CODES, nargs="+", default=CRITERIA, metavar="CRITERION")
    parser.add_argument("--seed", default="bench")
    parser.add_argument(
        "--through",
        type=at_least(2),
        nargs="*",
        default=[250, 1000],
        metavar="N",
        help="sizes that are also read from a database of their own (250, 1000)",
    )


def run(
    write: Callable[[str], Any],
    *,
    entries: Sequence[int],
    rounds: int,
    criteria: Sequence[str],
    seed: str,
    through: Sequence[int],
    **options: Any,
) -> None:
    """Ranks a tournament of each size; at the end, the power of the number of entries with which the time grows.

    options: Django's own, which don't matter here.
    """
    seconds = {}
    for count in entries:
        seconds[count] = quickest(_ranking(count, rounds, criteria, seed))
        write(f"{count:5} entries, {rounds} rounds, {len(criteria)} criteria: rank {seconds[count] * 1000:.1f} ms")
    if len(seconds) > 1:
        write(f"The time grows with the number of entries to the power of {exponent(seconds):.2f}.")
    rules = RULES.replace(criteria=tuple(criteria))
    for count in through:
        with database_aside():
            write(f"{count:5} entries from the database: {of_database(count, rounds, seed, rules)}")


def _ranking(count: int, rounds: int, criteria: Sequence[str], seed: str) -> Callable[[], object]:
    """The ranking of so many entries, ready to be done; each has its number as rank at entry and as lot."""
    results = list(_results(count, rounds, seed))
    entries: dict[Hashable, int] = {number: number for number in range(1, count + 1)}
    return lambda: scoring.rank(list(entries), results, criteria, seeds=entries, lots=entries)


def quickest(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes at best."""
    took = []
    for _time in range(REPEATS):
        before = process_time()
        work()
        took.append(process_time() - before)
    return min(took)


def of_database(count: int, rounds: int, seed: str, rules: scoring.Regulations) -> str:
    """What is read for standings, and what is reckoned from it, each in milliseconds."""
    stage = stage_played(count, rounds, seed, rules)
    of_stage = list(stage.rounds.select_related("regulations", "tournament"))
    read = quickest(lambda: played(stage, of_stage, {}))
    table = queries.table(stage)
    ranked = quickest(lambda: table.under(rules))
    whole = quickest(lambda: queries.table(stage))
    parts = f"load {read * 1000:.0f} ms, rank {ranked * 1000:.0f} ms"
    return f"{parts}, all of the table {whole * 1000:.0f} ms for {count // 2 * rounds} partidas"


# -- what is ranked ------------------------------------------------------------------------------------------


def _meetings(count: int, rounds: int, seed: str) -> Iterator[tuple[int, list[tuple[int, int, int, int]]]]:
    """Round by round who meets whom with how many points; with an odd number one stays out."""
    chance = Random(seed)  # noqa: S311 -- repeatable on purpose
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, count + 1), count)
        pairs = zip(order[::2], order[1::2], strict=False)
        yield number, [(a, b, 100, chance.randrange(100)) for a, b in pairs]


def _results(count: int, rounds: int, seed: str) -> Iterator[scoring.Result]:
    for number, meetings in _meetings(count, rounds, seed):
        for a, b, high, low in meetings:
            won = scoring.SeatResult("played", True, False, high, low, high - low)
            lost = scoring.SeatResult("played", False, True, low, high, low - high)
            yield scoring.Result.of(won, entry=a, round=number, opponents=(b,))
            yield scoring.Result.of(lost, entry=b, round=number, opponents=(a,))


def stage_played(count: int, rounds: int, seed: str, rules: scoring.Regulations) -> Stage:
    """A stage with so many rounds, all confirmed; written in few queries, for that isn't what is measured."""
    cup = planning.create_tournament(
        name="Bench", venue="", timezone="UTC", regulations=rules, stage_name="Swiss", system="swiss", by=BY
    )
    enrol(cup, dict.fromkeys(range(1, count + 1), ""))
    stage = cup.stages.get()
    entries = {entry.number: entry for entry in cup.entries.prefetch_related("members")}
    for number, meetings in _meetings(count, rounds, seed):
        round_ = Round.objects.create(
            tournament=cup,
            stage=stage,
            number=number,
            state=Round.State.CLOSED.value,
            regulations=cup.regulations,
        )
        _write_down(round_, meetings, entries)
    return stage


def _write_down(round_: Round, meetings: Sequence[tuple[int, int, int, int]], entries: dict[int, Entry]) -> None:
    partidas = Partida.objects.bulk_create(
        [Partida(round=round_, table=table) for table in range(1, len(meetings) + 1)], batch_size=BATCH
    )
    tables = list(zip(partidas, meetings, strict=True))
    Seat.objects.bulk_create(
        (
            Seat(partida=partida, round=round_, number=seat, entry=entry, slot=member.slot, player_id=member.player_id)
            for partida, (a, b, *_points) in tables
            for first, entry in ((1, entries[a]), (2, entries[b]))
            for seat, member in zip((first, first + 2), entry.members.all(), strict=True)
        ),
        batch_size=BATCH,
    )
    Protocol.objects.bulk_create(
        (
            Protocol(partida=partida, state=Protocol.State.CONFIRMED.value, parts=[[high, low]])
            for partida, (_a, _b, high, low) in tables
        ),
        batch_size=BATCH,
    )
