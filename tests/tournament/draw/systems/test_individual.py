"""Individual events: everybody gets new partners and new opponents (R13.4)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.tournament.draw.systems.reference import every_draw
from tournament.draw.systems import Undrawable
from tournament.draw.systems.individual import IndividualDraw, Past, Table, draw_individual


class Event:
    """An individual event, drawn round by round in an order that doesn't change."""

    def __init__(self, players: int) -> None:
        self.players = range(1, players + 1)
        self.partners: list[tuple[int, int]] = []
        self.opponents: list[tuple[int, int]] = []
        self.free: Counter[int] = Counter()

    def round(self, seed: str = "any") -> IndividualDraw:
        drawn = draw_individual(self.players, Past(self.partners, self.opponents, self.free), seed=seed)
        for table in drawn.tables:
            self.partners += [table.a, table.b]
            self.opponents += [(one, other) for one in table.a for other in table.b]
        self.free.update(drawn.free)
        return drawn


def everybody(drawn: IndividualDraw) -> list[int]:
    return sorted([*drawn.free, *(player for table in drawn.tables for player in (*table.a, *table.b))])


def test_in_the_first_round_neighbours_in_the_standing_are_partners_and_meet_their_neighbours() -> None:
    assert Event(8).round().tables == (Table((1, 2), (3, 4)), Table((5, 6), (7, 8)))


def test_fold_gives_the_strong_a_partner_of_the_lower_half() -> None:
    drawn = draw_individual(range(1, 9), Past(), seed="any", within="fold")

    assert drawn.tables == (Table((1, 5), (2, 6)), Table((3, 7), (4, 8)))


@pytest.mark.parametrize("players", [4, 8, 12, 16, 20])
def test_nobody_has_a_partner_twice_until_all_have_been_partners(players: int) -> None:
    event = Event(players)
    rounds = [event.round() for _ in range(players // 2)]

    assert [drawn.partners_again for drawn in rounds] == [0] * len(rounds)
    assert len(set(map(frozenset, event.partners))) == len(event.partners)
    assert all(everybody(drawn) == list(event.players) for drawn in rounds)


def test_opponents_are_new_while_they_can_be() -> None:
    event = Event(16)

    assert [event.round().opponents_again for _ in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11])
def test_free_games_go_round(players: int) -> None:
    event = Event(players)
    for _ in range(2 * players):
        drawn = event.round()
        assert len(drawn.free) == players % 4
    assert max(event.free.values()) - min(event.free.values()) <= 1


def least_partner_repeats(players: Sequence[int], partners: Sequence[tuple[int, int]]) -> int:
    times = Counter(map(frozenset, partners))
    return min(sum(times[frozenset(pair)] ** 2 for pair in pairs) for pairs in every_draw(players))


def test_repeats_of_partners_are_the_fewest_of_all_choices() -> None:
    event = Event(8)
    for _ in range(12):
        least = least_partner_repeats(event.players, event.partners)
        assert event.round().partners_again == least


def test_after_three_rounds_four_players_have_met_evenly() -> None:
    """Three rounds are all there are: each has been everybody's partner once and opponent twice."""
    event = Event(4)
    for _ in range(3):
        event.round()

    assert Counter(map(frozenset, event.partners)) == Counter(map(frozenset, combinations(range(1, 5), 2)))
    assert set(Counter(map(frozenset, event.opponents)).values()) == {2}


def test_the_same_seed_gives_the_same_draw() -> None:
    one, other = Event(12), Event(12)

    assert [one.round("a") for _ in range(5)] == [other.round("a") for _ in range(5)]


def test_fewer_than_four_are_refused() -> None:
    with pytest.raises(Undrawable, match="too_few_players"):
        draw_individual([1, 2, 3], Past(), seed="any")
