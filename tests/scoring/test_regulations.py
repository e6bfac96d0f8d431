"""Regulations, their presets and contradictions (R3, R8, R12)."""

import dataclasses

import pytest

from scoring import CRITERIA, CRITERIA_CODES, FIELDS, PRESETS, Credit, Regulations, RuleViolation, preset


def refusal(**overrides):
    """The refusal of regulations, as (code, field without its root)."""
    with pytest.raises(RuleViolation) as caught:
        Regulations.from_dict({"preset": "fdr"} | overrides)
    root, _, field = (caught.value.field or "").partition(".")
    assert root == "regulations"
    return caught.value.code, field


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_complete_and_possible(name):
    assert set(PRESETS[name].values) == set(FIELDS)
    assert preset(name).to_dict() == {"preset": name}
    assert preset(name).replace(**PRESETS[name].final).preset == name


def test_a_new_tournament_has_twelve_deals_in_forty_minutes():
    """R3.1, R3.4: and the Federation's rules otherwise."""
    assert next(iter(PRESETS)) == "fdr_deals"
    default = preset("fdr_deals")
    assert (default.deals, default.target, default.minutes) == (12, None, 40)
    assert default.walkover == Credit(200, 0, 200, -200)
    assert dataclasses.replace(default, preset="fdr", deals=None, target=200) == preset("fdr")


# -- Length --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [4, 8, 12, 16, 20])
def test_the_number_of_deals_is_a_multiple_of_four(deals):
    """R3.1: each of the four leads equally often."""
    assert preset("fdr_deals").replace(deals=deals).deals == deals


@pytest.mark.parametrize("deals", [5, 6, 7, 10, 13])
def test_any_other_number_of_deals_is_refused(deals):
    """R3.1."""
    assert refusal(deals=deals) == ("regulations.deals_multiple", "deals")


def test_a_partida_has_a_length():
    """R3.3."""
    assert refusal(target=None) == ("regulations.no_length", "deals")


def test_a_partida_may_have_both_lengths():
    """R3.3: the first reached ends it."""
    both = preset("fdr").replace(deals=12)
    assert (both.target, both.deals) == (200, 12)


def test_friendly_partidas_need_no_time():
    """R3.4."""
    assert preset("fdr").replace(minutes=None).minutes is None


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (11, 6)])
def test_a_meeting_is_the_best_of_an_odd_number_of_parts(best_of, needed):
    """R3.6."""
    assert preset("fdr").replace(best_of=best_of).parts_to_win == needed


def test_an_even_number_of_parts_has_no_sure_winner():
    """R3.6."""
    assert refusal(best_of=2) == ("regulations.best_of_even", "best_of")


@pytest.mark.parametrize("tie", ["one_extra_deal", "null", "draw"])
def test_each_part_of_a_meeting_has_a_winner(tie):
    """R3.6."""
    assert refusal(best_of=3, tie=tie) == ("regulations.best_of_tie", "tie")


# -- Credits -------------------------------------------------------------------------------------------


def test_the_credits_follow_another_target():
    """R8.2, R8.4: the most points of the event."""
    final = preset("fdr").replace(target=300)
    assert final.walkover == Credit(300, 0, 300, -300)
    assert final.bye == Credit(300, 0, 150, 0)
    assert final.to_dict() == {"preset": "fdr", "target": 300}


def test_a_credit_that_is_given_stays():
    """R8.2: what isn't given of it is the preset's."""
    event = Regulations.from_dict({"preset": "fdr", "target": 100, "walkover": {"winner_points": 60}})
    assert event.walkover == Credit(60, 0, 100, -100)
    assert event.replace(target=150).walkover == Credit(60, 0, 100, -100)


def test_a_deals_event_names_the_points_of_a_walkover():
    """R8.2: there is no target to take."""
    assert refusal(target=None, deals=12, walkover={"winner_points": 0}) == (
        "regulations.walkover_unnamed",
        "walkover.winner_points",
    )


def test_the_loser_of_a_walkover_has_no_more_than_the_winner():
    """R8.2."""
    assert refusal(walkover={"loser_points": 201}) == ("regulations.walkover_order", "walkover.loser_points")


@pytest.mark.parametrize(("name", "most"), [("fdr", 200), ("fdr_deals", 200)])
def test_the_most_points_are_the_target_or_the_walkover(name, most):
    """R8.2, R10.2: fines in per cent are reckoned from them."""
    assert preset(name).most_points == most
    assert preset(name).fine_points == most // 5
    assert preset(name).percent(40) == 80


# -- Order ---------------------------------------------------------------------------------------------


def test_every_criterion_can_be_listed():
    """R12.3: the regulations and the criteria know the same codes."""
    assert tuple(CRITERIA) == CRITERIA_CODES
    assert preset("fdr").replace(criteria=CRITERIA_CODES).criteria == CRITERIA_CODES


@pytest.mark.parametrize(
    ("criteria", "expected"),
    [
        ([], ("regulations.criteria_empty", "criteria")),
        (["wins", "luck"], ("value.choice", "criteria[1]")),
        (["wins", 7], ("value.choice", "criteria[1]")),
        (["wins", "lots", "wins"], ("regulations.criterion_twice", "criteria[2]")),
        ("wins", ("value.list", "criteria")),
    ],
)
def test_orders_that_are_none(criteria, expected):
    """R12.1."""
    assert refusal(criteria=criteria) == expected


@pytest.mark.parametrize("cap", ["cap_points", "cap_difference"])
def test_points_are_capped_only_at_a_target(cap):
    """R12.2."""
    assert getattr(preset("fdr").replace(**{cap: True}), cap) is True
    assert refusal(target=None, deals=12, **{cap: True}) == ("regulations.cap_without_target", cap)
    assert refusal(best_of=3, **{cap: True}) == ("regulations.cap_without_target", cap)


# -- Data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"targget": 100}, ("value.unknown_key", "targget")),
        ({"target": "100"}, ("value.whole", "target")),
        ({"target": True}, ("value.whole", "target")),
        ({"target": 0}, ("value.range", "target")),
        ({"minutes": 601}, ("value.range", "minutes")),
        ({"best_of": None}, ("value.whole", "best_of")),
        ({"cap_points": 1}, ("value.flag", "cap_points")),
        ({"lead": "left"}, ("value.choice", "lead")),
        ({"lead": None}, ("value.choice", "lead")),
        ({"preset": "chess"}, ("value.choice", "preset")),
        ({"preset": ["fdr"]}, ("value.choice", "preset")),
        ({"walkover": 200}, ("value.object", "walkover")),
        ({"walkover": {"points": 200}}, ("value.unknown_key", "walkover.points")),
        ({"walkover": {"winner_points": -1}}, ("value.range", "walkover.winner_points")),
        ({"bye": {"winner_difference": 0.5}}, ("value.whole", "bye.winner_difference")),
    ],
)
def test_data_of_the_wrong_shape(overrides, expected):
    assert refusal(**overrides) == expected


def test_regulations_name_their_preset():
    with pytest.raises(RuleViolation) as caught:
        Regulations.from_dict({"target": 100})
    assert (caught.value.code, caught.value.field) == ("value.missing", "regulations.preset")


@pytest.mark.parametrize("data", [None, [], "fdr", 7])
def test_regulations_are_an_object(data):
    with pytest.raises(RuleViolation) as caught:
        Regulations.from_dict(data)
    assert (caught.value.code, caught.value.field) == ("value.object", "regulations")


def test_an_organiser_sees_what_differs_from_the_preset():
    """R3.5."""
    event = preset("fdr").replace(minutes=30, lead="winner", walkover=Credit(100, 0, 100, -100))
    assert event.differences_from_preset() == {
        "minutes": (40, 30),
        "lead": ("rotate", "winner"),
        "walkover": (
            {"winner_points": 200, "loser_points": 0, "winner_difference": 200, "loser_difference": -200},
            {"winner_points": 100, "loser_points": 0, "winner_difference": 100, "loser_difference": -100},
        ),
    }
    assert Regulations.from_dict(event.to_dict()) == event


def test_every_field_says_what_it_means():
    assert list(FIELDS) == [field.name for field in dataclasses.fields(Regulations) if field.name != "preset"]
    for field in FIELDS.values():
        assert field.meaning
        assert field.rule.startswith("R")
        assert (field.kind == "choice") == bool(field.choices)
