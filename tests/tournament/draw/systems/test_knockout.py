"""Knockout (R13.3)."""

import random

import pytest

from tournament.draw.systems import Undrawable
from tournament.draw.systems.bracket import Bracket, due, places, resolve
from tournament.draw.systems.knockout import knockout, seated


def play(bracket: Bracket, chance: random.Random | None = None) -> dict[str, int | None]:
    """Plays a bracket out: by chance, or the lower number wins."""
    results: dict[str, int | None] = {}
    while waiting := due(bracket, results):
        for key, pairing in waiting:
            results[key] = chance.choice(pairing.entries) if chance else min(pairing.entries)
    return results


def test_standard_seeding_of_eight() -> None:
    assert seated(range(1, 9)) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_free_places_go_to_the_top_seeds() -> None:
    assert seated(range(1, 6)) == [1, None, 4, 5, 2, None, 3, None]


@pytest.mark.parametrize("entries", range(2, 34))
def test_the_better_seeds_meet_as_late_as_can_be(entries: int) -> None:
    """If the better seed always wins, the last 2, 4, 8 … are the first seeds."""
    bracket = knockout(range(1, entries + 1))
    states = resolve(bracket, play(bracket))
    last = max(meeting.round for meeting in bracket)

    for round_ in range(2, last + 1):
        there = {entry for key, s in states.items() if s.meeting.round == round_ for entry in (s.a, s.b)}
        assert there == set(range(1, 2 ** (last - round_ + 1) + 1))


@pytest.mark.parametrize("entries", range(2, 20))
def test_everybody_gets_one_place_whatever_is_played_beside_the_main_bracket(entries: int) -> None:
    for seed in range(10):
        for beside in ({}, {"third_place": True}, {"consolation": True}, {"third_place": True, "consolation": True}):
            bracket = knockout(range(1, entries + 1), **beside)
            decided = places(bracket, play(bracket, random.Random(seed)))
            assert sorted(entry for _, entry in decided) == list(range(1, entries + 1))
            assert decided[0][0] == 1


def test_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    bracket = knockout([1, 2, 3, 4], third_place=True)

    assert places(bracket, play(bracket)) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_without_it_they_share_the_third_place() -> None:
    bracket = knockout([1, 2, 3, 4])

    assert places(bracket, play(bracket)) == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_losers_of_the_first_round_play_on_in_the_consolation() -> None:
    bracket = knockout(range(1, 9), consolation=True)

    assert places(bracket, play(bracket)) == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (6, 6), (7, 7), (7, 8)]


def test_of_four_the_consolation_is_the_meeting_for_the_third_place() -> None:
    both = knockout([1, 2, 3, 4], third_place=True, consolation=True)

    assert [meeting.key for meeting in both] == ["main1.1", "main1.2", "main2.1", "third1.1"]


def test_fewer_than_two_are_refused() -> None:
    with pytest.raises(Undrawable, match="too_few"):
        knockout([1])
