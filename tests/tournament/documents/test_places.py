"""Who came in where in the whole tournament (R12.4), its stages one after the other."""

import pytest

from tests.factories import StageFactory
from tests.tournament.documents.over import close_all
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.documents.contents.places import final_places, reordered, stages_played
from tournament.draw import services as draws
from tournament.models import Stage, Tournament
from tournament.phrases import Refused


def places(tournament: Tournament) -> list[tuple[int, int]]:
    return [(each.place, each.row.entry) for each in final_places(stages_played(tournament))]


@pytest.mark.parametrize(
    ("before", "result", "after"),
    [
        ([], [(1, 5), (2, 3)], [[5], [3]]),
        ([[1], [2], [3], [4]], [(1, 2), (2, 1)], [[2], [1], [3], [4]]),
        ([[1], [2], [3], [4]], [(1, 4), (2, 3)], [[1], [2], [4], [3]]),
        ([[1], [2, 3], [4]], [(1, 3), (2, 1)], [[3], [1], [2], [4]]),
        ([[1, 5], [2, 6], [3, 7]], [(1, 6), (2, 1), (2, 5), (4, 2)], [[6], [1, 5], [2], [3, 7]]),
    ],
    ids=["the first stage", "a final", "a consolation", "one of two equals went through", "groups, then a final"],
)
def test_a_stage_orders_anew_those_who_played_it(
    before: list[list[int]], result: list[tuple[int, int]], after: list[list[int]]
) -> None:
    assert reordered(before, result) == after


def test_of_one_stage_they_are_its_standings(db: None) -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 3)

    assert places(stage.tournament) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def followed_by_a_final(finished: int) -> Stage:
    """Six pairs in a Swiss, the best four in a knockout of which so many rounds are played; the higher number wins."""
    first = stage_of(6)
    swiss_rounds(first, 3)
    close_all(first.tournament)
    final: Stage = StageFactory(tournament=first.tournament, name="Финал", system="knockout", policy={"best": 4})
    for _each in range(finished):
        play(draws.propose_knockout(stage=final, seed="1", by=BY), max)
    close_all(first.tournament)
    return final


def test_a_final_decides_among_its_own_and_the_others_keep_their_places(db: None) -> None:
    final = followed_by_a_final(2)

    found = places(final.tournament)
    final.refresh_from_db()
    through = {entry for group in final.lineup for entry in group}
    assert found[0] == (1, max(through))
    assert {entry for _place, entry in found[:4]} == through
    assert [place for place, _entry in found[4:]] == [5, 6]


def test_a_bracket_that_is_not_played_to_its_end_gives_no_places(db: None) -> None:
    final = followed_by_a_final(1)

    with pytest.raises(Refused) as refused:
        places(final.tournament)
    assert refused.value.code == "draw.bracket_running"
