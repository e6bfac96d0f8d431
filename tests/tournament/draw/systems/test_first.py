"""The first round: by seed, and with clubs spread (R13.2)."""

from tests.tournament.draw.systems.reference import plain
from tournament.draw.systems.first import by_seed, spread
from tournament.draw.systems.lots import by_lots


def test_by_seed_the_upper_half_meets_the_lower_half() -> None:
    assert plain(by_seed([11, 12, 13, 14, 15, 16]).pairings) == [(11, 14), (12, 15), (13, 16)]


def test_by_seed_the_last_of_an_odd_number_is_free() -> None:
    assert plain(by_seed([11, 12, 13, 14, 15]).pairings) == [(11, 13), (12, 14), (15, None)]


def test_by_seed_the_order_bends_to_keep_clubs_apart() -> None:
    clubs = {11: frozenset({"dynamo"}), 13: frozenset({"dynamo"})}

    assert plain(by_seed([11, 12, 13, 14], apart=clubs).pairings) == [(11, 14), (12, 13)]


def test_spread_neighbours_by_lots_meet_unless_they_share_a_club() -> None:
    order = by_lots(range(1, 9), "Москва")
    clubs = {order[0]: frozenset({"dynamo"}), order[1]: frozenset({"dynamo"})}

    assert plain(spread(range(1, 9), {}, "Москва").pairings) == list(zip(order[::2], order[1::2], strict=True))
    assert plain(spread(range(1, 9), clubs, "Москва").pairings)[:2] == [(order[0], order[2]), (order[1], order[3])]


def test_spread_as_many_clubs_are_kept_apart_as_can_be() -> None:
    """Six of ten are of one club: four can meet others, two must meet each other."""
    clubs = {number: frozenset({"dynamo"}) for number in range(1, 7)}

    assert spread(range(1, 11), clubs, "any").cost["apart"] == 1
