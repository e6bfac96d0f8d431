"""The form of the regulations: it shows all of them, loses nothing, and says at which field something can't be."""

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import scoring
from tests.tournament.planning.filled import filled
from tournament.planning.forms.regulations import GROUPS, RegulationsForm
from tournament.regulation_phrases import CREDIT_FIGURES, CRITERIA, FIELDS, HELP, PRESETS, VALUES

FDR = scoring.preset("fdr")


def sent(rules: scoring.Regulations, **typed: Any) -> RegulationsForm:
    return RegulationsForm(filled(rules, **typed), rules=rules)


def value_of(field: scoring.Field) -> st.SearchStrategy[Any]:
    """Any value that a field may have by itself."""
    values: st.SearchStrategy[Any]
    if field.kind == "whole":
        values = st.integers(field.low, field.high)
    elif field.kind == "flag":
        values = st.booleans()
    elif field.kind == "choice":
        values = st.sampled_from(sorted(field.choices))
    elif field.kind == "criteria":
        values = st.lists(st.sampled_from(scoring.CRITERIA_CODES), min_size=1, unique=True)
    else:
        points, difference = st.integers(0, 10_000), st.integers(-10_000, 10_000)
        figures = {"winner_points": points, "loser_points": points}
        figures |= {"winner_difference": difference, "loser_difference": difference}
        values = st.fixed_dictionaries({}, optional=figures)
    return st.none() | values if field.optional else values


@st.composite
def regulations(draw: st.DrawFn) -> scoring.Regulations:
    """Any regulations: a preset, and any fields of them changed to what they may be."""
    fields = st.fixed_dictionaries({}, optional={name: value_of(field) for name, field in scoring.FIELDS.items()})
    data = {"preset": draw(st.sampled_from(sorted(scoring.PRESETS))), **draw(fields)}
    try:
        return scoring.Regulations.from_dict(data)
    except scoring.RuleViolation:
        assume(False)
        raise


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(regulations())
def test_what_is_shown_and_sent_back_is_the_same(rules: scoring.Regulations) -> None:
    form = sent(rules)

    assert form.errors == {}
    assert form.cleaned_data["regulations"] == rules


def test_credits_follow_a_target_that_is_changed() -> None:
    """R8.2."""
    form = sent(FDR, target="300")

    assert form.errors == {}
    assert form.cleaned_data["regulations"].to_dict() == {"preset": "fdr", "target": 300}
    assert asdict(form.cleaned_data["regulations"].walkover) == {
        "winner_points": 300,
        "loser_points": 0,
        "winner_difference": 300,
        "loser_difference": -300,
    }


def test_the_criteria_stand_in_the_order_of_their_numbers() -> None:
    """R12.3: gaps between the numbers mean nothing."""
    form = sent(FDR, place_wins="2", place_difference="", place_points_for="7", place_buchholz="1")

    assert form.is_valid()
    assert form.cleaned_data["regulations"].criteria == ("buchholz", "wins", "points_for")


@pytest.mark.parametrize(
    ("typed", "field", "rule", "said"),
    [
        (
            {"deals": "10"},
            "deals",
            "R3.1",
            "10 deals cannot be played: the number of deals is a multiple of four, so that each player leads "
            "equally often.",
        ),
        (
            {"target": ""},
            "deals",
            "R3.3",
            "A partida needs a length: set the number of deals, the target, or both.",
        ),
        ({"best_of": "2"}, "best_of", "R3.6", "The best of 2 parts has no sure winner: set an odd number."),
        (
            {"best_of": "3", "tie": "draw"},
            "tie",
            "R3.6",
            "In the best of 3 parts each part needs a winner: a level part is decided by extra deals.",
        ),
        (
            {"walkover_loser_points": "201"},
            "walkover_loser_points",
            "R8.2",
            "The loser of a walkover (201) cannot get more points than the winner (200).",
        ),
        (
            {"target": "", "deals": "8", "walkover_winner_points": "0"},
            "walkover_winner_points",
            "R8.2",
            "Without a target the regulations must name the points of a walkover.",
        ),
        (
            {"best_of": "3", "cap_points": "on"},
            "cap_points",
            "R12.2",
            "Points can be capped at the target only where a partida has a target and a single part.",
        ),
        (
            {"place_wins": "", "place_difference": "", "place_points_for": ""},
            "place_wins",
            "R12.3",
            "Name at least one criterion of the order.",
        ),
        ({"place_difference": "1"}, "place_difference", None, "Place 1 is taken by “Wins”."),
        ({"place_seed": "0"}, "place_seed", "min_value", "Ensure this value is greater than or equal to 1."),
        ({"fine_percent": ""}, "fine_percent", "required", "This field is required."),
        (
            {"lead": "youngest"},
            "lead",
            "invalid_choice",
            "Select a valid choice. youngest is not one of the available choices.",
        ),
        (
            {"minutes": "9" * 40},
            "minutes",
            "max_value",
            "Ensure this value is less than or equal to 600.",
        ),
        ({"bye_winner_points": "−1"}, "bye_winner_points", "invalid", "Enter a whole number."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(typed: dict[str, str], field: str, rule: str | None, said: str) -> None:
    errors = sent(FDR, **typed).errors.as_data()

    assert [(name, [(error.code, *error.messages) for error in found]) for name, found in errors.items()] == [
        (field, [(rule, said)])
    ]


# -- nothing of the engine is left out ----------------------------------------------------------------------------


def test_every_field_has_its_words_its_help_and_its_place_on_the_page() -> None:
    grouped = [name for names in GROUPS.values() for name in names]

    assert sorted(grouped) == sorted(scoring.FIELDS)
    assert set(FIELDS) == set(HELP) == set(scoring.FIELDS)


def test_every_value_criterion_and_preset_has_its_words() -> None:
    choices = {name: set(field.choices) for name, field in scoring.FIELDS.items() if field.choices}
    flags = {name: {True, False} for name, field in scoring.FIELDS.items() if field.kind == "flag"}

    assert {name: set(values) for name, values in VALUES.items()} == choices | flags
    assert set(CRITERIA) == set(scoring.CRITERIA_CODES)
    assert set(CREDIT_FIGURES) == set(asdict(FDR.bye))
    assert list(PRESETS) == list(scoring.PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_the_words_of_a_preset_are_true(name: str) -> None:
    rules = scoring.preset(name)
    length = f"{rules.deals} deals" if rules.deals else f"to {rules.target} points"
    final = scoring.PRESETS[name].final
    said = [length, f"{rules.minutes} minutes", *([f"finals to {final['target']}"] if final else [])]

    assert str(PRESETS[name]).split(", ")[1:] == said
