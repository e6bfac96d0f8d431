"""What every paper of a round or of the tournament says at its head."""

from typing import Any

from tournament.models import Round, Tournament

Content = dict[str, Any]


def of_tournament(tournament: Tournament) -> Content:
    """The tournament and its hall."""
    return {
        "tournament": tournament.name,
        "slug": tournament.slug,
        # Said where it is so, so that all other papers stay as they are.
        **({"rehearsal": True} if tournament.is_rehearsal else {}),
        "venue": tournament.venue,
        "timezone": tournament.timezone,
        "event": tournament.event,
    }


def of_round(round_: Round) -> Content:
    """The same, with stage and round."""
    return of_tournament(round_.tournament) | {"stage": round_.stage.name, "round": round_.number}
