"""The criteria of the order, one by one (R12)."""

from fractions import Fraction

import pytest

from scoring import CRITERIA, Result, draw_lots, rank


def both(round, winner, loser, points=(100, 60), kind="played", penalties=(0, 0)):
    """The two results of a partida."""
    high, low = points
    return [
        Result(winner, round, (loser,), kind, True, False, high, low, high - low, penalties[0]),
        Result(loser, round, (winner,), kind, False, True, low, high, low - high, penalties[1]),
    ]


def bye(round, entry, points=100, difference=50):
    return [Result(entry, round, (), "bye", True, False, points, 0, difference)]


ROUND_ROBIN = [
    *both(1, "A", "B", (100, 60)),
    *both(2, "B", "C", (100, 90)),
    *both(3, "C", "A", (100, 99)),
    *bye(1, "C"),
    *both(2, "A", "D", (100, 0), kind="walkover"),
    *both(3, "B", "D", (120, 10), penalties=(1, 2)),
]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("wins", {"A": 2, "B": 2, "C": 2, "D": 0}),
        ("difference", {"A": 139, "B": 80, "C": 41, "D": -210}),
        ("points_for", {"A": 299, "B": 280, "C": 290, "D": 10}),
        ("points_against", {"A": 160, "B": 200, "C": 199, "D": 220}),
        ("average", {"A": Fraction(199, 2), "B": Fraction(280, 3), "C": Fraction(95), "D": Fraction(10)}),
        ("buchholz", {"A": 4, "B": 4, "C": 4, "D": 2}),
        ("buchholz_minus_worst", {"A": 2, "B": 4, "C": 2, "D": 0}),
        ("sonneborn_berger", {"A": 2, "B": 2, "C": 2, "D": 0}),
        ("fewest_penalties", {"A": 0, "B": 1, "C": 0, "D": 2}),
        ("fewest_free", {"A": 1, "B": 0, "C": 1, "D": 0}),
    ],
)
def test_the_value_of_a_criterion(code, values):
    """R12.1, R12.3."""
    rows = rank("ABCD", ROUND_ROBIN, [code])
    assert {row.entry: row.values[code] for row in rows} == values


@pytest.mark.parametrize("code", ["points_against", "fewest_penalties", "fewest_free"])
def test_of_some_criteria_less_is_better(code):
    """R12.3."""
    values = [row.values[code] for row in rank("ABCD", ROUND_ROBIN, [code])]
    assert values == sorted(values)


@pytest.mark.parametrize("code", CRITERIA)
def test_the_explanation_sums_up_to_the_value(code):
    """R12.6."""
    for row in rank("ABCD", ROUND_ROBIN, [code], seeds={"A": 1}, lots={"B": 1, "D": 2}):
        amounts = [term.amount for term in row.explain(code)]
        if code == "average":
            assert row.values[code] == Fraction(sum(amounts), len(amounts))
        elif row.values[code] is not None:
            assert row.values[code] == sum(amounts)


def test_an_explanation_names_the_opponents():
    """R12.6."""
    row = next(row for row in rank("ABCD", ROUND_ROBIN, ["buchholz"]) if row.entry == "B")
    assert [(term.result.round, term.result.opponents, term.amount) for term in row.explain("buchholz")] == [
        (1, ("A",), 2),
        (2, ("C",), 2),
        (3, ("D",), 0),
    ]


# -- Head to head --------------------------------------------------------------------------------------


def test_head_to_head_compares_exactly_the_tied():
    """R12.3: A and B have two wins each, and B beat A; C doesn't count."""
    results = [
        *both(1, "B", "A", (100, 99)),
        *both(2, "A", "C", (100, 0)),
        *both(3, "A", "D", (100, 0)),
        *both(2, "B", "D", (100, 99)),
        *both(3, "C", "B", (100, 0)),
    ]
    rows = rank("ABCD", results, ["wins", "head_to_head", "difference"])
    assert [(row.entry, row.values["head_to_head"], row.decided_by) for row in rows] == [
        ("B", 1, None),
        ("A", 0, "head_to_head"),
        ("C", None, "wins"),
        ("D", None, "wins"),
    ]


def test_head_to_head_is_not_applied_unless_all_of_the_tied_have_met():
    """R12.3: three with one win each, of whom A and C haven't met."""
    results = [*both(1, "A", "B", (100, 0)), *both(2, "B", "C", (100, 0)), *both(3, "C", "D", (100, 50))]
    rows = rank("ABCD", results, ["wins", "head_to_head", "difference"])
    assert {row.entry: row.values["head_to_head"] for row in rows} == dict.fromkeys("ABCD")
    assert [row.entry for row in rows] == ["A", "B", "C", "D"]
    assert all(row.explain("head_to_head") == () for row in rows)


def test_a_circle_stays_tied_head_to_head_and_its_points_decide():
    """R12.3: A beat B, B beat C, C beat A."""
    circle = [result for result in ROUND_ROBIN if result.entry != "D" and result.opponents != ("D",)]
    rows = rank("ABC", circle, ["head_to_head", "head_to_head_difference"])
    assert [(row.entry, row.values) for row in rows] == [
        ("A", {"head_to_head": 1, "head_to_head_difference": 39}),
        ("C", {"head_to_head": 1, "head_to_head_difference": -9}),
        ("B", {"head_to_head": 1, "head_to_head_difference": -30}),
    ]


def test_a_walkover_is_no_meeting():
    """R12.3: only what was played compares two."""
    rows = rank("AB", both(1, "A", "B", kind="walkover"), ["head_to_head"])
    assert [row.values["head_to_head"] for row in rows] == [None, None]


# -- Seed and lots -------------------------------------------------------------------------------------


def test_the_seed_puts_the_unseeded_last():
    """R12.3."""
    rows = rank("ABCD", [], ["seed"], seeds={"C": 1, "A": 2})
    assert [(row.place, row.entry) for row in rows] == [(1, "C"), (2, "A"), (3, "B"), (3, "D")]


def test_lots_follow_from_their_seed_alone():
    """R12.3: the seed is on record, and the order in which entries come doesn't matter."""
    once, again, other = (draw_lots(entries, seed) for entries, seed in (("ABCD", "7"), ("DCBA", "7"), ("ABCD", "8")))
    assert (once == again, once == other, sorted(once)) == (True, False, list("ABCD"))


def test_lots_separate_everybody():
    """R12.3."""
    rows = rank("ABCD", [], ["lots"], lots={"B": 2, "D": 1, "A": 4, "C": 3})
    assert [(row.place, row.entry) for row in rows] == [(1, "D"), (2, "B"), (3, "C"), (4, "A")]


def test_who_has_no_lot_comes_after_all_that_have_one():
    """R12.3: a newcomer changes nobody else's place."""
    rows = rank("ABCD", [], ["lots"], lots={"B": 2, "D": 1})
    assert [(row.place, row.entry) for row in rows] == [(1, "D"), (2, "B"), (3, "A"), (3, "C")]


def test_lots_that_are_not_drawn_yet_decide_nothing():
    """R12.3, R12.4."""
    rows = rank("AB", [], ["lots"])
    assert [(row.place, row.values["lots"], row.explain("lots")) for row in rows] == [(1, None, ()), (1, None, ())]


def test_an_explanation_names_who_was_level():
    """R12.3, R12.6."""
    rows = rank("ABCD", [*both(1, "A", "B"), *both(1, "C", "D", (90, 60))], ["wins", "head_to_head"])
    assert {row.entry: row.tied_with("head_to_head") for row in rows} == {
        "A": ("C",),
        "C": ("A",),
        "B": ("D",),
        "D": ("B",),
    }
    assert rows[0].tied_with("wins") == ()
