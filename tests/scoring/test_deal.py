"""One deal: what it is worth, and what cannot have happened (R5)."""

from dataclasses import replace

import pytest

from scoring import TILES, Deal, DealPoints, Ending, RuleViolation, check_so_far, preset
from scoring.consistency import MOST_IN_A_DEAL

FDR = preset("fdr")


def refusal(**entries):
    """The refusal of a deal, as (code, field)."""
    with pytest.raises(RuleViolation) as caught:
        Deal(**{"lead": 1} | entries)
    return caught.value.code, caught.value.field


def domino(pips=(10, 20, 0, 6), **entries):
    return Deal(**{"lead": 1, "ending": "domino", "closer": 3, "pips": pips} | entries)


def fish(pips, **entries):
    return Deal(**{"lead": 1, "ending": "fish", "pips": pips} | entries)


# -- What a deal is worth ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counted", "points"),
    [
        ("all", DealPoints(36, 0, "a", "domino")),  # R5.1: his partner's hand included
        ("opponents", DealPoints(26, 0, "a", "domino")),
    ],
)
def test_a_domino_scores_the_hands_of_the_others(counted, points):
    """R5.1."""
    assert domino().points(FDR.replace(counted=counted)) == points


def test_a_domino_of_seat_2_scores_for_side_b():
    """R1.2, R5.1."""
    assert domino((3, 0, 4, 5), closer=2).points(FDR) == DealPoints(0, 12, "b", "domino")


def test_the_closer_of_a_domino_wins_even_if_his_side_holds_more():
    """R5.1: only a fish compares the sums."""
    assert domino((40, 1, 0, 1)).points(FDR) == DealPoints(42, 0, "a", "domino")


@pytest.mark.parametrize(
    ("way", "points"),
    [
        ("all", DealPoints(0, 40, "b", "fish")),
        ("opponents", DealPoints(0, 22, "b", "fish")),
        ("difference", DealPoints(0, 4, "b", "fish")),
    ],
)
def test_a_fish_goes_to_the_smaller_sum(way, points):
    """R5.2: the pairs hold 22 and 18."""
    assert fish((12, 8, 10, 10)).points(FDR.replace(fish=way)) == points


def test_who_closed_a_fish_does_not_decide_it():
    """R5.2."""
    assert fish((12, 8, 10, 10), closer=1).points(FDR).winner == "b"


def test_equal_sums_draw_the_deal_and_nobody_scores():
    """R5.3."""
    assert fish((12, 8, 10, 14)).points(FDR) == DealPoints(0, 0, None, "drawn")


def test_a_deal_can_be_won_with_its_points_void():
    """R5.5."""
    assert domino(void=True).points(FDR) == DealPoints(0, 0, "a", "void")


def test_a_broken_deal_scores_nothing():
    """R5.6."""
    assert Deal(lead=1, ending="broken").points(FDR) == DealPoints(0, 0, None, "broken")


# -- Pips ----------------------------------------------------------------------------------------------


def test_the_closer_of_a_domino_has_nothing_left():
    """R5.4."""
    assert refusal(ending="domino", closer=3, pips=(1, 1, 4, 1)) == ("deal.closer_holds", "pips.3")


def test_seven_tiles_have_69_pips_at_most():
    """R5.4: 12 + 11 + 10 + 10 + 9 + 9 + 8."""
    assert sum(domino((69, 1, 0, 2)).pips) == 72
    assert refusal(ending="domino", closer=3, pips=(70, 1, 0, 2)) == ("deal.pips_too_many", "pips.1")


def test_no_two_hands_can_both_have_their_most():
    """R5.4: each tile is in one hand only, so two hands have the 14 heaviest at most."""
    heaviest = sum(sorted((sum(one) for one in TILES), reverse=True)[:14])
    assert sum(domino((69, heaviest - 69, 0, 2)).pips) == heaviest + 2
    assert refusal(ending="domino", closer=3, pips=(69, heaviest - 68, 0, 2)) == (
        "deal.pips_together_many",
        "pips",
    )


def test_no_deal_brings_more_than_the_18_heaviest_tiles():
    """R5.4: ten tiles at least lie on the table."""
    assert MOST_IN_A_DEAL == 140
    assert refusal(ending="domino", closer=3, pips=(50, 50, 0, 41)) == ("deal.pips_together_many", "pips")


def test_only_one_hand_can_have_no_pips():
    """R5.4: there is one 0-0."""
    assert domino((0, 1, 0, 5)).pips == (0, 1, 0, 5)
    assert refusal(ending="domino", closer=3, pips=(0, 0, 0, 6)) == ("deal.pips_together_few", "pips")


def test_three_hands_have_three_pips_at_least():
    """R5.4: 0-0, 1-0 and then 1-1 or 2-0."""
    assert refusal(ending="domino", closer=3, pips=(0, 1, 0, 1)) == ("deal.pips_together_few", "pips")
    assert sum(domino((0, 1, 0, 2)).pips) == 3


def test_in_a_fish_on_0_no_hand_is_without_pips():
    """R5.2, R5.4: all tiles with 0 lie on the table, 1-1 is the lightest left."""
    assert refusal(ending="fish", pips=(0, 8, 4, 10), ends=(0, 0)) == ("deal.pips_too_few", "pips.1")


def test_in_a_fish_on_6_the_heaviest_hand_is_lighter():
    """R5.2, R5.4: 10 + 9 + 8 + 8 + 7 + 7 + 6 without the sixes."""
    assert sum(fish((55, 9, 6, 4), ends=(6, 6)).pips) == 74
    assert refusal(ending="fish", pips=(56, 9, 7, 4), ends=(6, 6)) == ("deal.pips_too_many", "pips.1")


@pytest.mark.parametrize(("ends", "code"), [((6, 5), "deal.parity_odd"), ((1, 0), "deal.parity_odd")])
def test_an_even_number_of_pips_left_needs_ends_of_even_sum(ends, code):
    """R5.4: 168 less the pips in pairs inside the chain less the two ends."""
    assert refusal(ending="domino", closer=3, pips=(10, 20, 0, 6), ends=ends) == (code, "ends")
    assert domino(ends=(6, 4)).ends == (6, 4)


def test_an_odd_number_of_pips_left_needs_ends_of_odd_sum():
    """R5.4."""
    assert refusal(ending="domino", closer=3, pips=(10, 20, 0, 7), ends=(3, 3)) == ("deal.parity_even", "ends")
    assert domino((10, 20, 0, 7), ends=(3, 2)).ends == (3, 2)


def test_in_a_fish_the_pips_left_are_even():
    """R5.4: both ends show the same number."""
    assert refusal(ending="fish", pips=(12, 8, 10, 11)) == ("deal.fish_parity", "pips")


def test_in_a_fish_both_ends_show_the_same_number():
    """R5.2."""
    assert refusal(ending="fish", pips=(12, 8, 10, 10), ends=(4, 2)) == ("deal.fish_ends", "ends")


@pytest.mark.parametrize(("laid", "possible"), [(9, False), (10, True), (25, True), (26, False)])
def test_after_a_domino_10_to_25_tiles_lie_on_the_table(laid, possible):
    """R5.4a."""
    pips = (0, 1, 0, 2) if laid > 20 else (40, 40, 0, 30)
    if possible:
        assert domino(pips, laid=laid).laid == laid
    else:
        assert refusal(ending="domino", closer=3, pips=pips, laid=laid) == ("deal.laid_range", "laid")


@pytest.mark.parametrize(("laid", "possible"), [(9, False), (10, True), (24, True), (25, False)])
def test_after_a_fish_10_to_24_tiles_lie_on_the_table(laid, possible):
    """R5.4a: each of the four holds at least one."""
    pips = (2, 4, 6, 8) if laid > 20 else (30, 30, 30, 28)
    if possible:
        assert fish(pips, laid=laid).laid == laid
    else:
        assert refusal(ending="fish", pips=pips, laid=laid) == ("deal.laid_range", "laid")


def test_the_number_of_tiles_left_bounds_the_pips():
    """R5.4a: with 25 tiles laid each of the three others holds one, 12 pips at most."""
    assert refusal(ending="domino", closer=3, pips=(13, 1, 0, 2), laid=25) == ("deal.pips_too_many", "pips.1")
    assert domino((12, 1, 0, 3), laid=25).laid == 25


def test_the_number_of_tiles_left_bounds_the_pips_from_below():
    """R5.4a: ten tiles laid leave 18, which cannot all be light."""
    assert refusal(ending="domino", closer=3, pips=(4, 60, 0, 60), laid=10) == ("deal.pips_too_few", "pips.1")
    assert refusal(ending="domino", closer=3, pips=(9, 9, 0, 60), laid=10) == ("deal.pips_together_few", "pips")


# -- Tiles ---------------------------------------------------------------------------------------------

OUT = {  # seat 3 went out
    "lead": 3,
    "ending": "domino",
    "closer": 3,
    "tiles": [["6-4"], ["5-1", "3-3", "3-1"], [], ["6-2", "3-2"]],
    "ends": [4, 5],
    "laid": 22,
}
BLOCKED = {  # a fish on 0
    "lead": 2,
    "ending": "fish",
    "closer": 2,
    "tiles": [["3-3", "2-1"], ["6-1"], ["3-2", "3-1"], ["6-5", "5-4", "4-1"]],
    "ends": [0, 0],
    "laid": 20,
}


def held(deal, seat, *texts):
    """The hands of a deal with another hand at one seat."""
    hands = list(deal["tiles"])
    hands[seat - 1] = list(texts)
    return {"tiles": hands}


def test_the_pips_are_counted_from_the_tiles():
    """R5.4."""
    deal = Deal.from_dict(OUT)
    assert deal.pips == (10, 16, 0, 13)
    assert deal.points(FDR) == DealPoints(39, 0, "a", "domino")
    assert Deal.from_dict(BLOCKED).points(FDR) == DealPoints(50, 0, "a", "fish")


def test_pips_that_contradict_the_tiles_are_refused():
    assert Deal(**OUT | {"pips": (10, 16, 0, 13)}).pips == (10, 16, 0, 13)
    assert refusal(**OUT | {"pips": (10, 16, 0, 12)}) == ("deal.pips_differ", "pips.4")


@pytest.mark.parametrize(
    ("seat", "texts", "expected"),
    [
        (1, ["6-2"], ("deal.tile_twice", "tiles.4")),  # seat 4 has it
        (4, ["6-2", "2-6"], ("deal.tile_twice", "tiles.4")),  # one tile, two ways to write it
        (3, ["6-6"], ("deal.closer_holds_tiles", "tiles.3")),
        (1, [], ("deal.hand_empty", "tiles.1")),
        (1, ["6-4", "0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0"], ("deal.hand_too_large", "tiles.1")),
        (1, ["7-4"], ("tile.unknown", "tiles.1")),
    ],
)
def test_hands_that_cannot_be(seat, texts, expected):
    """R2.1, R5.4: no tile twice, at most seven in a hand, none with the closer, one with everybody else."""
    assert refusal(**OUT | {"laid": None} | held(OUT, seat, *texts)) == expected


def test_a_tile_taken_for_another_breaks_the_chain():
    """R5.4: with 6-3 in place of 6-4 four numbers stand an odd number of times."""
    with pytest.raises(RuleViolation) as caught:
        Deal(**OUT | held(OUT, 1, "0-1"))
    assert (caught.value.code, caught.value.field) == ("deal.chain_odd", "tiles")
    assert caught.value.params == {"numbers": "0, 1, 5, 6"}


def test_a_forgotten_tile_breaks_the_chain():
    """R5.4."""
    assert refusal(**OUT | {"laid": None} | held(OUT, 4, "3-2")) == ("deal.chain_odd", "tiles")


def test_a_forgotten_double_passes_the_chain_but_not_the_number_of_tiles():
    """R5.4a: a double counts twice, so the chain alone cannot miss it."""
    hands = held(OUT, 2, "5-1", "3-1")
    assert sum(Deal(**OUT | hands | {"laid": None}).pips) == 33
    assert refusal(**OUT | hands) == ("deal.laid_differs", "laid")


def test_tiles_on_the_table_that_fall_apart_are_no_chain():
    """R5.4: all sixes but 6-6 are held, so 6-6 cannot be joined."""
    hands = [["6-0", "6-1", "1-0"], [], ["6-2", "6-3", "3-2"], ["6-4", "6-5", "5-4"]]
    assert refusal(ending="domino", closer=2, tiles=hands) == ("deal.chain_apart", "tiles")


def test_the_open_ends_are_the_odd_numbers_of_the_chain():
    """R5.4, R5.4a."""
    assert refusal(**OUT | {"ends": (4, 4)}) == ("deal.ends_differ", "ends")
    assert refusal(**OUT | {"ends": (4, 3)}) == ("deal.ends_differ", "ends")
    assert Deal(**OUT | {"ends": (5, 4)}).ends == (5, 4)


CLOSED = {"ending": "domino", "closer": 3, "tiles": [["2-0"], ["6-6", "5-2"], [], ["5-0"]]}


def test_a_chain_without_odd_numbers_has_equal_ends():
    """R5.4."""
    assert Deal(**CLOSED, lead=1, ends=(6, 6)).ends == (6, 6)
    assert refusal(**CLOSED, ends=(6, 4)) == ("deal.ends_closed", "ends")


def test_an_open_end_lies_on_the_table():
    """R5.4: all seven sixes are held."""
    hands = [["6-0", "6-1", "1-0"], [], ["6-2", "6-3", "3-2"], ["6-4", "6-5", "5-4", "6-6"]]
    assert refusal(ending="domino", closer=2, tiles=hands, ends=(6, 6)) == ("deal.ends_absent", "ends")
    assert Deal(lead=1, ending="domino", closer=2, tiles=hands, ends=(5, 5)).ends == (5, 5)


def test_in_a_fish_all_seven_tiles_of_the_number_lie_on_the_table():
    """R5.2, R5.4."""
    with pytest.raises(RuleViolation) as caught:
        Deal(**BLOCKED | {"ends": (4, 4)})
    assert (caught.value.code, caught.value.field) == ("deal.fish_not_out", "tiles.4")
    assert caught.value.params == {"number": 4, "seat": 4, "tile": "5-4"}


def test_without_the_ends_a_fish_needs_some_number_that_is_out():
    """R5.2: here every number is in somebody's hand."""
    hands = [["6-5"], ["5-4", "4-3"], ["3-2", "2-1"], ["1-0", "6-0"]]
    assert refusal(ending="fish", tiles=hands) == ("deal.fish_nothing_out", "tiles")


def test_the_chain_of_a_fish_has_no_odd_number():
    """R5.2, R5.4: its two ends are equal."""
    assert refusal(**BLOCKED | {"ends": None, "laid": None} | held(BLOCKED, 2, "6-2")) == (
        "deal.chain_odd",
        "tiles",
    )


def test_a_tile_moved_between_hands_of_a_fish_is_not_found():
    """R5.4a says so: the table looks the same."""
    hands = [["3-3", "2-1", "6-1"], ["5-4"], ["3-2", "3-1"], ["6-5", "4-1"]]
    assert Deal(**BLOCKED | {"tiles": hands}).pips == (16, 9, 9, 16)


# -- Control figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "entries", "code"),
    [
        ("none", {}, None),
        ("ends", {}, "deal.ends_missing"),
        ("ends", {"ends": (6, 4)}, None),
        ("ends_and_count", {"ends": (6, 4)}, "deal.laid_missing"),
        ("ends_and_count", {"ends": (6, 4), "laid": 20}, None),
    ],
)
def test_the_regulations_say_which_control_figures_are_required(control, entries, code):
    """R5.4a."""
    regulations = FDR.replace(control=control)
    if code is None:
        domino(**entries).check_control(regulations)
        return
    with pytest.raises(RuleViolation) as caught:
        domino(**entries).check_control(regulations)
    assert caught.value.code == code


def test_a_broken_deal_needs_no_control_figures():
    """R5.6."""
    Deal(lead=1, ending="broken").check_control(FDR.replace(control="ends_and_count"))


# -- Shape ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"ending": "dominoes", "closer": 3, "pips": (1, 1, 0, 1)}, ("value.choice", "ending")),
        ({"ending": "domino", "closer": 5, "pips": (1, 1, 0, 1)}, ("value.range", "closer")),
        ({"ending": "domino", "closer": 3, "pips": (1, 1, 0, 1), "lead": 0}, ("value.range", "lead")),
        ({"ending": "domino", "closer": True, "pips": (1, 1, 0, 1)}, ("value.whole", "closer")),
        ({"ending": "domino", "closer": 3, "pips": (1, 1, 0)}, ("value.list_of", "pips")),
        ({"ending": "domino", "closer": 3, "pips": (1, "1", 0, 1)}, ("value.whole", "pips.2")),
        ({"ending": "domino", "closer": 3, "pips": (1, 1, 0, -1)}, ("value.range", "pips.4")),
        ({"ending": "domino", "closer": 3, "pips": {}}, ("value.list", "pips")),
        ({"ending": "domino", "closer": 3, "pips": (9, 9, 0, 9), "ends": (7, 0)}, ("value.range", "ends")),
        ({"ending": "domino", "closer": 3, "pips": (9, 9, 0, 9), "ends": 6}, ("value.list", "ends")),
        ({"ending": "domino", "closer": 3, "pips": (9, 9, 0, 9), "laid": 29}, ("value.range", "laid")),
        ({"ending": "domino", "closer": 3, "pips": (9, 9, 0, 9), "void": "no"}, ("value.flag", "void")),
        ({"ending": "domino", "closer": 3, "tiles": ["6-4"]}, ("value.list_of", "tiles")),
        ({"ending": "domino", "closer": 3, "tiles": ["6-4", [], [], []]}, ("value.list", "tiles.1")),
        ({"ending": "domino", "pips": (1, 1, 0, 1)}, ("deal.closer_missing", "closer")),
        ({"ending": "domino", "closer": 3}, ("deal.hands_missing", "pips")),
        ({"ending": "broken", "closer": 3}, ("deal.broken_has_nothing", "closer")),
        ({"ending": "broken", "pips": (0, 0, 0, 0)}, ("deal.broken_has_nothing", "pips")),
        ({"ending": "broken", "void": True}, ("deal.broken_has_nothing", "void")),
    ],
)
def test_entries_that_are_no_deal(entries, expected):
    assert refusal(**entries) == expected


@pytest.mark.parametrize("data", [OUT, BLOCKED, {"lead": 1, "ending": "broken"}, CLOSED | {"void": True}])
def test_a_deal_is_written_as_it_is_read(data):
    assert Deal.from_dict(data).to_dict() == data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"ending": "broken", "leed": 1}, ("value.unknown_key", "leed")),
        ({"lead": 1}, ("value.missing", "ending")),
        (["domino"], ("value.object", None)),
    ],
)
def test_data_of_the_wrong_shape(data, expected):
    with pytest.raises(RuleViolation) as caught:
        Deal.from_dict(data)
    assert (caught.value.code, caught.value.field) == expected


def test_deals_are_values():
    """Two that say the same are equal, however their tiles were written."""
    turned = held(OUT, 4, "2-3", "2-6")
    assert Deal.from_dict(OUT | turned) == Deal.from_dict(OUT)
    assert replace(Deal.from_dict(OUT), tiles=None).to_dict()["pips"] == [10, 16, 0, 13]


# -- A deal that is still being written (R5.4) ---------------------------------------------------------


def so_far(ending, left, ends=None, closer=3):
    """The refusal of a deal as far as it is written, as (code, field); None if it may still come right."""
    try:
        check_so_far(Ending(ending), closer, left, ends)
    except RuleViolation as refused:
        return refused.code, refused.field
    return None


@pytest.mark.parametrize(
    ("ending", "left", "refused"),
    [
        ("domino", (None, None, None, None), None),
        ("domino", (14, None, None, None), None),
        ("domino", (None, 70, None, None), ("deal.pips_too_many", "pips.2")),
        ("domino", (None, None, 5, None), ("deal.closer_holds", "pips.3")),
        ("domino", (0, 0, 0, None), ("deal.pips_together_few", "pips")),
        ("fish", (10, 10, 10, None), None),
        ("fish", (10, 10, 10, 11), ("deal.fish_parity", "pips")),
        ("broken", (None, 70, None, None), None),
    ],
)
def test_pips_are_judged_as_they_are_written(ending, left, refused):
    assert so_far(ending, left) == refused


def test_the_open_ends_are_weighed_once_all_hands_are_known():
    assert so_far("domino", (14, 6, None, None), (6, 4)) is None
    assert so_far("domino", (14, 7, None, 11), (6, 6)) is None
    assert so_far("domino", (14, 6, None, 11), (6, 6)) == ("deal.parity_even", "ends")


@pytest.mark.parametrize(
    ("ending", "left", "refused"),
    [
        ("domino", ([], [(6, 4)], [], []), None),
        ("domino", ([(6, 4)], [(6, 4)], [], []), ("deal.tile_twice", "tiles.2")),
        ("domino", ([], [], [(6, 4)], []), ("deal.closer_holds_tiles", "tiles.3")),
        ("domino", (TILES[:8], [], [], []), ("deal.hand_too_large", "tiles.1")),
        ("fish", ([], [], [], [(6, 4)]), ("deal.fish_not_out", "tiles.4")),
    ],
)
def test_tiles_are_judged_as_they_are_given(ending, left, refused):
    assert so_far(ending, left, (6, 6)) == refused
