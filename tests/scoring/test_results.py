"""How a partida counts for each seat, and the semantic matrix (R8, R10)."""

import re

import pytest

import scoring.results
from scoring import (
    Credit,
    Result,
    RuleViolation,
    Ruling,
    SeatResult,
    play,
    play_totals,
    preset,
    rank,
    seat_results,
)

FDR = preset("fdr").replace(detail="totals")
FEMUNDO = FDR.replace(walkover=Credit(100, 0, 100, -200))
VENEZUELA = FDR.replace(walkover=Credit(200, 0, 100, -200))


def played(a, b, *rulings, regulations=FDR):
    return seat_results(regulations, "played", play_totals(regulations, [(a, b)], rulings))


def test_a_played_partida_gives_its_points_to_both_seats_of_a_side():
    """R1.2."""
    won = SeatResult("played", True, False, 210, 150, 60)
    lost = SeatResult("played", False, True, 150, 210, -60)
    assert played(210, 150) == {1: won, 2: lost, 3: won, 4: lost}


@pytest.mark.parametrize(
    ("regulations", "winner", "absent"),
    [
        (FDR, (200, 0, 200), (0, 200, -200)),
        (FEMUNDO, (100, 0, 100), (0, 200, -200)),
        (VENEZUELA, (200, 0, 100), (0, 200, -200)),
    ],
)
def test_a_walkover_credits_what_the_regulations_say(regulations, winner, absent):
    """R8.2."""
    results = seat_results(regulations, "walkover", winner="b")
    assert results[2] == results[4] == SeatResult("walkover", True, False, *winner)
    assert results[1] == results[3] == SeatResult("walkover", False, True, *absent)


def test_both_missing_both_lose():
    """R8.3."""
    assert set(seat_results(FDR, "both_absent").values()) == {SeatResult("both_absent", False, True, 0, 200, -200)}


def test_a_bye_is_a_win_without_opponents():
    """R8.4: the target, half of it as difference."""
    bye = SeatResult("bye", True, False, 200, 0, 100)
    assert seat_results(FDR, "bye") == {1: bye, 3: bye}
    assert seat_results(FDR, "bye", winner="b") == {2: bye, 4: bye}


def test_a_void_partida_counts_nothing():
    assert seat_results(FDR, "void") == dict.fromkeys((1, 2, 3, 4), SeatResult("void"))


def test_a_null_result_has_no_winner_and_no_points():
    """R7.1."""
    regulations = FDR.replace(tie="null")
    assert set(played(90, 90, regulations=regulations).values()) == {SeatResult("played")}


def test_a_partida_lost_by_a_ruling_is_the_most_points_to_nothing():
    """R10.3."""
    results = played(210, 150, Ruling(seat=3, loses=True))
    assert results[1] == results[3] == SeatResult("played", False, True, 0, 200, -200)
    assert results[2] == results[4] == SeatResult("played", True, False, 200, 0, 200)


def test_a_ruling_can_make_both_sides_lose():
    """R8.6."""
    results = played(210, 150, Ruling(seat=3, loses=True), Ruling(seat=4, loses=True))
    assert set(results.values()) == {SeatResult("played", False, True, 0, 200, -200)}


def test_the_offender_alone_loses_where_the_regulations_say_so():
    """R8.6, R10.5: partners end one partida differently, and the other three are credited."""
    regulations = FDR.replace(pays="offender")
    results = played(210, 150, Ruling(seat=3, loses=True), regulations=regulations)
    assert results[3] == SeatResult("played", False, True, 0, 200, -200)
    assert results[1] == results[2] == results[4] == SeatResult("played", True, False, 200, 0, 200)


def test_the_offender_alone_is_fined_where_the_regulations_say_so():
    """R10.5."""
    regulations = preset("fdr").replace(pays="offender", target=40, control="none")
    deal = {"lead": 1, "ending": "domino", "closer": 1, "pips": (0, 20, 20, 10)}
    partida = play(regulations, [scoring.Deal(**deal)], [Ruling(seat=3, deal=1, points=8)])
    results = seat_results(regulations, "played", partida)
    assert results[1] == SeatResult("played", True, False, 50, 0, 50)
    assert results[3] == SeatResult("played", True, False, 42, 0, 42)


@pytest.mark.parametrize(
    ("kind", "partida", "expected"),
    [
        ("played", None, ("result.partida_missing", "deals")),
        ("played", play(FDR, []), ("result.not_over", "deals")),
        ("walkover", None, ("result.winner_missing", "winner")),
        ("lost", None, ("value.choice", "kind")),
    ],
)
def test_results_that_are_none(kind, partida, expected):
    with pytest.raises(RuleViolation) as caught:
        seat_results(FDR, kind, partida)
    assert (caught.value.code, caught.value.field) == expected


# -- The matrix in the docstring -----------------------------------------------------------------------


def matrix():
    """The rows of the table in the module's docstring."""
    lines = scoring.results.__doc__.splitlines()
    rules = [number for number, line in enumerate(lines) if line.startswith("=====")]
    return [re.split(r"\s{2,}", line.strip()) for line in lines[rules[1] + 1 : rules[2]]]


LOSES = {"lost_by_ruling": [Ruling(seat=2, loses=True)]}
LOSES["both_lose"] = [Ruling(seat=1, loses=True), *LOSES["lost_by_ruling"]]
TIES = {"drawn": "draw", "null": "null"}


def ended_as(kind):
    """The seats' results of a row: side A wins where one side does."""
    if kind in ("played", *LOSES):
        return played(210, 150, *LOSES.get(kind, ()))
    if kind in TIES:
        return played(90, 90, regulations=FDR.replace(tie=TIES[kind]))
    if kind == "withdrawn":
        return {}
    return seat_results(FDR, kind, winner="a" if kind == "walkover" else None)


CREDITS = {"walkover": (200, 200), "bye": (200, 100), "both_absent": (0, -200)}
POINTS = {"net": {"played": 210, "drawn": 90}, "most": {"lost_by_ruling": 200}}


@pytest.mark.parametrize(
    ("kind", "is_played", "points", "won", "difference", "counts", "met"), matrix(), ids=lambda cell: cell
)
def test_the_matrix_says_what_each_kind_is_worth(kind, is_played, points, won, difference, counts, met):
    """R8, R10.6, R12.5, R13.1: the table in the docstring is what the code does."""
    seats = ended_as(kind)
    results = [Result.of(seats[1], entry="A", round=1, opponents=("B",))] if seats else []
    results += [Result.of(seats[2], entry="B", round=1, opponents=("A",))] if 2 in seats else []
    rows = {row.entry: row for row in rank(["A", "B"], results, ["wins", "buchholz"])}
    first = rows["A"]

    assert first.played == (is_played == "yes")
    assert first.points_for == POINTS.get(points, {}).get(kind, CREDITS.get(kind, (0, 0))[0])
    assert first.wins + rows["B"].wins == (won == "one")
    amounts = {"of points": first.points_for - first.points_against, "minus most": -200, "none": 0}
    assert first.difference == amounts.get(difference, CREDITS.get(kind, (0, 0))[1])
    assert len(first.explain("buchholz")) == (counts == "yes")
    assert (scoring.has_met(seats[1].kind) if seats else False) == (met == "yes")


def test_the_matrix_has_every_kind():
    named = [row[0] for row in matrix()]
    assert [kind for kind in scoring.RESULT_KINDS if kind not in named] == []
