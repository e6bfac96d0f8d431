"""Reads about the plan of a tournament."""

from tournament.models import Round, Stage, Tournament


def current_stage(tournament: Tournament) -> Stage | None:
    """The stage that is being played: the last one with a round, else the first; None while nothing is planned."""
    stages = tournament.stages.all()
    return stages.filter(rounds__isnull=False).distinct().last() or stages.first()


def current_round(tournament: Tournament) -> Round | None:
    """The first published round that isn't closed, else the last published one; None before the first."""
    published = tournament.rounds.exclude(state=Round.State.PROPOSED.value).select_related("stage", "regulations")
    return published.filter(state=Round.State.PUBLISHED.value).first() or published.last()
