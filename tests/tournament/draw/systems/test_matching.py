"""The door to rustworkx: right answers, or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.draw.systems.reference import every_draw
from tournament.draw.systems.matching import MOST_BITS, cheapest, most

graphs = st.integers(1, 4).flatmap(
    lambda half: st.dictionaries(
        st.sampled_from([(a, b) for a in range(2 * half) for b in range(a + 1, 2 * half)]),
        st.integers(0, 2**MOST_BITS - 1),
    ).map(lambda edges: (2 * half, edges))
)


@given(graphs)
def test_the_cheapest_pairing_is_the_cheapest_of_all(graph: tuple[int, dict[tuple[int, int], int]]) -> None:
    vertices, costs = graph
    every = [sum(costs[p] for p in pairs) for pairs in every_draw(range(vertices)) if all(p in costs for p in pairs)]
    mates = cheapest(vertices, [(*pair, cost) for pair, cost in costs.items()])

    if mates is None:
        assert every == []
    else:
        assert sum(costs[a, b] for a, b in enumerate(mates) if a < b) == min(every)


def test_costs_that_span_more_bits_than_can_be_calculated_are_refused() -> None:
    """rustworkx itself would answer, and wrongly."""
    with pytest.raises(OverflowError):
        cheapest(2, [(0, 1, 0), (0, 1, 2**MOST_BITS)])


def test_as_many_as_possible_are_paired_and_the_others_left_over() -> None:
    mates = most(4, [(0, 1), (0, 2), (0, 3)])

    assert (mates[0] in (1, 2, 3), mates[1:].count(-1)) == (True, 2)
