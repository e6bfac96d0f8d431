"""Why these meet, for each pairing."""

from collections.abc import Sequence

from tournament.draw.systems import Reason
from tournament.draw.systems.explanation import REASONS
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import draw


def reasons(
    contenders: Sequence[Contender],
    met: Sequence[tuple[int, int]] = (),
    forbidden: Sequence[tuple[int, int]] = (),
) -> list[tuple[Reason, ...]]:
    return list(draw(Field(contenders, met, forbidden), Policy(apart="where_possible")).reasons)


def test_neighbours_of_one_group_are_ideal() -> None:
    assert reasons([Contender(1, 1, 2), Contender(2, 2, 2)]) == [
        (Reason("same_wins", {"wins": 2, "count": 2, "first": 1, "second": 2}), Reason("ideal"))
    ]


def test_each_closer_opponent_is_named_with_what_stands_against_it() -> None:
    six = [
        Contender(1, 1, apart=frozenset({"Spain"})),
        Contender(2, 2),
        Contender(3, 3),
        Contender(4, 4, apart=frozenset({"Spain"})),
        Contender(5, 5),
        Contender(6, 6),
    ]
    first = reasons(six, met=[(1, 2)], forbidden=[(3, 1)])[0]

    assert first == (
        Reason("same_wins", {"wins": 0, "count": 6, "first": 1, "second": 5}),
        Reason("met", {"entry": 1, "other": 2}),
        Reason("forbidden", {"entry": 1, "other": 3}),
        Reason("kept_apart", {"entry": 1, "other": 4}),
    )


def test_who_is_taken_by_another_is_named_with_that_opponent() -> None:
    four = [Contender(number, number) for number in (1, 2, 3, 4)]

    assert reasons(four, met=[(1, 2), (3, 4), (1, 3), (2, 4)])[0][1:] == (
        Reason("met", {"entry": 1, "other": 2}),
        Reason("met", {"entry": 1, "other": 3}),
    )
    assert reasons(four, met=[(3, 4)])[0][1:] == (Reason("taken", {"entry": 1, "other": 2, "opponent": 4}),)


def test_from_an_odd_group_one_must_go() -> None:
    assert reasons([Contender(1, 1, 1), Contender(2, 2, 0)]) == [
        (Reason("across", {"upper": 1, "lower": 0}), Reason("odd_group", {"wins": 1, "count": 1}), Reason("ideal"))
    ]


def test_who_leaves_an_even_group_is_told_whom_it_has_met() -> None:
    four = [Contender(1, 1, 1), Contender(2, 2, 1), Contender(3, 3, 0), Contender(4, 4, 0)]

    assert reasons(four, met=[(1, 2)])[0] == (
        Reason("across", {"upper": 1, "lower": 0}),
        Reason("met", {"entry": 1, "other": 2}),
    )


def test_who_is_free_is_told_why_nobody_below_is() -> None:
    five = [Contender(1, 1), Contender(2, 2), Contender(3, 3), Contender(4, 4), Contender(5, 5, free=1)]
    met = [(1, 2), (1, 3), (2, 3)]

    assert reasons(five, met)[-1] == (
        Reason("free", {"entry": 3, "from_last": 2}),
        Reason("had_free", {"entry": 5}),
        Reason("needed", {"entry": 4}),
    )


def test_every_reason_that_is_ever_given_has_its_code_listed() -> None:
    given = {
        reason.code
        for count in range(2, 12)
        for all_ in reasons(
            [Contender(n, n, n % 3, n % 2, frozenset("ab"[n % 2])) for n in range(1, count + 1)],
            met=[(n, n + 1) for n in range(1, count)],
            forbidden=[(1, count)],
        )
        for reason in all_
    }

    assert given <= set(REASONS)
