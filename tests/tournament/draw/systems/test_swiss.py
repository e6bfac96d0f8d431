"""Swiss draws: an optimum over all of R13.1, not the first that fits."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given, settings

from tests.tournament.draw.systems.reference import (
    Reference,
    fields,
    locked_fields,
    plain,
    policies,
    without_locked,
)
from tournament.draw.systems import Pairing, Reason, Undrawable
from tournament.draw.systems.field import Contender, Field, Policy, Within
from tournament.draw.systems.swiss import Proposal, draw

ADJACENT = Policy()


def standing(*wins: int) -> list[Contender]:
    """Contenders 1, 2, 3 … in the order of the standing, with so many wins."""
    return [Contender(number, number, won) for number, won in enumerate(wins, start=1)]


def drawn(
    contenders: Sequence[Contender],
    met: Sequence[tuple[int, int]] = (),
    forbidden: Sequence[tuple[int, int]] = (),
    policy: Policy = ADJACENT,
) -> list[tuple[int, int | None]]:
    return plain(draw(Field(contenders, met, forbidden), policy).pairings)


# -- within a group: the order is the full standing -----------------------------------------------------------


def test_adjacent_neighbours_in_the_standing_meet() -> None:
    assert drawn(standing(1, 1, 1, 1, 0, 0)) == [(1, 2), (3, 4), (5, 6)]


def test_fold_the_upper_half_meets_the_lower_half() -> None:
    assert drawn(standing(0, 0, 0, 0, 0, 0), policy=Policy("fold")) == [(1, 4), (2, 5), (3, 6)]


def test_who_has_met_meets_the_next_one() -> None:
    assert drawn(standing(1, 1, 1, 1), met=[(1, 2)]) == [(1, 3), (2, 4)]


def test_lots_decide_among_equals_in_the_standing() -> None:
    equals = [Contender(number, 1) for number in (1, 2, 3, 4)]

    assert drawn(equals, policy=Policy(seed="Москва")) == [(1, 4), (3, 2)]
    assert drawn(equals, policy=Policy(seed="Madrid")) != drawn(equals, policy=Policy(seed="Москва"))


# -- across groups: as few as possible, and near ------------------------------------------------------------


def test_from_an_odd_group_the_last_meets_the_first_of_the_next() -> None:
    assert drawn(standing(2, 2, 2, 1, 1, 1)) == [(1, 2), (3, 4), (5, 6)]


def test_a_group_that_has_met_is_left_by_both() -> None:
    assert drawn(standing(2, 2, 1, 1, 1, 1), met=[(1, 2)]) == [(1, 3), (2, 4), (5, 6)]


def test_one_pairing_across_is_better_than_two_nearer_ones() -> None:
    assert drawn(standing(2, 1, 1, 0)) == [(1, 4), (2, 3)]


@pytest.mark.parametrize(("dropped", "draw_"), [(2, [(1, 2), (3, 5), (4, 6)]), (3, [(1, 3), (2, 4), (5, 6)])])
def test_who_dropped_before_is_spared_between_draws_that_are_otherwise_equal(
    dropped: int, draw_: list[tuple[int, int]]
) -> None:
    six = [
        Contender(number, number, wins, dropped=number == dropped)
        for number, wins in enumerate((1, 1, 1, 0, 0, 0), start=1)
    ]

    assert drawn(six, met=[(3, 4)]) == draw_


# -- the free game ------------------------------------------------------------------------------------------


def test_the_last_of_the_standing_is_free() -> None:
    assert drawn(standing(1, 1, 0, 0, 0)) == [(1, 2), (3, 4), (5, None)]


def test_who_was_free_is_not_free_again() -> None:
    five = [*standing(1, 1, 0, 0), Contender(5, 5, 0, free=1)]

    assert drawn(five) == [(1, 2), (3, 5), (4, None)]


def test_a_second_free_game_is_given_only_if_every_other_is_impossible() -> None:
    three = [Contender(number, number, free=1) for number in (1, 2, 3)]
    proposal = draw(Field(three), Policy())

    assert plain(proposal.pairings) == [(1, 2), (3, None)]
    assert proposal.breaches == (Reason("second_free", {"entry": 3, "times": 1}),)


def test_a_second_free_game_is_better_than_a_rematch() -> None:
    three = [Contender(1, 1, free=1), Contender(2, 2), Contender(3, 3)]
    proposal = draw(Field(three, met=[(1, 2), (1, 3)]), Policy())

    assert plain(proposal.pairings) == [(2, 3), (1, None)]


# -- apart --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "first"),
    [
        (Policy(apart="never"), (1, 2)),
        (Policy(apart="where_possible"), (1, 3)),
        (Policy(apart=2, round=2), (1, 3)),
        (Policy(apart=2, round=3), (1, 2)),
    ],
)
def test_clubs_are_kept_apart_as_the_policy_says(policy: Policy, first: tuple[int, int]) -> None:
    clubs = ["dynamo", "dynamo", "spartak", "spartak"]
    four = [Contender(at, at, apart=frozenset({club})) for at, club in enumerate(clubs, start=1)]

    assert drawn(four, policy=policy)[0] == first


def test_wins_groups_are_kept_together_before_clubs_are_kept_apart() -> None:
    four = [
        Contender(1, 1, 1, apart=frozenset("a")),
        Contender(2, 2, 1, apart=frozenset("a")),
        *standing(0, 0, 0, 0)[2:],
    ]

    assert drawn(four, policy=Policy(apart="where_possible")) == [(1, 2), (3, 4)]


def test_named_pairs_do_not_meet() -> None:
    assert drawn(standing(2, 2, 1, 1), forbidden=[(2, 1)]) == [(1, 3), (2, 4)]


# -- what had to be broken ----------------------------------------------------------------------------------


def test_a_rematch_that_cannot_be_avoided_is_named_and_proven() -> None:
    four = standing(2, 1, 1, 0)
    proposal = draw(Field(four, met=[(1, 2), (1, 3), (1, 4)]), Policy())

    assert plain(proposal.pairings) == [(1, 4), (2, 3)]
    assert proposal.breaches == (Reason("rematch", {"entry": 1, "other": 4, "times": 1}),)
    assert proposal.witness is not None
    assert (proposal.witness.rules, proposal.witness.least) == (("rematch",), 1)


def test_who_must_meet_again_meets_those_met_least() -> None:
    met = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3), (1, 2), (3, 4)]
    proposal = draw(Field(standing(0, 0, 0, 0), met), Policy())

    assert plain(proposal.pairings) == [(1, 3), (2, 4)]
    assert (proposal.cost["rematch"], proposal.cost["again"]) == (2, 0)


def test_a_forbidden_pair_meets_rather_than_a_rematch_is_played() -> None:
    proposal = draw(Field(standing(0, 0, 0, 0), met=[(1, 2), (1, 3)], forbidden=[(1, 4)]), Policy())

    assert plain(proposal.pairings) == [(1, 4), (2, 3)]
    assert proposal.breaches == (Reason("forbidden", {"entry": 1, "other": 4}),)


# -- an optimum -----------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(fields(), policies)
def test_no_draw_of_all_that_there_are_is_better(field: Field, policy: Policy) -> None:
    reference = Reference(field, policy)
    proposal = draw(field, policy)

    assert tuple(proposal.cost.values()) == reference.best() == reference.cost(plain(proposal.pairings))


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(fields(least=6), policies)
def test_nor_is_one_in_many_more_fields_of_six_to_ten(field: Field, policy: Policy) -> None:
    reference = Reference(field, policy)

    assert reference.cost(plain(draw(field, policy).pairings)) == reference.best()


@settings(max_examples=150, deadline=None)
@given(locked_fields(), policies)
def test_no_draw_around_locked_pairings_is_better(field: Field, policy: Policy) -> None:
    proposal = draw(field, policy)
    left = without_locked(field)
    drawn_around = [pairing for pairing in proposal.pairings if pairing not in field.locked]

    assert set(field.locked) <= set(proposal.pairings)
    if left.contenders:
        reference = Reference(left, policy)
        assert tuple(proposal.cost.values()) == reference.best() == reference.cost(plain(drawn_around))


def every_field_of_four() -> Iterator[Field]:
    """Whoever has met, whichever pair must not meet, whoever won: 64 × 7 × 5 fields."""
    pairs = list(combinations((1, 2, 3, 4), 2))
    for met in chain.from_iterable(combinations(pairs, count) for count in range(7)):
        for forbidden in [(), *((pair,) for pair in pairs)]:
            for winners in range(5):
                yield Field(standing(*(int(at < winners) for at in range(4))), met, forbidden)


@pytest.mark.slow
@pytest.mark.parametrize("within", ["adjacent", "fold"])
def test_no_draw_is_better_in_any_field_of_four(within: Within) -> None:
    policy = Policy(within)
    fields_of_four = list(every_field_of_four())

    assert len(fields_of_four) == 64 * 7 * 5
    for field in fields_of_four:
        reference = Reference(field, policy)
        assert reference.cost(plain(draw(field, policy).pairings)) == reference.best(), field


@settings(max_examples=50, deadline=None)
@given(fields(), policies)
def test_the_same_field_and_seed_give_the_same_draw_in_whatever_order_they_come(field: Field, policy: Policy) -> None:
    turned = Field(
        field.contenders[::-1],
        [(b, a) for a, b in reversed(field.met)],
        [(b, a) for a, b in reversed(field.forbidden)],
    )

    assert draw(field, policy) == draw(turned, policy)


def test_a_recorded_draw_can_be_repeated_on_another_day() -> None:
    """R13.8. If this fails, draws that are on record can't be verified any more."""
    lots = random.Random(8)
    numbers = range(1, 14)
    contenders = [Contender(number, lots.randint(1, 5), lots.randint(0, 3), lots.randint(0, 1)) for number in numbers]
    met = [(a, b) for a in numbers for b in numbers if a < b and lots.random() < 0.3]

    assert plain(draw(Field(contenders, met), Policy("fold", seed="1 December")).pairings) == RECORDED


RECORDED = [(8, 6), (5, 12), (13, 1), (3, 4), (9, 11), (2, 7), (10, None)]


# -- locked pairings ------------------------------------------------------------------------------------------


def test_the_rest_is_drawn_around_locked_pairings() -> None:
    proposal = draw(Field(standing(0, 0, 0, 0, 0), locked=[Pairing(4, 1)]), Policy())

    assert plain(proposal.pairings) == [(4, 1), (2, 3), (5, None)]
    assert proposal.reasons[0] == (Reason("locked"),)


def test_everything_may_be_locked() -> None:
    locked = [Pairing(1, 3), Pairing(2)]

    assert draw(Field(standing(0, 0, 0), locked=locked), Policy()).pairings == (Pairing(1, 3), Pairing(2))


def test_a_lock_that_makes_a_breach_necessary_shows_it() -> None:
    proposal = draw(Field(standing(0, 0, 0, 0), met=[(1, 2), (3, 4)], locked=[Pairing(1, 2)]), Policy())

    assert [reason.code for reason in proposal.breaches] == ["rematch", "rematch"]


# -- what can't be drawn --------------------------------------------------------------------------------------


def refused(contenders: Sequence[Contender], *locked: Pairing) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(Undrawable) as refusal:
        draw(Field(contenders, locked=locked), Policy())
    return refusal.value.code, dict(refusal.value.params)


def test_what_cannot_be_drawn_is_refused_with_its_reason() -> None:
    four = standing(0, 0, 0, 0)

    assert refused([]) == ("too_few", {"count": 0})
    assert refused(four[:1]) == ("too_few", {"count": 1})
    assert refused([four[0], four[0]]) == ("entry_twice", {"entry": 1})
    assert refused(four, Pairing(1, 9)) == ("lock_unknown", {"entry": 9})
    assert refused(four, Pairing(2, 2)) == ("lock_itself", {"entry": 2})
    assert refused(four, Pairing(1, 2), Pairing(2, 3)) == ("lock_twice", {"entry": 2})
    assert refused(four, Pairing(1)) == ("lock_free", {"entry": 1, "count": 4})


def test_parts_of_the_work_are_reported_to_whoever_watches() -> None:
    parts: list[str] = []
    proposal: Proposal = draw(Field(standing(0, 0)), Policy(), watch=parts.append)

    assert plain(proposal.pairings) == [(1, 2)]
    assert parts == ["candidates", "solve", "certify", "explain", "certify"]
