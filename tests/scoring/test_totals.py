"""Partidas of which only totals are written (R3.6)."""

import pytest

from scoring import RuleViolation, Ruling, Score, play_totals, preset

LEAGUE = preset("fdr").replace(target=100, best_of=3, minutes=None, detail="totals")
SINGLE = LEAGUE.replace(best_of=1)


def refusal(regulations, parts):
    with pytest.raises(RuleViolation) as caught:
        play_totals(regulations, parts)
    return caught.value.code, caught.value.field


def test_more_parts_win_the_meeting_whatever_the_points():
    """R3.6."""
    meeting = play_totals(LEAGUE, [(100, 99), (0, 100), (100, 99)])
    assert (meeting.winner, meeting.by, meeting.parts) == ("a", "parts", Score(2, 1))
    assert (meeting.totals, meeting.result.points) == (Score(200, 298), Score(200, 298))


def test_a_meeting_goes_on_until_one_side_has_the_majority():
    """R3.6."""
    assert play_totals(LEAGUE, []).next.reason == "deal.first"
    meeting = play_totals(LEAGUE, [(100, 99)])
    assert (meeting.over, meeting.next.part, meeting.next.reason) == (False, 2, "deal.next_part")


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([(100, 0), (100, 0), (100, 0)], ("partida.part_after_end", "parts[2]")),
        ([(100, 0), (100, 100)], ("partida.part_level", "parts[1]")),
        ([(100, 101)], ("partida.part_both_at_target", "parts[0]")),
        ([(99, 40)], ("partida.part_short", "parts[0]")),
        ([(240, 0)], ("partida.part_too_many", "parts[0]")),
        ([(100, -1)], ("value.range", "parts[0]")),
        ([(100, "60")], ("value.whole", "parts[0]")),
        ([(100, 60, 0)], ("value.list_of", "parts[0]")),
        ([100], ("value.list", "parts[0]")),
    ],
)
def test_parts_that_cannot_have_ended_so(parts, expected):
    """R3.2, R3.6."""
    assert refusal(LEAGUE, parts) == expected


def test_the_last_deal_can_overshoot_the_target():
    """R3.2: from 99 by the 140 pips of the heaviest deal."""
    assert play_totals(SINGLE, [(239, 0)]).totals == Score(239, 0)


def test_time_or_a_number_of_deals_can_end_a_part_below_the_target():
    """R3.3, R6.3."""
    assert play_totals(SINGLE.replace(minutes=30), [(60, 40)]).by == "time"
    assert play_totals(SINGLE.replace(deals=8), [(60, 40)]).by == "deals"
    assert play_totals(SINGLE.replace(minutes=30), [(100, 40)]).by == "target"
    assert play_totals(SINGLE.replace(target=None, deals=8), [(600, 40)]).by == "deals"


@pytest.mark.parametrize(
    ("tie", "by", "points"),
    [("draw", "draw", (60, 60)), ("one_extra_deal", "draw", (60, 60)), ("null", "null", (0, 0))],
)
def test_a_level_total_where_the_regulations_allow_it(tie, by, points):
    """R7.1."""
    partida = play_totals(SINGLE.replace(tie=tie, minutes=30), [(60, 60)])
    assert (partida.by, partida.winner, partida.result.points) == (by, None, points)


def test_a_partida_known_by_its_totals_can_be_lost_by_a_ruling():
    """R10.6."""
    meeting = play_totals(LEAGUE, [(100, 0)], [Ruling(seat=1, loses=True)])
    assert (meeting.winner, meeting.by, meeting.result.points) == ("b", "ruling", Score(0, 200))


def test_totals_alone_need_regulations_that_allow_them():
    """R3.6."""
    assert refusal(preset("fdr"), [(200, 10)]) == ("partida.totals_not_allowed", "parts")
