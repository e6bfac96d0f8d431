"""Groups: by seed to and fro, each a round robin; the best go through (R13.3)."""

import pytest

from tests.tournament.draw.systems.reference import plain
from tournament.draw.checks import breaches
from tournament.draw.systems import Undrawable
from tournament.draw.systems.groups import GroupPlace, Through, group_rounds, seeds_apart, snake, through


def test_seeds_go_to_and_fro_so_that_groups_are_as_strong_as_each_other() -> None:
    assert snake(range(1, 13), 4) == [[1, 8, 9], [2, 7, 10], [3, 6, 11], [4, 5, 12]]


@pytest.mark.parametrize("groups", [0, 3])
def test_a_group_of_one_is_refused(groups: int) -> None:
    with pytest.raises(Undrawable, match="group_size"):
        snake([1, 2, 3, 4, 5], groups)


def test_all_groups_play_at_the_same_time_and_smaller_ones_are_ready_earlier() -> None:
    rounds = group_rounds([[1, 2, 3, 4], [5, 6]])

    assert [plain(round_) for round_ in rounds] == [
        [(1, 4), (2, 3), (5, 6)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]


def test_one_of_each_odd_group_is_free() -> None:
    for round_ in group_rounds([[1, 2, 3], [4, 5, 6]]):
        assert [found.code for found in breaches(round_, range(1, 7), {}, ())] == ["two_free"]
        assert breaches(round_, range(1, 7), {}, (), free_allowed=2) == []


def table(group: int, *rows: tuple[int, int, int]) -> list[GroupPlace]:
    """A group's standing from (entry, place, wins)."""
    return [GroupPlace(entry, group, place, (wins,)) for entry, place, wins in rows]


A = table(0, (1, 1, 3), (2, 2, 2), (3, 3, 1), (4, 4, 0))
B = table(1, (5, 1, 2), (6, 2, 1), (7, 3, 1), (8, 4, 1))
C = table(2, (9, 1, 3), (10, 2, 2), (11, 3, 0), (12, 4, 0))


def test_the_first_two_of_each_group_go_through_winners_first() -> None:
    assert through([*A, *B, *C], best=2) == Through((1, 9, 5, 2, 10, 6))


def test_the_best_thirds_go_through_after_them() -> None:
    better = table(1, (5, 1, 3), (6, 2, 2), (7, 3, 2), (8, 4, 1))

    assert through([*A, *better, *C], best=2, best_next=1).entries == (1, 5, 9, 2, 6, 10, 7)


def test_equals_at_the_border_are_not_cut_by_chance() -> None:
    assert through([*A, *B, *C], best=2, best_next=1) == Through((1, 9, 5, 2, 10, 6), ((3, 7),), (1,))


def test_equals_inside_a_group_are_not_cut_by_chance_either() -> None:
    shared = table(0, (1, 1, 3), (2, 2, 1), (3, 2, 1), (4, 2, 1))

    assert through(shared, best=2) == Through((1,), ((2, 3, 4),), (1,))
    assert through(shared, best=4) == Through((1, 2, 3, 4))


def test_in_the_first_round_of_the_knockout_nobody_meets_his_own_group_again() -> None:
    """Seed 4 would meet seed 5, and 3 would meet 6; both are of one group."""
    group_of = {1: 0, 2: 1, 3: 2, 4: 3, 5: 3, 6: 2, 7: 1, 8: 0}

    assert seeds_apart([1, 2, 3, 4, 5, 6, 7, 8], group_of) == [1, 2, 3, 4, 6, 5, 8, 7]


def test_free_places_stay_with_the_best() -> None:
    group_of = {1: 0, 2: 1, 3: 2, 4: 0, 5: 0, 6: 1}

    assert seeds_apart([1, 2, 3, 4, 5, 6], group_of) == [1, 2, 3, 4, 6, 5]
