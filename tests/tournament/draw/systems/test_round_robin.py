"""Berger tables (R13.3)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.systems import Pairing
from tournament.draw.systems.round_robin import berger

entries = st.lists(st.integers(1, 10_000), min_size=2, max_size=40, unique=True)


def meetings(rounds: list[list[Pairing]]) -> Counter[frozenset[int]]:
    return Counter(frozenset((p.a, p.b)) for pairings in rounds for p in pairings if p.b is not None)


def test_the_published_table_for_six() -> None:
    """FIDE Handbook C.05, annex 1: Berger table for 5 or 6."""
    assert [[(p.a, p.b) for p in pairings] for pairings in berger([1, 2, 3, 4, 5, 6])] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@given(entries)
def test_everybody_meets_everybody_once(numbers: list[int]) -> None:
    met = meetings(berger(numbers))

    assert set(met.values()) == {1}
    assert len(met) == len(numbers) * (len(numbers) - 1) // 2


@given(entries)
def test_in_each_round_everybody_sits_once_or_is_free(numbers: list[int]) -> None:
    for pairings in berger(numbers):
        seated = [entry for p in pairings for entry in (p.a, p.b) if entry is not None]

        assert sorted(seated) == sorted(numbers)


@given(entries)
def test_with_an_odd_number_everybody_is_free_once_and_otherwise_nobody_is(numbers: list[int]) -> None:
    free = Counter(p.a for pairings in berger(numbers) for p in pairings if p.b is None)

    assert free == Counter(numbers if len(numbers) % 2 else [])


@given(entries)
def test_sides_are_shared_as_evenly_as_can_be(numbers: list[int]) -> None:
    first = Counter(p.a for pairings in berger(numbers) for p in pairings if p.b is not None)
    games = len(numbers) - 1

    assert all(abs(2 * first[number] - games) <= 1 for number in numbers)


@given(entries)
def test_a_second_leg_is_the_first_with_the_sides_changed_about(numbers: list[int]) -> None:
    rounds = berger(numbers, legs=2)
    half = len(rounds) // 2

    for there, back in zip(rounds[:half], rounds[half:], strict=True):
        assert [(p.b, p.a) for p in back if p.b is not None] == [(p.a, p.b) for p in there if p.b is not None]
        assert [p.a for p in back if p.b is None] == [p.a for p in there if p.b is None]


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (3, 3), (4, 3), (15, 15), (16, 15)])
def test_the_number_of_rounds(count: int, rounds: int) -> None:
    assert len(berger(range(1, count + 1))) == rounds
