"""Prices prove by adding up what no draw can be cheaper than; wrong ones prove nothing."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draw.systems.reference import every_draw
from tournament.draw.systems.prices import Prices, prices

AMOUNTS = st.sampled_from([0, 1, 2, 3, 50, 51, 10**12])


@st.composite
def costs(draw: st.DrawFn, most: int = 4) -> list[list[int]]:
    """What each meeting of two, four, six … costs."""
    size = 2 * draw(st.integers(1, most))
    found = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i):
            found[i][j] = found[j][i] = draw(AMOUNTS)
    return found


def least(of: Sequence[Sequence[int]]) -> int:
    return min(sum(of[a][b] for a, b in pairs if b is not None) for pairs in every_draw(range(len(of))))


@settings(max_examples=300, deadline=None)
@given(costs())
def test_the_prices_add_up_to_the_cheapest_of_all_draws(of: list[list[int]]) -> None:
    assert prices(of).bound(of) == least(of)


@settings(max_examples=100, deadline=None)
@given(costs(), costs())
def test_prices_of_something_else_never_prove_too_much(of: list[list[int]], other: list[list[int]]) -> None:
    if len(of) == len(other):
        assert (prices(other).bound(of) or 0) <= least(of)


TWO_TRIANGLES = [[0 if i // 3 == j // 3 else 7 for j in range(6)] for i in range(6)]
"""Six in two halves: to meet somebody of the other half costs 7, and one pairing has to."""


def test_two_halves_of_three_are_proven_by_a_circle() -> None:
    found = prices(TWO_TRIANGLES)

    assert found.bound(TWO_TRIANGLES) == 7
    assert {circle for circle, _price in found.of_circles} <= {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


def test_by_hand_the_same_proof() -> None:
    """In halves: 7 for each, −14 for each half, of which one pair meets: 6 × 7 − 2 × 14 = 14, that is 7."""
    halves = [(frozenset({0, 1, 2}), -14), (frozenset({3, 4, 5}), -14)]

    assert Prices([7] * 6, halves).bound(TWO_TRIANGLES) == 7


def test_prices_above_what_a_meeting_costs_prove_nothing() -> None:
    assert Prices([7] * 6, []).bound(TWO_TRIANGLES) is None, "two of one half pay 14 and owe nothing"
    assert Prices([8] * 6, [(frozenset({0, 1, 2}), -16)]).bound(TWO_TRIANGLES) is None


def test_circles_that_are_even_or_cost_something_prove_nothing() -> None:
    assert Prices([0] * 6, [(frozenset({0, 1}), -2)]).bound(TWO_TRIANGLES) is None
    assert Prices([0] * 6, [(frozenset({0, 1, 2}), 2)]).bound(TWO_TRIANGLES) is None
