"""What was told to people, and what can be."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet

from tournament.models import Notice, Round, Tournament

from .addresses import recipients

LAST = 50


@dataclass(frozen=True)
class Ways:
    """By which ways a draw can be told now: to how many addresses, to which chat; and why not, where one isn't open."""

    email: bool
    addresses: list[str]
    telegram: bool
    chat: str


def ways(tournament: Tournament) -> Ways:
    """The ways of a tournament."""
    return Ways(
        email=bool(settings.EMAIL_URL),
        addresses=recipients(tournament),
        telegram=bool(settings.TELEGRAM_TOKEN),
        chat=tournament.telegram_chat,
    )


def told(tournament: Tournament, round_: Round) -> QuerySet[Notice]:
    """What was said of the draw of a round, the newest first."""
    return tournament.notices.filter(kind=Notice.Kind.DRAW.value, round_number=round_.number)[:LAST]
