"""`manage.py verify_draw SLUG`: every drawn round of a tournament, checked anew from what is on record (R13.1)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.draw import individual
from tournament.draw.checks import Finding, proven, verify
from tournament.draw.individual_checks import verify_individual
from tournament.draw.queries import drawn_rounds, policy_of
from tournament.models import Stage, Tournament
from tournament.phrases import breach_sentence

# Systems in which nobody meets twice on purpose; a bracket or a second leg may bring two together again.
ONCE = (Stage.System.SWISS.value,)


class Command(BaseCommand):
    help = (
        "Checks all draws of a tournament from its history alone. Exit code 0: nothing was broken that could be kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    def handle(self, *, slug: str, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{slug}”.")
        avoidable = 0
        for stage in tournament.stages.all():
            findings, proofs = _findings(stage), _proofs(stage)
            avoidable += sum(bool(finding.avoidable) for finding in findings)
            self.stdout.write(f"{stage.name} ({stage.get_system_display()}), {stage.rounds.count()} rounds:")
            for line in [*map(_line, findings), *proofs]:
                self.stdout.write(f"  {line}")
            if not findings:
                self.stdout.write("  no rule is broken")
        if avoidable:
            raise CommandError(f"{avoidable} breaches could have been avoided.")


def _forbidden(stage: Stage) -> set[frozenset[int]]:
    return {frozenset(pair.entries) for pair in policy_of(stage).forbidden}


def _proofs(stage: Stage) -> list[str]:
    """The proofs on record, counted again; partners drawn anew have none."""
    if stage.is_individual:
        return []
    return [
        f"round {number}: the proof on record, counted again: {least} pairings had to break a rule"
        if least
        else f"round {number}: the proof on record proves nothing"
        for number, least in proven(drawn_rounds(stage), forbidden=_forbidden(stage)).items()
    ]


def _findings(stage: Stage) -> list[Finding]:
    """What the checks find; where two may meet again by the system, a rematch is no breach."""
    if stage.is_individual:
        return verify_individual(individual.drawn_rounds(stage))
    found = verify(drawn_rounds(stage), forbidden=_forbidden(stage))
    return [finding for finding in found if stage.system in ONCE or finding.breach.code != "rematch"]


def _line(finding: Finding) -> str:
    said = breach_sentence(finding.breach.code, finding.breach.entries)
    judged = {True: " AVOIDABLE", False: " No draw could avoid it.", None: ""}
    return f"round {finding.round}: {said}{judged[finding.avoidable]}"
