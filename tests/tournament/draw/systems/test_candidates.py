"""The shortcut of large fields never changes the draw: what isn't looked at is proven not to matter."""

import random
from collections.abc import Sequence

import pytest

from tournament.draw.systems import candidates
from tournament.draw.systems.board import Board
from tournament.draw.systems.candidates import Reach
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import best, total

EVERYTHING = 10**6


def board(seed: int, least: int, most: int, who_met_all: Sequence[int] = ()) -> Board:
    """A field somewhere in a tournament: most have met neighbours in wins, countries are of very different sizes."""
    lots = random.Random(seed)
    count, rounds = lots.randint(least, most), lots.randint(1, 9)
    wins = [sum(lots.random() < 0.5 for _ in range(rounds)) for _ in range(count)]
    met: list[tuple[int, int]] = []
    for _ in range(rounds):
        order = sorted(range(count), key=lambda at: wins[at] + 2 * lots.random())
        met += [(a + 1, b + 1) for a, b in zip(order[::2], order[1::2], strict=False)]
    met += [(one, other) for one in who_met_all for other in range(1, count + 1) if one != other]
    countries = lots.choice([1, 2, 3, 8])
    contenders = [
        Contender(
            at + 1,
            lots.randint(1, count),
            wins[at],
            int(lots.random() < 0.2),
            frozenset(str(min(lots.randrange(countries), lots.randrange(countries)))),
            lots.random() < 0.3,
        )
        for at in range(count)
    ]
    policy = Policy(lots.choice(["adjacent", "fold"]), lots.choice(["never", "where_possible"]), seed=str(seed))
    return Board(Field(contenders, met), policy)


@pytest.mark.parametrize("first_reach", [1, 2, 5])
def test_the_sparse_graph_gives_the_draw_of_the_whole_one(monkeypatch: pytest.MonkeyPatch, first_reach: int) -> None:
    monkeypatch.setattr(candidates, "FIRST_REACH", first_reach)

    for seed in range(80):
        field = board(seed, 20, 90)
        assert best(field, dense=0) == best(field, dense=EVERYTHING), seed


@pytest.mark.slow
def test_the_sparse_graph_gives_the_draw_of_the_whole_one_in_large_fields() -> None:
    for seed in range(9):
        field = board(seed, 150, 500)
        assert best(field, dense=0) == best(field, dense=EVERYTHING), seed


def test_the_sparse_graph_finds_the_least_breach_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three entries have met everybody, so somebody must meet again."""
    monkeypatch.setattr(candidates, "FIRST_REACH", 2)

    for seed in range(30):
        field = board(seed, 20, 60, who_met_all=(1, 7, 20))
        found = best(field, dense=0)
        assert found == best(field, dense=EVERYTHING), seed
        assert total(field, found)[0] == (1 if len(field) % 2 else 2), seed


def test_a_reach_that_is_too_short_is_widened() -> None:
    """All forty have met everybody within six places, so nobody near is left."""
    met = [(a, b) for a in range(1, 41) for b in range(a + 1, 41) if b - a <= 14]
    field = Board(Field([Contender(number, number) for number in range(1, 41)], met), Policy())
    reach = Reach(field, everything=False)

    assert (reach[0, 0], reach.complete((0, 0))) == (10, False)
    assert best(field, dense=0) == best(field, dense=EVERYTHING)
    assert min(b - a for a, b in best(field, dense=0)) == 15


def test_a_draw_whose_weights_do_not_fit_is_solved_in_stages() -> None:
    """With 120 bits that needs thousands of entries, so the bits are taken away instead."""
    for seed in range(40):
        field = board(seed, 20, 60)
        assert best(field, most_bits=62) == best(field), seed
