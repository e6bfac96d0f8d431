"""An offer that was chosen becomes a tournament."""

from zoneinfo import ZoneInfo

from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.planning.services import Description, create_planned

from . import words
from .offers import Offer


def create(*, description: Description, offer: Offer, by: Author) -> Tournament:
    """The tournament of an offer: regulations, stages and how they are drawn, timetable; one act."""
    return create_planned(
        description=description,
        regulations=offer.rules,
        stages=words.stages(offer),
        timetable=[*words.timetable(offer, ZoneInfo(description.timezone))],
        by=by,
    )
