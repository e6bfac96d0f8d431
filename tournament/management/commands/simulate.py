"""Whole Swiss events drawn and played, and every draw of them verified (R13.1).

Each event is played by the systems alone; every tenth also through the services, with the database, and has to come
out the same. Nothing of the program's own data is touched. `make simulate` plays five thousand. Referees who write at
once are rehearsed by `bench hall`.
"""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.management.aside import database_aside
from tournament.management.simulation.verdict import Verdict
from tournament.management.simulation.workers import play_all

NEWS_SECONDS = 2
KINDS = ("bye", "walkover", "both_absent", "withdrawals", "returns", "kept tables")


class Command(BaseCommand):
    help = "Play Swiss events to the end, verify every draw, and leave nothing behind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--events", type=int, default=10, metavar="N", help="how many (10)")
        parser.add_argument("--first", type=int, default=0, metavar="EVENT", help="the number of the first (0)")
        parser.add_argument("--pairs", type=int, nargs=2, default=(8, 64), metavar=("LEAST", "MOST"))
        parser.add_argument("--rounds", type=int, nargs=2, default=(5, 9), metavar=("LEAST", "MOST"))
        parser.add_argument("--seed", default="1", help="of all chance; the same seed plays the same events (1)")
        parser.add_argument(
            "--through", type=int, default=10, metavar="N", help="every N-th also through the services; 0: none (10)"
        )
        parser.add_argument("--processes", type=int, default=0, metavar="N", help="0: all in this one (0)")

    def handle(self, *, events: int, first: int, pairs: list[int], rounds: list[int], **options: Any) -> None:
        if events < 1 or first < 0 or not 2 <= pairs[0] <= pairs[1] or not 1 <= rounds[0] <= rounds[1]:
            raise CommandError("At least one event, two pairs and one round; the least first, then the most.")
        if options["through"] < 0 or options["processes"] < 0:
            raise CommandError("--through and --processes are numbers from 0.")
        self.seed, self.begun = options["seed"], time.monotonic()
        course = {"seed": self.seed, "pairs_between": tuple(pairs), "rounds_between": tuple(rounds)}
        wanted = range(first, first + events)
        if options["processes"]:
            total = self._play(wanted, course, options)
        else:
            with database_aside():
                total = self._play(wanted, course, options)
        self._report(total)

    def _play(self, wanted: range, course: dict[str, Any], options: dict[str, Any]) -> Verdict:
        """All verdicts added up, with news on the way; the first fault ends it."""
        total, told = Verdict(), time.monotonic()
        playing = play_all(wanted, processes=options["processes"], through_every=options["through"], course=course)
        for event, verdict in playing:
            if verdict.faults:
                self._fail(event, verdict, course)
            total.add(verdict)
            if time.monotonic() - told >= NEWS_SECONDS:
                told = time.monotonic()
                self._tell(total, len(wanted))
        return total

    def _fail(self, event: int, verdict: Verdict, course: dict[str, Any]) -> None:
        pairs, rounds = (" ".join(map(str, course[key])) for key in ("pairs_between", "rounds_between"))
        raise CommandError(
            f"Event {event} of seed {self.seed}: {'; '.join(verdict.faults)}.\n"
            f"The same again: manage.py simulate --seed {self.seed} --first {event} --events 1 --through 1 "
            f"--pairs {pairs} --rounds {rounds}"
        )

    def _tell(self, total: Verdict, events: int) -> None:
        took = time.monotonic() - self.begun
        self.stdout.write(
            f"{total.events} of {events} events, {total.rounds} rounds, {took:.0f} s: "
            f"{total.draws_broken} draws had to break a rule, 0 needn't have"
        )
        self.stdout.flush()

    def _report(self, total: Verdict) -> None:
        took = time.monotonic() - self.begun
        broken = ", ".join(f"{code} {times}" for code, times in sorted(total.broken.items())) or "none"
        self.stdout.write(f"{total.events} events, {total.rounds} rounds in {took:.0f} s. Avoidable breaches: none.")
        self.stdout.write(
            f"By the systems alone: {total.events}; of these also through the services and the database, "
            f"with the same draws: {total.through}."
        )
        self.stdout.write("On the way: " + ", ".join(f"{kind} {total.seen[kind]}" for kind in KINDS) + ".")
        self.stdout.write(f"Breaches that no draw could avoid: {broken}.")
        if total.draws_broken:
            self.stdout.write(
                f"They are in {total.draws_broken} draws, {total.proofs} with a proof that counting confirms; in "
                f"{total.in_full} it proves all of them, in the others a search over all pairings does."
            )
