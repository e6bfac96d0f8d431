"""What every paper of a round or of the tournament says at its head."""

from typing import Any

from tournament.models import Round, Tournament

Content = dict[str, Any]


def of_tournament(tournament: Tournament) -> Content:
    """The tournament and its hall."""
    return {
        "tournament": tournament.name,
        "slug": tournament.slug,
        "venue": tournament.venue,
        "timezone": tournament.timezone,
        "event": tournament.event,
    }


def of_round(round_: Round) -> Content:
    """The same, with stage and round."""
    return of_tournament(round_.tournament) | {"stage": round_.stage.name, "round": round_.number}
