"""Double elimination (R13.3)."""

import random
from collections import Counter

import pytest

from tests.tournament.draw.systems.reference import plain
from tournament.draw.checks import Drawn, verify
from tournament.draw.systems import Pairing
from tournament.draw.systems.bracket import Bracket, due, places, resolve
from tournament.draw.systems.double_elimination import double_elimination


def play(bracket: Bracket, chance: random.Random) -> tuple[dict[str, int | None], list[tuple[Pairing, int]]]:
    """Plays a bracket out by chance: the results, and who lost each meeting, in order."""
    results: dict[str, int | None] = {}
    lost = []
    while waiting := due(bracket, results):
        for key, pairing in waiting:
            results[key] = chance.choice(pairing.entries)
            lost += [(pairing, entry) for entry in pairing.entries if entry != results[key]]
    return results, lost


@pytest.mark.parametrize("entries", range(2, 20))
def test_all_but_the_winner_lose_twice_and_nobody_plays_on_after_that(entries: int) -> None:
    for seed in range(15):
        bracket = double_elimination(range(1, entries + 1))
        results, lost = play(bracket, random.Random(seed))
        losses = Counter(loser for _, loser in lost)
        decided = places(bracket, results)

        assert sorted(entry for _, entry in decided) == list(range(1, entries + 1))
        assert {entry: losses[entry] for _, entry in decided[1:]} == dict.fromkeys((e for _, e in decided[1:]), 2)
        assert losses[decided[0][1]] < 2


def test_the_second_final_is_played_only_if_the_one_with_a_loss_wins_the_first() -> None:
    four = double_elimination([1, 2, 3, 4])
    until = {"winners1.1": 1, "winners1.2": 2, "winners2.1": 1, "losers1.1": 3, "losers2.1": 2}

    assert [(key, pairing.entries) for key, pairing in due(four, until)] == [("final1.1", (1, 2))]
    assert due(four, {**until, "final1.1": 1}) == []
    assert places(four, {**until, "final1.1": 1})[:2] == [(1, 1), (2, 2)]
    assert [(key, pairing.entries) for key, pairing in due(four, {**until, "final1.1": 2})] == [("final2.1", (1, 2))]
    assert places(four, {**until, "final1.1": 2}) == [(3, 3), (4, 4)]
    assert places(four, {**until, "final1.1": 2, "final2.1": 1}) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_who_falls_meets_somebody_from_the_other_half() -> None:
    eight = double_elimination(range(1, 9))
    results = {"winners1.1": 1, "winners1.2": 4, "winners1.3": 2, "winners1.4": 3}
    results |= {"losers1.1": 5, "losers1.2": 6, "winners2.1": 1, "winners2.2": 2}

    # 1 and 4 came from the half of 8 and 5; 4, who fell, meets 6 of the other half.
    assert plain([pairing for key, pairing in due(eight, results) if key.startswith("losers")]) == [(5, 3), (6, 4)]


def test_the_checks_know_who_is_out_from_the_history_alone() -> None:
    meetings = play(double_elimination(range(1, 9)), random.Random(3))[1]
    history = [Drawn(at, [pairing], pairing.entries, lost=[loser]) for at, (pairing, loser) in enumerate(meetings)]
    one_more = Drawn(99, [Pairing(meetings[-1][1], meetings[0][1])], [meetings[-1][1], meetings[0][1]])

    assert [found for found in verify(history, lives=2) if found.breach.code == "out"] == []
    assert "out" in [found.breach.code for found in verify([*history, one_more], lives=2)]


def test_two_entries_play_two_finals_at_most_after_the_first_meeting() -> None:
    two = double_elimination([1, 2])

    assert list(resolve(two, {})) == ["winners1.1", "final1.1", "final2.1"]
