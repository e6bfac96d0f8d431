"""What diplomas say: who came in where (R12.4)."""

from collections.abc import Iterator

from tournament.models import Staff, Tournament
from tournament.phrases import Refused

from .heading import Content
from .places import FinalPlace, final_places, stages_played
from .report import officials, played_when

SIGNING = {Staff.Role.CHIEF_REFEREE.value, Staff.Role.SECRETARY.value}


def diplomas(tournament: Tournament, *, first: int, last: int, each: str) -> Content:
    """A diploma for each entry that holds a place from `first` to `last`, or for each of its players.

    each: `entry` or `player`. Raises Refused where nobody holds such a place.
    """
    places = [place for place in final_places(stages_played(tournament)) if first <= place.place <= last]
    if not places:
        raise Refused("diplomas.nobody", field="first", first=first, last=last)
    return {
        **played_when(tournament),
        "first": first,
        "last": last,
        "each": each,
        "officials": [official for official in officials(tournament) if official["role"] in SIGNING],
        "diplomas": [said for place in places for said in _of_place(place, each)],
    }


def _of_place(place: FinalPlace, each: str) -> Iterator[Content]:
    """One for the entry, or one for each of its players, who is then named alone, his partner beside him."""
    row = place.row
    about = {"place": place.place, "entry": row.entry, "club": row.club, "country": row.country}
    if each == "entry":
        yield about | {"players": list(row.players), "partners": []}
        return
    for player in row.players:
        yield about | {"players": [player], "partners": [other for other in row.players if other != player]}
