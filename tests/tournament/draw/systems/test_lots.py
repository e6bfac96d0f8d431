"""Lots that anyone can check (R13.2, R13.8)."""

import hashlib
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.systems import Pairing
from tournament.draw.systems.lots import by_lots, first_round

entries = st.lists(st.integers(1, 10_000), min_size=2, max_size=60, unique=True)
seeds = st.text(min_size=1, max_size=40)


def test_the_order_is_the_one_that_a_reader_of_the_rule_reckons() -> None:
    """By hand: printf %s "Москва:1" | sha256sum, and so on; the smallest comes first."""
    fingerprints = {number: hashlib.sha256(f"Москва:{number}".encode()).hexdigest() for number in range(1, 8)}

    assert by_lots(range(1, 8), "Москва") == sorted(fingerprints, key=fingerprints.__getitem__)


@given(entries, seeds, st.randoms(use_true_random=False))
def test_the_same_entries_and_seed_give_the_same_draw_whatever_their_order(
    numbers: list[int], seed: str, random: Random
) -> None:
    shuffled = list(numbers)
    random.shuffle(shuffled)

    assert first_round(shuffled, seed) == first_round(numbers, seed)


@given(entries, seeds)
def test_everybody_has_one_lot(numbers: list[int], seed: str) -> None:
    assert sorted(by_lots(numbers, seed)) == sorted(numbers)


@given(entries, seeds)
def test_neighbours_meet_and_with_an_odd_number_the_last_is_free(numbers: list[int], seed: str) -> None:
    order = by_lots(numbers, seed)
    pairings = first_round(numbers, seed)

    assert [entry for p in pairings for entry in (p.a, p.b) if entry is not None] == order
    assert [p for p in pairings if p.b is None] == ([Pairing(order[-1])] if len(order) % 2 else [])


@given(entries, seeds)
def test_who_comes_later_changes_no_order_among_the_others(numbers: list[int], seed: str) -> None:
    """A late entry slips in between: the lots of the others stay."""
    without = [number for number in by_lots(numbers, seed) if number != numbers[-1]]

    assert by_lots(numbers[:-1], seed) == without


def test_another_seed_gives_another_draw() -> None:
    assert by_lots(range(1, 31), "a") != by_lots(range(1, 31), "b")
