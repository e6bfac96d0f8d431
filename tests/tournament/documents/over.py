"""A tournament that is over, and what a person does to have papers of it."""

from tests.factories import official
from tests.tournament.draw.play import BY, stage_of, swiss_rounds
from tournament.models import Stage, Tournament
from tournament.standings.services import close_round


def close_all(tournament: Tournament) -> None:
    """Close every published round."""
    for round_ in tournament.rounds.filter(state="published"):
        close_round(round_=round_, by=BY)


def swiss_cup(pairs: int = 4, rounds: int = 2) -> Stage:
    """A Swiss that is played and closed: the lower number always wins. Its officials have names."""
    stage = stage_of(pairs)
    swiss_rounds(stage, rounds)
    close_all(stage.tournament)
    for role, name in (("chief_referee", "Сидоров"), ("secretary", "Орлова")):
        user = official(stage.tournament, role)
        user.last_name = name
        user.save()
    return stage
