"""The checks verify a whole history, and know which breach could have been avoided (R13.1, R8.4)."""

from dataclasses import replace

from tournament.draw.checks import Breach, Drawn, Finding, Proof, proven, verify
from tournament.draw.systems import Pairing

FOUR = (1, 2, 3, 4)


def drawn(number: int, *pairings: tuple[int, int | None], playing: tuple[int, ...] = FOUR) -> Drawn:
    return Drawn(number, [Pairing(a, b) for a, b in pairings], playing)


FIRST = drawn(1, (1, 2), (3, 4))
SECOND = drawn(2, (1, 3), (2, 4))
THIRD = drawn(3, (1, 4), (2, 3))


def test_a_history_without_a_breach_has_no_findings() -> None:
    assert verify([FIRST, SECOND, THIRD]) == []


def test_a_rematch_while_there_were_other_opponents_was_avoidable() -> None:
    again = drawn(2, (1, 2), (3, 4))

    assert verify([FIRST, again]) == [
        Finding(2, Breach("rematch", (1, 2)), avoidable=True),
        Finding(2, Breach("rematch", (3, 4)), avoidable=True),
    ]


def test_a_rematch_when_everybody_has_met_was_not() -> None:
    again = drawn(4, (1, 2), (3, 4))

    assert [found.avoidable for found in verify([FIRST, SECOND, THIRD, again])] == [False, False]


def test_more_rematches_than_had_to_be_were_avoidable() -> None:
    """1 has met all others, so one rematch has to be; 3 and 4 have met too, but 2 and 4 haven't."""
    history = [drawn(number, (1, other), playing=(1, other)) for number, other in enumerate((2, 3, 4), start=1)]
    history.append(drawn(4, (3, 4), playing=(3, 4)))

    assert [found.avoidable for found in verify([*history, drawn(5, (1, 3), (2, 4))])] == [False]
    assert [found.avoidable for found in verify([*history, drawn(5, (1, 2), (3, 4))])] == [True, True]


def test_who_sat_where_nothing_was_played_may_meet() -> None:
    """R8.1: a walkover is no meeting."""
    walked_over = Drawn(1, [Pairing(1, 2), Pairing(3, 4)], FOUR, walked_over=[1], unplayed=[1, 2])

    assert verify([walked_over, Drawn(2, [Pairing(1, 2), Pairing(3, 4)], FOUR)]) == [
        Finding(2, Breach("rematch", (3, 4)), avoidable=True)
    ]


def test_a_walkover_is_a_free_game_and_a_second_one_was_avoidable() -> None:
    walked_over = Drawn(1, [Pairing(1, 2), Pairing(3, 4)], FOUR, walked_over=[1])
    three = drawn(2, (1, None), (2, 3), playing=(1, 2, 3))

    assert verify([walked_over, three]) == [Finding(2, Breach("second_free", (1,)), avoidable=True)]


def test_a_third_meeting_while_others_had_met_only_once_was_avoidable() -> None:
    history = [FIRST, SECOND, THIRD, replace(FIRST, number=4)]

    assert [found.avoidable for found in verify([*history, replace(SECOND, number=5)])] == [False] * 4
    assert [found.avoidable for found in verify([*history, replace(FIRST, number=5)])] == [False, False, True, True]


def test_a_breach_is_judged_around_the_tables_that_were_locked() -> None:
    """1 against 3 was kept by hand, so 2 and 4 had to meet again."""
    history = [drawn(1, (2, 4), (1, 3)), SECOND]
    by_hand = replace(SECOND, number=2, locked=[frozenset({1, 3})])

    assert [(found.breach.entries, found.avoidable) for found in verify([FIRST, history[0], by_hand])] == [
        ((1, 3), True),
        ((2, 4), False),
    ]


def test_a_proof_is_counted_again() -> None:
    """After three rounds of four nobody has anybody left: each is a part of his own."""
    proof = Proof(["rematch"], [], [[1], [2], [3], [4]])
    history = [FIRST, SECOND, THIRD, replace(FIRST, number=4, proof=proof)]

    assert proven(history) == {4: 2}
    assert proven([FIRST, replace(FIRST, number=4, proof=proof)]) == {4: 0}, "too early: 1 and 3 have not met"


def test_a_second_free_game_that_spared_a_rematch_was_not() -> None:
    history = [drawn(1, (1, 2), (3, None), playing=(1, 2, 3)), drawn(2, (1, 3), playing=(1, 3))]

    assert verify([*history, drawn(3, (2, 3), (1, None), playing=(1, 2, 3))]) == []
    assert verify([*history, drawn(3, (1, 2), (3, None), playing=(1, 2, 3))]) == [
        Finding(3, Breach("rematch", (1, 2)), avoidable=True),
        Finding(3, Breach("second_free", (3,)), avoidable=False),
    ]


def test_a_forbidden_pair_that_could_be_parted_was_avoidable() -> None:
    forbidden = [frozenset({1, 2})]

    assert verify([FIRST], forbidden=forbidden) == [Finding(1, Breach("forbidden", (1, 2)), avoidable=True)]
    assert verify([SECOND, THIRD, FIRST], forbidden=forbidden) == [
        Finding(1, Breach("forbidden", (1, 2)), avoidable=False)
    ]


def test_whoever_is_not_seated_or_has_withdrawn_is_found_in_any_case() -> None:
    assert verify([drawn(1, (1, 2), playing=(1, 3))]) == [
        Finding(1, Breach("unknown", (2,)), avoidable=True),
        Finding(1, Breach("unseated", (3,)), avoidable=True),
    ]


def test_a_table_given_twice_is_found() -> None:
    one_table = Drawn(1, FIRST.pairings, FOUR, tables=[1, 1])

    assert verify([one_table]) == [Finding(1, Breach("table_twice", (1, 2, 3, 4)), avoidable=True)]


def test_in_a_knockout_who_has_lost_is_out() -> None:
    semis = Drawn(1, FIRST.pairings, FOUR, lost=[2, 3])

    assert verify([semis, drawn(2, (1, 4), playing=(1, 4))], lives=1) == []
    assert verify([semis, drawn(2, (2, 4), playing=(2, 4))], lives=1) == [
        Finding(2, Breach("out", (2,)), avoidable=True)
    ]
