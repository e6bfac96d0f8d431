"""Whole Swiss events drawn, published and played through the services, and every draw of them verified (R13.1).

Nothing stays: each event is rolled back when its draws are checked. `make simulate` plays five thousand.
"""

import time
from collections import Counter
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

import scoring
from tournament.audit.services import Author
from tournament.draw import services as draw
from tournament.draw.checks import Finding, verify
from tournament.draw.policy import StagePolicy
from tournament.draw.queries import drawn_rounds
from tournament.entries import services as entries
from tournament.entries.queries import Application
from tournament.models import Entry, Protocol, Round, Stage
from tournament.planning import services as planning

BY = Author()
WITHDRAWS, RETURNS = 0.04, 0.3
"""How likely a pair withdraws before a round, and how likely it returns."""


class Command(BaseCommand):
    help = "Play Swiss events to the end, verify every draw, and leave nothing behind."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--events", type=int, default=10, metavar="N", help="how many (10)")
        parser.add_argument("--pairs", type=int, nargs=2, default=(8, 64), metavar=("LEAST", "MOST"))
        parser.add_argument("--rounds", type=int, nargs=2, default=(5, 9), metavar=("LEAST", "MOST"))
        parser.add_argument("--seed", default="1", help="of all chance; the same seed plays the same events (1)")

    def handle(self, *, events: int, pairs: list[int], rounds: list[int], seed: str, **options: Any) -> None:
        if events < 1 or not 2 <= pairs[0] <= pairs[1] or not 1 <= rounds[0] <= rounds[1]:
            raise CommandError("At least one event, two pairs and one round; the least first, then the most.")
        begun, done, broken = time.monotonic(), 0, Counter[str]()
        for event in range(events):
            chance = Random(f"{seed}/{event}")  # noqa: S311 -- repeatable on purpose
            with transaction.atomic():
                findings, played = _Event(chance, chance.randint(*pairs)).play(chance.randint(*rounds))
                transaction.set_rollback(True)
            done += played
            broken.update(finding.breach.code for finding in findings)
            for finding in findings:
                if finding.avoidable:
                    raise CommandError(f"Event {event} of seed {seed}: avoidable {finding.breach} in {finding.round}.")
        said = ", ".join(f"{code} {times}" for code, times in sorted(broken.items())) or "none"
        took = time.monotonic() - begun
        self.stdout.write(f"{events} events, {done} rounds in {took:.0f} s. Avoidable breaches: none.")
        self.stdout.write(f"Breaches that no draw could avoid: {said}.")


class _Event:
    """One event of a Swiss with a policy by chance; pairs withdraw and return on the way."""

    def __init__(self, chance: Random, pairs: int) -> None:
        self.chance = chance
        cup = planning.create_tournament(
            name="Simulation",
            venue="",
            timezone="UTC",
            regulations=scoring.Regulations.from_dict({"preset": "fdr", "target": 100, "detail": "totals"}),
            stage_name="Swiss",
            system=Stage.System.SWISS.value,
            by=BY,
        )
        applications = {
            number: Application((f"{number} A", f"{number} B"), club=f"Club {chance.randint(1, 6)}")
            for number in range(1, pairs + 1)
        }
        entries.import_pairs(tournament=cup, applications=applications, by=BY)
        self.stage = cup.stages.get()
        draw.set_policy(stage=self.stage, policy=self._policy(), by=BY)

    def _policy(self) -> StagePolicy:
        apart: list[str | int] = ["never", "where_possible", 2]
        return StagePolicy(
            first=self.chance.choice(["seed", "lots"]),
            within=self.chance.choice(["adjacent", "fold"]),
            apart=self.chance.choice(apart),
        )

    def play(self, rounds: int) -> tuple[list[Finding], int]:
        """All findings of the checks, and how many rounds were played."""
        for number in range(1, rounds + 1):
            self._come_and_go(number)
            round_ = draw.propose_swiss(stage=self.stage, seed=str(self.chance.random()), by=BY)
            draw.publish(round_=round_, by=BY)
            self._confirm(round_)
        return verify(drawn_rounds(self.stage)), rounds

    def _come_and_go(self, number: int) -> None:
        registered = list(self.stage.tournament.entries.all())
        left = sum(entry.withdrawn_from is None for entry in registered)
        for entry in registered:
            if entry.withdrawn_from is not None and self.chance.random() < RETURNS:
                Entry.objects.filter(pk=entry.pk).update(withdrawn_from=None)
                left += 1
            elif entry.withdrawn_from is None and left > 2 and self.chance.random() < WITHDRAWS:
                Entry.objects.filter(pk=entry.pk).update(withdrawn_from=number)
                left -= 1

    def _confirm(self, round_: Round) -> None:
        """Totals by chance at every table. Writing deals would cost hours and change nothing for the draw."""
        for protocol in Protocol.objects.filter(partida__round=round_):
            protocol.parts, protocol.state = [self._points()], Protocol.State.CONFIRMED.value
            protocol.save()

    def _points(self) -> list[int]:
        loser = self.chance.randint(0, 99)
        return self.chance.choice([[100, loser], [loser, 100]])
