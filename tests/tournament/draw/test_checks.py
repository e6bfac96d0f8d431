"""Whether a draw keeps the rules (R13.1, R13.6, R8.4)."""

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.checks import Breach, breaches
from tournament.draw.systems import Pairing
from tournament.draw.systems.lots import first_round
from tournament.draw.systems.round_robin import berger
from tournament.phrases import breach_sentence

FOUR = {1, 2, 3, 4}
entries = st.lists(st.integers(1, 500), min_size=2, max_size=30, unique=True)


@pytest.mark.parametrize(
    ("pairings", "met", "free", "found"),
    [
        ([(1, 2), (3, 4)], {}, [], []),
        ([(1, 1), (2, 3), (4, None)], {}, [], [("itself", 1), ("twice", 1)]),
        ([(1, 2), (1, 3)], {}, [], [("twice", 1), ("unseated", 4)]),
        ([(1, 2), (3, 9)], {}, [], [("unknown", 9), ("unseated", 4)]),
        ([(1, 2)], {}, [], [("unseated", 3), ("unseated", 4)]),
        ([(1, 2), (3, None), (4, None)], {}, [], [("two_free", 3, 4)]),
        ([(2, 1), (3, 4)], {1: {2}, 2: {1}}, [], [("rematch", 2, 1)]),
        ([(1, 2), (3, None)], {}, [3], [("unseated", 4), ("second_free", 3)]),
    ],
)
def test_each_broken_rule_is_named_with_those_it_concerns(
    pairings: list[tuple[int, int | None]],
    met: Mapping[int, Collection[int]],
    free: list[int],
    found: list[tuple[str, int]],
) -> None:
    checked = breaches([Pairing(a, b) for a, b in pairings], FOUR, met, free)

    assert [(breach.code, *breach.entries) for breach in checked] == found


def test_a_second_leg_may_repeat_meetings() -> None:
    pairings = [Pairing(1, 2), Pairing(3, 4)]

    assert breaches(pairings, FOUR, {1: {2}, 2: {1}}, [], rematches_allowed=True) == []


@pytest.mark.parametrize(
    ("code", "may"),
    [
        ("rematch", True),
        ("second_free", True),
        ("itself", False),
        ("twice", False),
        ("unknown", False),
        ("unseated", False),
        ("two_free", False),
    ],
)
def test_only_what_may_happen_at_a_real_tournament_may_be_accepted(code: str, may: bool) -> None:
    assert Breach(code, (1, 2)).may_be_accepted is may
    assert breach_sentence(code, (1, 2)) != ""


@given(entries, st.text(max_size=10))
def test_lots_break_no_rule(numbers: list[int], seed: str) -> None:
    assert breaches(first_round(numbers, seed), numbers, {}, []) == []


@given(entries)
def test_a_round_robin_breaks_no_rule_in_any_of_its_rounds(numbers: list[int]) -> None:
    met: dict[int, set[int]] = {}
    free: set[int] = set()
    for pairings in berger(numbers):
        assert breaches(pairings, numbers, met, free) == []
        for p in pairings:
            if p.b is None:
                free.add(p.a)
            else:
                met.setdefault(p.a, set()).add(p.b)
                met.setdefault(p.b, set()).add(p.a)
