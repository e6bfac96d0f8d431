"""Reads about the plan of a tournament."""

from collections.abc import Mapping

import scoring
from tournament.models import Round, Stage, Tournament


def current_stage(tournament: Tournament) -> Stage | None:
    """The stage that is being played: the last one with a round, else the first; None while nothing is planned."""
    stages = tournament.stages.all()
    return stages.filter(rounds__isnull=False).distinct().last() or stages.first()


def current_round(tournament: Tournament) -> Round | None:
    """The first published round that isn't closed, else the last published one; None before the first."""
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value).select_related("stage", "regulations")
    return published.filter(state=Round.State.PUBLISHED.value).first() or published.last()


def suggested_regulations(stage: Stage) -> scoring.Regulations:
    """With what a stage's own regulations begin: the tournament's, with what the preset changes for a final (R3.5)."""
    rules = stage.tournament.regulations.value
    final = scoring.PRESETS[rules.preset].final
    return rules.replace(**final) if final and stage.number > 1 else rules


def with_order(rules: scoring.Regulations, asked: Mapping[str, str]) -> scoring.Regulations:
    """The regulations with the order of the standings that an address asks for, and with its caps (R12.2, R12.3).

    `order=wins.difference` names the criteria, the weightiest first; `caps=points.difference` what is capped at the
    target, `caps=` nothing. What the address leaves out stays. Raises RuleViolation for what can't be.
    """
    changes: dict[str, object] = {}
    if "order" in asked:
        changes["criteria"] = [code for code in asked["order"].split(".") if code]
    if "caps" in asked:
        capped = asked["caps"].split(".")
        changes |= {"cap_points": "points" in capped, "cap_difference": "difference" in capped}
    return rules.replace(**changes) if changes else rules
