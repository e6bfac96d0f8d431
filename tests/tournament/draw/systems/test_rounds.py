"""How many rounds are sure to be drawn without a rematch (R13.7)."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.tournament.draw.systems.reference import every_draw
from tournament.draw.systems import Undrawable
from tournament.draw.systems.rounds import Outlook, feasible, further_rounds


@pytest.mark.parametrize(
    ("entries", "rounds", "outlook"),
    [
        (16, 8, Outlook("sure", "dirac", 9, 15)),
        (16, 9, Outlook("sure", "regular", 9, 15)),
        (16, 10, Outlook("possible", "dead_end", 9, 15)),
        (16, 16, Outlook("impossible", "opponents", 9, 15)),
        (15, 9, Outlook("sure", "regular", 9, 15)),
        (10, 5, Outlook("sure", "dirac", 5, 9)),
        (10, 6, Outlook("possible", "dead_end", 5, 9)),
        (4, 3, Outlook("sure", "regular", 3, 3)),
        (3, 3, Outlook("sure", "regular", 3, 3)),
        (2, 1, Outlook("sure", "dirac", 1, 1)),
        (2, 2, Outlook("impossible", "opponents", 1, 1)),
    ],
)
def test_rounds_that_are_sure_possible_and_impossible(entries: int, rounds: int, outlook: Outlook) -> None:
    assert feasible(entries, rounds) == outlook


def shortest(entries: int) -> int:
    """The number of rounds after which the unluckiest tournament has no draw without a rematch, by trying them all."""
    rounds = [frozenset(map(frozenset, pairs)) for pairs in every_draw(range(entries))]

    def played(met: frozenset[frozenset[int]]) -> Iterator[int]:
        going_on = [round_ for round_ in rounds if not met & round_]
        if not going_on:
            yield 2 * len(met) // entries
        for round_ in going_on:
            yield from played(met | round_)

    # The first round may be any: all are alike but for the names.
    return min(played(rounds[0]))


@pytest.mark.parametrize("entries", [2, 4, 6])
def test_small_fields_end_exactly_where_they_are_said_to(entries: int) -> None:
    assert shortest(entries) == feasible(entries, 1).sure


def test_eight_are_sure_to_play_five_rounds() -> None:
    """Whatever four rounds were played, everybody has three opponents left: each such field has a draw."""
    pairs = [frozenset(pair) for pair in combinations(range(8), 2)]
    draws = [frozenset(map(frozenset, drawn)) for drawn in every_draw(range(8))]
    reached = {draws[0]}
    for _ in range(3):
        reached = {met | drawn for met in reached for drawn in draws if not met & drawn}

    assert len(pairs) == 28
    assert all(any(not met & drawn for drawn in draws) for met in reached)
    assert feasible(8, 5).code == "sure"


def test_fields_and_rounds_that_make_no_sense_are_refused() -> None:
    with pytest.raises(Undrawable, match="too_few"):
        feasible(1, 1)
    with pytest.raises(Undrawable, match="no_rounds"):
        feasible(8, 0)


@pytest.mark.parametrize("entries", range(2, 13))
def test_before_the_first_round_both_ways_to_count_agree(entries: int) -> None:
    assert further_rounds(range(entries), []) == feasible(entries, 1).sure


def test_further_rounds_are_counted_from_the_history_as_it_is() -> None:
    eight = range(1, 9)

    assert further_rounds(eight, []) == 5
    assert further_rounds(eight, [(1, 2), (3, 4), (5, 6), (7, 8)]) == 4
    # Once not all have the same number left, only Dirac's theorem holds.
    assert further_rounds(eight, [(1, 2)]) == 3
    # One that has met five others has too few left.
    assert further_rounds(eight, [(1, other) for other in (2, 3, 4, 5, 6)]) == 0
    # Those who have withdrawn are no opponents.
    assert further_rounds(eight, [(1, 9), (1, 10)]) == 5


def test_the_free_game_is_an_opponent_of_those_who_were_not_free() -> None:
    seven = range(1, 8)

    assert further_rounds(seven, []) == 5
    assert further_rounds(seven, [], free_before=[1]) == 3
    assert further_rounds([1], []) == 0
