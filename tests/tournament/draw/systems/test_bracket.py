"""Brackets in general: what is due, who goes on, what a correction touches (R13.3, R11.4, R8.3)."""

import pytest

from tests.tournament.draw.systems.reference import plain
from tournament.draw.systems import Undrawable
from tournament.draw.systems.bracket import Results, Touched, due, places, resolve, touched
from tournament.draw.systems.knockout import knockout

FOUR = knockout([1, 2, 3, 4])
SEMIS = {"main1.1": 1, "main1.2": 2}


def test_the_first_round_is_due_and_winners_propagate() -> None:
    assert [(key, pairing.entries) for key, pairing in due(FOUR, {})] == [("main1.1", (1, 4)), ("main1.2", (2, 3))]
    assert [(key, pairing.entries) for key, pairing in due(FOUR, {"main1.1": 4})] == [("main1.2", (2, 3))]
    assert plain([pairing for _, pairing in due(FOUR, {"main1.1": 4, "main1.2": 2})]) == [(4, 2)]
    assert due(FOUR, {**SEMIS, "main2.1": 1}) == []


def test_who_has_no_opponent_goes_on_without_play() -> None:
    three = resolve(knockout([1, 2, 3]), {})

    assert (three["main1.1"].winner, three["main1.1"].due, three["main1.1"].played) == (1, False, False)
    assert three["main2.1"].a == 1


def test_where_both_lose_the_next_opponent_goes_through() -> None:
    """R8.3: nothing waits for a winner."""
    results: Results = {"main1.1": None, "main1.2": 3}

    assert due(FOUR, results) == []
    assert places(FOUR, results) == [(1, 3), (3, 1), (3, 2), (3, 4)]


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ({"main9.9": 1}, "bracket_unknown"),
        ({"main2.1": 1}, "bracket_early"),
        ({"main1.1": 2}, "bracket_stranger"),
        ({**SEMIS, "main2.1": 4}, "bracket_stranger"),
    ],
)
def test_results_that_cannot_be_are_refused(results: dict[str, int], code: str) -> None:
    with pytest.raises(Undrawable) as refusal:
        resolve(FOUR, results)
    assert refusal.value.code == code


def test_a_free_place_has_no_result() -> None:
    with pytest.raises(Undrawable, match="bracket_early"):
        resolve(knockout([1, 2, 3]), {"main1.1": 1})


def test_a_correction_touches_the_meetings_that_follow() -> None:
    bracket = knockout([1, 2, 3, 4], third_place=True)
    results = {**SEMIS, "main2.1": 1}

    assert touched(bracket, results, "main1.1", 4) == [
        Touched("main2.1", (1, 2), (4, 2), played=True),
        Touched("third1.1", (4, 3), (1, 3), played=False),
    ]
    assert touched(bracket, results, "main1.1", 1) == []
    assert touched(bracket, results, "main2.1", 2) == []


def test_a_result_falls_with_its_opponents_even_if_the_winner_stays() -> None:
    """Eight entries: whoever beat the wrong one hasn't beaten the right one, so nobody is in the final yet."""
    eight = knockout(range(1, 9))
    results = {f"main1.{at}": winner for at, winner in enumerate((1, 4, 2, 3), start=1)}
    results |= {"main2.1": 1, "main2.2": 2, "main3.1": 1}

    assert touched(eight, results, "main1.2", 5) == [
        Touched("main2.1", (1, 4), (1, 5), played=True),
        Touched("main3.1", (1, 2), (None, 2), played=True),
    ]


def test_a_correction_to_somebody_who_did_not_play_there_is_refused() -> None:
    with pytest.raises(Undrawable, match="bracket_stranger"):
        touched(FOUR, SEMIS, "main1.1", 3)
