"""Tiles and chains (R2, R5.4)."""

import pytest

from scoring import RuleViolation
from scoring.layout import TILES, is_joined, numbers_out, odd_numbers, pips, tile, tile_text


def test_there_are_28_tiles_with_168_pips():
    """R2.1."""
    assert len(set(TILES)) == 28
    assert pips(TILES) == 168


@pytest.mark.parametrize("number", range(7))
def test_the_tiles_of_a_number_sum_to_21_and_seven_times_it(number):
    """R2.1."""
    assert pips(one for one in TILES if number in one) == 21 + 7 * number


@pytest.mark.parametrize(("text", "halves"), [("6-4", (6, 4)), ("4-6", (6, 4)), ("0-0", (0, 0))])
def test_a_tile_is_read_in_either_order_and_written_with_the_higher_half_first(text, halves):
    assert tile(text) == halves
    assert tile_text(tile(text)) == f"{halves[0]}-{halves[1]}"


@pytest.mark.parametrize("wrong", ["7-0", "6-", "64", "", "6–4", "-1-2", (7, 0), (1,), (True, 0), 6, None])
def test_what_is_no_tile_is_refused(wrong):
    with pytest.raises(RuleViolation) as refusal:
        tile(wrong)
    assert refusal.value.code == "tile.unknown"


@pytest.mark.parametrize(
    ("texts", "odd"),
    [
        (["6-6"], ()),
        (["6-4"], (4, 6)),
        (["6-6", "6-4", "4-4"], (4, 6)),
        (["6-4", "4-1", "6-1"], ()),
        (["6-4", "3-1"], (1, 3, 4, 6)),
        ([], ()),
    ],
)
def test_numbers_that_stand_an_odd_number_of_times(texts, odd):
    """R5.4: a double counts twice."""
    assert odd_numbers(map(tile, texts)) == odd


@pytest.mark.parametrize(
    ("texts", "joined"),
    [
        (["6-4", "4-1"], True),
        (["6-4", "3-1"], False),
        (["6-4", "3-1", "4-3"], True),
        (["6-4", "5-5"], False),
        (["5-5"], True),
        ([], True),
    ],
)
def test_tiles_that_hang_together(texts, joined):
    """R5.4: all joined."""
    assert is_joined([tile(text) for text in texts]) is joined


def test_a_number_is_out_when_its_seven_tiles_are():
    """R5.2."""
    threes = [one for one in TILES if 3 in one]
    assert numbers_out(threes) == (3,)
    assert numbers_out(threes[1:]) == ()
    assert numbers_out(TILES) == (0, 1, 2, 3, 4, 5, 6)
