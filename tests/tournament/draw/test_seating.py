"""Tables and seats of a drawn round (R1.2, R13.5)."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.seating import sides_by_lots, table_numbers
from tournament.draw.systems import Pairing

MEETINGS = [Pairing(1, 2), Pairing(3, 4), Pairing(5, 6)]


def test_the_leaders_sit_at_table_1() -> None:
    assert table_numbers(MEETINGS, fixed={}) == [1, 2, 3]


def test_a_fixed_table_is_kept_and_the_others_move_around_it() -> None:
    assert table_numbers(MEETINGS, fixed={5: 1}) == [2, 3, 1]
    assert table_numbers(MEETINGS, fixed={3: 40}) == [1, 40, 2]


def test_of_two_who_want_one_table_the_first_gets_it() -> None:
    assert table_numbers(MEETINGS, fixed={1: 2, 5: 2}) == [2, 1, 3]


def test_two_with_fixed_tables_meet_at_one_that_is_free() -> None:
    assert table_numbers(MEETINGS, fixed={1: 3, 3: 3, 4: 2}) == [3, 2, 1]


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 9)))
def test_no_table_is_given_twice(fixed: dict[int, int]) -> None:
    assert len(set(table_numbers(MEETINGS, fixed))) == 3


def test_seats_1_and_3_go_by_lots_whoever_stands_first() -> None:
    """R13.8: the recorded seed gives the same seats again."""
    turned = [Pairing(2, 1), Pairing(4, 3), Pairing(6, 5)]

    assert sides_by_lots(MEETINGS, "Москва") == sides_by_lots(turned, "Москва")
    assert sides_by_lots(MEETINGS, "Москва") == [Pairing(2, 1), Pairing(4, 3), Pairing(5, 6)]
    assert sides_by_lots([Pairing(7)], "Москва") == [Pairing(7)]
