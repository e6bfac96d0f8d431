"""Referees are divided over tables by an optimum with strict priorities (R13.5); small halls are tried out whole."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.officials.posting import posted, runs

Worth = tuple[int, int, int]


def worth(plan: Sequence[int], referees: Sequence[int], own_club: set[tuple[int, int]]) -> Worth:
    """What a division is judged by, the less the better: own clubs, squares of the loads, runs."""
    own = sum((table, referee) in own_club for table, referee in enumerate(plan, start=1))
    return own, sum(plan.count(referee) ** 2 for referee in referees), runs(plan)


@st.composite
def halls(draw: st.DrawFn, tables: int, referees: int) -> tuple[list[int], list[int], set[tuple[int, int]]]:
    """Tables, referees, and who is of a club that plays where."""
    there = list(range(1, draw(st.integers(1, tables)) + 1))
    posts = list(range(101, draw(st.integers(1, referees)) + 101))
    own_club = draw(st.sets(st.sampled_from(list(product(there, posts)))))
    return there, posts, own_club


@given(halls(tables=6, referees=4))
def test_no_division_of_a_small_hall_is_better(hall: tuple[list[int], list[int], set[tuple[int, int]]]) -> None:
    tables, referees, own_club = hall

    best = posted(tables, referees, own_club)

    every = product(referees, repeat=len(tables))
    assert worth([*best.referees.values()], referees, own_club) == min(worth(p, referees, own_club) for p in every)
    assert (list(best.referees), best.proven) == (tables, True)


@settings(max_examples=25)
@given(halls(tables=40, referees=12))
def test_in_a_large_hall_everybody_is_of_use_or_there_is_a_club_in_the_way(
    hall: tuple[list[int], list[int], set[tuple[int, int]]],
) -> None:
    """Each table has one referee; where no club stands in the way, loads differ by one and runs are the fewest."""
    tables, referees, own_club = hall

    plan = [*posted(tables, referees, own_club).referees.values()]
    free = [*posted(tables, referees, set()).referees.values()]

    barred = {table for table in tables if all((table, referee) in own_club for referee in referees)}
    assert {t for t, r in zip(tables, plan, strict=True) if (t, r) in own_club} == barred
    loads = [free.count(referee) for referee in referees]
    assert max(loads) - min(loads) <= 1
    assert runs(free) == min(len(tables), len(referees))


def test_the_same_question_has_the_same_answer() -> None:
    own_club = {(3, 1), (4, 2), (9, 3)}

    assert posted(range(1, 21), [1, 2, 3], own_club) == posted(range(1, 21), [1, 2, 3], own_club)


@pytest.mark.parametrize(
    ("own_club", "plan"),
    [
        (set(), [7, 7, 8, 8]),
        ({(1, 7)}, [8, 8, 7, 7]),
        # 8 has to begin and 7 to follow; both have one table more to take, and one of them goes back.
        ({(1, 7), (2, 8)}, [8, 7, 7, 8]),
        # Everywhere of a club: he is left out, however uneven that is.
        ({(1, 7), (2, 7), (3, 7), (4, 7)}, [8, 8, 8, 8]),
        # At table 2 nobody is free of his club: it is broken there and nowhere else.
        ({(2, 7), (2, 8)}, [7, 7, 8, 8]),
    ],
)
def test_clubs_count_before_loads_and_loads_before_runs(own_club: set[tuple[int, int]], plan: list[int]) -> None:
    assert list(posted([1, 2, 3, 4], [7, 8], own_club).referees.values()) == plan


def test_gaps_between_numbers_are_no_gaps_in_the_hall() -> None:
    assert posted([2, 5, 6, 11], [7, 8], {(2, 7)}).referees == {2: 8, 5: 8, 6: 7, 11: 7}


@pytest.mark.parametrize(("tables", "referees"), [([], [7]), ([1, 2], []), ([], [])])
def test_without_tables_or_referees_nobody_stands_anywhere(tables: list[int], referees: list[int]) -> None:
    assert posted(tables, referees, set()).referees == {}


def test_where_the_proof_would_take_too_long_it_is_said_that_there_is_none() -> None:
    """Ten clubs, each with a referee and spread over thirty tables, so that hardly two neighbours suit anybody."""
    tables, referees = range(1, 31), range(10)
    own_club = {(t, r) for t in tables for r in referees if (t * 7 + r * r + t * r) % 5 < 2}

    best = posted(tables, referees, own_club)

    plan = [*best.referees.values()]
    assert (worth(plan, referees, own_club)[:2], best.proven) == ((0, 90), False)
