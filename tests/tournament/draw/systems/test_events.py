"""Whole tournaments: no rematch and no second free game that could have been avoided, ever."""

import random

import pytest

from tests.tournament.draw.systems.events import Event
from tournament.draw.checks import verify
from tournament.draw.systems.field import Policy


def play(seed: int) -> Event:
    chance = random.Random(seed)
    event = Event(seed, chance.randint(8, 64))
    within = chance.choice(("adjacent", "fold"))
    for number in range(1, chance.randint(5, 9) + 1):
        event.round(Policy(within, "never", number, event.seed))
    return event


def avoidable(event: Event) -> list[tuple[int, str, tuple[int, ...]]]:
    return [
        (found.round, found.breach.code, found.breach.entries) for found in verify(event.history) if found.avoidable
    ]


def test_two_hundred_tournaments_have_no_avoidable_breach() -> None:
    assert [(seed, found) for seed in range(200) if (found := avoidable(play(seed)))] == []


@pytest.mark.slow
def test_a_thousand_more_tournaments_have_none_either() -> None:
    assert [(seed, found) for seed in range(200, 1200) if (found := avoidable(play(seed)))] == []


def test_what_the_draw_says_that_it_breaks_is_what_the_checks_find() -> None:
    """Eight pairs and many rounds: sooner or later somebody meets again."""
    broken = 0
    for seed in range(30):
        event = Event(seed, 8)
        said = []
        for number in range(1, 10):
            proposal = event.round(Policy(round=number, seed=event.seed))
            said += [(number, breach.code, breach.params["entry"]) for breach in proposal.breaches]
        found = [(finding.round, finding.breach.code, finding.breach.entries[0]) for finding in verify(event.history)]
        assert sorted(said) == sorted(found)
        assert avoidable(event) == []
        broken += len(said)

    assert broken > 100


def test_a_tournament_is_played_again_the_same() -> None:
    assert play(7).history == play(7).history
