"""The checks of individual events, written without the code that draws them (R13.4)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.checks import Breach, Finding
from tournament.draw.individual_checks import (
    Company,
    DrawnTables,
    company_breaches,
    least_repeats,
    seating_breaches,
    verify_individual,
)
from tournament.draw.systems.individual import Past, draw_individual
from tournament.phrases import breach_sentence

FIVE = (1, 2, 3, 4, 5)


def round_(number: int, *tables: tuple[int, ...], free: tuple[int, ...] = ()) -> DrawnTables:
    playing = [*(entry for seats in tables for entry in seats), *free]
    return DrawnTables(number, tables, free, playing)


@pytest.mark.parametrize(
    ("tables", "free", "found"),
    [
        ([(1, 2, 3, 4)], (5,), []),
        ([(1, 2, 3, 3)], (4, 5), [("player_twice", 3)]),
        ([(1, 2, 3, 4)], (4, 5), [("player_twice", 4)]),
        ([(1, 2, 3, 9)], (4, 5), [("player_unknown", 9)]),
        ([(1, 2, 3, 4)], (), [("player_unseated", 5)]),
        ([(1, 2, 3)], (4, 5), [("not_four", 1, 2, 3)]),
        ([], (1, 2, 3, 4, 5), [("free_many", 1, 2, 3, 4, 5)]),
    ],
)
def test_what_no_round_may_have(
    tables: list[tuple[int, ...]], free: tuple[int, ...], found: list[tuple[object, ...]]
) -> None:
    breaches = seating_breaches(DrawnTables(1, tables, free, FIVE))

    assert [(breach.code, *breach.entries) for breach in breaches] == found


def test_partners_sit_across_and_opponents_beside_each_other() -> None:
    """R1.2: seats 1 and 3 are side A, 2 and 4 side B."""
    past = Company()
    past.add(round_(1, (1, 2, 3, 4)))

    assert set(past.partners) == {frozenset({1, 3}), frozenset({2, 4})}
    assert set(past.opponents) == {frozenset(pair) for pair in ({1, 2}, {2, 3}, {3, 4}, {4, 1})}


def test_repeats_are_reported_and_what_could_have_been_avoided() -> None:
    first = round_(1, (1, 2, 3, 4))

    assert verify_individual([first, round_(2, (1, 3, 2, 4))]) == [
        Finding(2, Breach("opponents_again", (1, 4)), None),
        Finding(2, Breach("opponents_again", (2, 3)), None),
    ]
    assert [(each.breach.code, each.avoidable) for each in verify_individual([first, first])] == [
        ("partners_again", True),
        ("partners_again", True),
        *[("opponents_again", None)] * 4,
    ]


def test_partners_again_after_all_choices_are_used_up_could_not_be_avoided() -> None:
    rounds = [round_(1, (1, 2, 3, 4)), round_(2, (1, 3, 2, 4)), round_(3, (1, 2, 4, 3))]

    again = verify_individual([*rounds, round_(4, (1, 2, 3, 4))])

    assert {each.avoidable for each in again if each.breach.code == "partners_again"} == {False}


def test_who_is_free_though_another_was_free_less_often_could_have_played() -> None:
    rounds = [round_(1, (1, 2, 3, 4), free=(5,)), round_(2, (1, 2, 3, 4), free=(5,))]

    assert Finding(2, Breach("free_unfair", (5,)), True) in verify_individual(rounds)


def test_what_was_not_played_brings_nobody_together_and_its_winners_were_free() -> None:
    walkover = DrawnTables(1, [(1, 2, 3, 4)], (), FIVE[:4], walked_over=(1, 3), unplayed=(1, 2, 3, 4))
    past = Company()
    past.add(walkover)

    assert (past.partners, past.opponents, past.free) == (Counter(), Counter(), Counter({1: 1, 3: 1}))
    assert company_breaches(round_(2, (1, 2, 3, 4)), past) == []


def test_a_table_given_twice_is_found() -> None:
    one_table = DrawnTables(1, [(1, 2, 3, 4), (5, 6, 7, 8)], (), range(1, 9), numbers=[1, 1])

    assert verify_individual([one_table]) == [Finding(1, Breach("table_twice", (1, 2, 3, 4, 5, 6, 7, 8)), True)]


@pytest.mark.parametrize(
    "code",
    ["player_twice", "player_unknown", "player_unseated", "not_four", "free_many", "free_unfair", "table_twice"],
)
def test_each_breach_has_its_sentence(code: str) -> None:
    assert breach_sentence(code, (3, 4)) != ""


events = st.tuples(st.integers(4, 14), st.integers(1, 6), st.sampled_from(["adjacent", "fold"]), st.text(max_size=5))


@given(events)
def test_what_the_system_draws_has_no_avoidable_breach(event: tuple[int, int, str, str]) -> None:
    """Whatever the number of players, rounds, and the seed."""
    players, rounds, within, seed = event
    past, drawn = Company(), []
    for number in range(1, rounds + 1):
        so_far = Past(
            [tuple(sorted(pair)) for pair in past.partners.elements()],  # type: ignore[misc] # pairs
            [tuple(sorted(pair)) for pair in past.opponents.elements()],  # type: ignore[misc] # pairs
            past.free,
        )
        made = draw_individual(range(1, players + 1), so_far, seed=seed, within=within)  # type: ignore[arg-type]
        its = DrawnTables(number, [table.entries for table in made.tables], made.free, range(1, players + 1))
        assert made.partners_again == least_repeats(its, past.partners)
        drawn.append(its)
        past.add(its)

    assert [finding for finding in verify_individual(drawn) if finding.avoidable] == []


@given(st.permutations(range(1, 9)), st.permutations(range(1, 9)))
def test_two_rounds_by_chance_are_judged_as_brute_force_judges_them(first: list[int], second: list[int]) -> None:
    """Of eight players nobody needs the same partner twice in two rounds."""
    rounds = [round_(at, tuple(order[:4]), tuple(order[4:])) for at, order in enumerate((first, second), start=1)]
    partners = [{frozenset(seats[at::2]) for seats in each.tables for at in (0, 1)} for each in rounds]
    together = {frozenset(pair) for seats in rounds[0].tables for pair in combinations(seats, 2)} - partners[0]

    found = verify_individual(rounds)

    again = {frozenset(each.breach.entries) for each in found if each.breach.code == "partners_again"}
    assert again == partners[0] & partners[1]
    assert all(each.avoidable for each in found if each.breach.code == "partners_again")
    met = {frozenset(each.breach.entries) for each in found if each.breach.code == "opponents_again"}
    assert met <= together
