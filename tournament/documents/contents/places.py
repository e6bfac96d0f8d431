"""Who came in where in the whole tournament, all its stages together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.draw.brackets import final_places as places_of_bracket
from tournament.models import Round, Stage, Tournament
from tournament.standings.queries import Row, Table, table

Bands = Sequence[Sequence[int]]
"""Entries by number, the best first; those of one band share a place."""


@dataclass(frozen=True)
class FinalPlace:
    """An entry's place in the tournament: its row in the last stage that it played."""

    place: int
    row: Row
    stage: Stage


def final_places(played: Sequence[Table]) -> list[FinalPlace]:
    """The places of all entries from the standings of the stages that were played, in their order.

    Each stage orders anew those who played it, within the places that they held; the others keep theirs. So of a final
    and a consolation each has its part of the order. Equal places of different groups are shared. Raises Refused where
    a bracket isn't played to its end.
    """
    bands: list[list[int]] = []
    last: dict[int, tuple[Row, Stage]] = {}
    for standings in played:
        bands = reordered(bands, _result(standings))
        last |= {row.entry: (row, standings.stage) for row in standings.rows}
    return [FinalPlace(place, *last[entry]) for place, entry in _numbered(bands)]


def stages_played(tournament: Tournament) -> list[Table]:
    """The standings of each stage that has a published round, in the order of stages."""
    begun = Round.objects.filter(tournament=tournament).exclude(state=Round.State.PROPOSED.value).values("stage")
    return [table(stage) for stage in tournament.stages.filter(pk__in=begun)]


def reordered(bands: Bands, result: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The order after a stage: `result` has (place, entry) of those who played it.

    >>> reordered([[7], [5, 2], [9]], [(1, 2), (2, 7)])
    [[2], [7], [5], [9]]
    """
    fresh = [[entry for _place, entry in mine] for _place, mine in groupby(sorted(result), lambda each: each[0])]
    playing = {entry for band in fresh for entry in band}
    first = next((at for at, band in enumerate(bands) if not playing.isdisjoint(band)), len(bands))
    others = [[entry for entry in band if entry not in playing] for band in bands]
    return [band for band in (*others[:first], *fresh, *others[first:]) if band]


def _result(standings: Table) -> list[tuple[int, int]]:
    stage = standings.stage
    if stage.system == Stage.System.KNOCKOUT.value and stage.lineup:
        return places_of_bracket(stage)
    return [(row.place, row.entry) for row in standings.rows]


def _numbered(bands: Bands) -> Iterable[tuple[int, int]]:
    """Each entry with its place; equal ones share it, and the next one counts them (R12.4)."""
    place = 1
    for band in bands:
        yield from ((place, entry) for entry in band)
        place += len(band)
