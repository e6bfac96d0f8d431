"""The page on which an organiser decides how a stage is drawn."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of
from tests.tournament.draw.play import stage_of
from tournament.models import Stage

ROUTE = "draw:policy"
SWISS = {"first": "seed", "within": "adjacent", "apart": "never", "by": "club"}


@pytest.fixture
def stage(db: None) -> Stage:
    return stage_of(4)


def address(stage: Stage) -> str:
    return reverse(ROUTE, args=[stage.tournament.slug, stage.number])


def test_what_was_decided_is_kept(stage: Stage) -> None:
    typed = {**SWISS, "within": "fold", "apart": "first", "apart_rounds": "3", "rounds": "5"}
    pair = {"pair_2_a": "1", "pair_2_b": "4", "pair_2_reason": "family"}

    answer = browser_of(stage.tournament).post(address(stage), typed | pair)

    stage.refresh_from_db()
    assert answer["Location"] == "/desk/cup/draw/?stage=1"
    assert stage.policy == {
        "within": "fold",
        "apart": 3,
        "forbidden": [{"entries": [1, 4], "reason": "family"}],
        "rounds": 5,
    }


def test_the_page_shows_what_was_decided_and_empty_lines_for_more(stage: Stage) -> None:
    stage.policy = {"apart": 2, "forbidden": [{"entries": [1, 4], "reason": "family"}]}
    stage.save()

    form = browser_of(stage.tournament).get(address(stage)).context["form"]

    assert [form[name].value() for name in ("apart", "apart_rounds")] == ["first", 2]
    assert [[field.value() for field in row] for row in form.rows()] == [[1, 4, "family"], *[[None, None, None]] * 3]


def test_an_emptied_line_lifts_the_ban(stage: Stage) -> None:
    stage.policy = {"forbidden": [{"entries": [1, 4], "reason": "family"}]}
    stage.save()

    browser_of(stage.tournament).post(address(stage), SWISS)

    stage.refresh_from_db()
    assert stage.policy == {}


@pytest.mark.parametrize(
    ("system", "number", "asked"),
    [
        ("swiss", 1, ["first", "within", "apart", "apart_rounds", "by", "rounds"]),
        ("knockout", 1, ["first", "double", "third_place", "consolation"]),
        ("knockout", 2, ["first", "double", "third_place", "consolation", "best", "best_next", "ties"]),
        ("round_robin", 2, ["best", "best_next", "ties"]),
    ],
)
def test_only_what_the_stage_needs_is_asked(db: None, system: str, number: int, asked: list[str]) -> None:
    cup = TournamentFactory(slug="cup")
    stages = [StageFactory(tournament=cup, system=system) for _ in range(number)]

    form = browser_of(cup).get(address(stages[-1])).context["form"]

    assert [field.name for field in form.settings()] == asked


def test_the_page_is_only_read_and_posted_to(stage: Stage) -> None:
    assert browser_of(stage.tournament).put(address(stage)).status_code == 405


def test_a_secretary_decides_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "secretary").get(address(stage)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).get(address(stage)).status_code == 404


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"within": "random"}, {"within": ["Select a valid choice. random is not one of the available choices."]}),
        ({"apart": "first"}, {"apart_rounds": ["Say for how many rounds they are kept apart."]}),
        ({"rounds": "0"}, {"rounds": ["Ensure this value is greater than or equal to 1."]}),
        (
            {"pair_3_a": "1"},
            {"pair_3_a": ["A pair that must not meet is named by two entry numbers."]},
        ),
        (
            {"pair_1_a": "1", "pair_1_b": "2", "pair_1_reason": ""},
            {"pair_1_a": ["Say why pairs 1 and 2 must not meet."]},
        ),
    ],
)
def test_what_makes_no_sense_is_said_at_its_field(
    stage: Stage, typed: dict[str, str], errors: dict[str, list[str]]
) -> None:
    page = browser_of(stage.tournament).post(address(stage), SWISS | typed)

    stage.refresh_from_db()
    assert (page.status_code, errors_of(page), stage.policy) == (422, errors, {})


def test_four_pairs_and_eight_take_as_many_queries(stage: Stage, django_assert_num_queries: Any) -> None:
    organiser = browser_of(stage.tournament)
    with django_assert_num_queries(7):
        organiser.get(address(stage))
    for _ in range(4):
        EntryFactory(tournament=stage.tournament)
    with django_assert_num_queries(7):
        organiser.get(address(stage))
