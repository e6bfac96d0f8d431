"""What is played after the answer has gone out."""

from tournament.jobs import job
from tournament.models import Round

from . import services


@job
def play(round_id: int) -> None:
    """Play the tables of a round by chance; a round that was taken back or thrown away meanwhile is nothing to play."""
    round_ = Round.objects.select_related("tournament").filter(pk=round_id, state=Round.State.PUBLISHED.value).first()
    if round_ is not None:
        services.play(round_=round_)
