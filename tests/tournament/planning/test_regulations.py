"""The regulations of rounds still to be published."""

from typing import Any

import pytest
from django.urls import reverse

import scoring
from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, rows_of
from tournament.models import Tournament
from tournament.planning.tables import CRITERIA, FIELDS, VALUES

ROUTE = "planning:regulations"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(rules__deals=8)


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


def form(**values: Any) -> dict[str, Any]:
    return {"preset": "fdr_deals"} | values


def test_what_differs_from_the_preset_stands_first_with_its_rule(cup: Tournament) -> None:
    rows = rows_of(browser_of(cup).get(address(cup)))

    assert rows[:2] == [
        ["Deals in a partida", "8", "12", "R3.1"],
        ["Points that win at once", "—", "the same", "R3.2"],
    ]
    assert len(rows) == len(scoring.FIELDS)


def test_a_credit_is_said_with_its_difference(cup: Tournament) -> None:
    rows = {row[0]: row[1] for row in rows_of(browser_of(cup).get(address(cup)))}

    assert (rows["Credit for a walkover"], rows["Credit for a bye"]) == (
        "winner 200 (+200), loser 0 (−200)",
        "winner 200 (+100), loser 0 (0)",
    )


def test_a_change_is_a_new_version_and_published_rounds_keep_theirs(cup: Tournament) -> None:
    published = RoundFactory(stage=StageFactory(tournament=cup))

    browser_of(cup).post(address(cup), form(deals="16", minutes="50"))

    assert (cup.regulations.number, cup.regulations.data) == (
        2,
        {"preset": "fdr_deals", "deals": 16, "minutes": 50},
    )
    published.refresh_from_db()
    assert published.rules.deals == 8


def test_what_the_form_does_not_ask_for_stays(db: None) -> None:
    league = TournamentFactory(rules__best_of=3, rules__detail="totals")

    browser_of(league).post(address(league), form(deals="4"))

    assert league.regulations.data == {"preset": "fdr_deals", "deals": 4, "best_of": 3, "detail": "totals"}


def test_another_preset_begins_anew(db: None) -> None:
    league = TournamentFactory(rules__best_of=3)

    browser_of(league).post(address(league), form(preset="fdr"))

    assert league.regulations.data == {"preset": "fdr"}


def test_the_page_is_only_read_and_posted_to(cup: Tournament) -> None:
    assert browser_of(cup).put(address(cup)).status_code == 405


def test_a_chief_referee_does_not_change_them(cup: Tournament) -> None:
    assert browser_of(cup, "chief_referee").post(address(cup), form(deals="16")).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


def test_a_number_of_deals_that_is_no_multiple_of_four_is_refused(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(deals="10"))

    assert (page.status_code, list(errors_of(page)), cup.regulations.number) == (422, ["deals"], 1)


def test_every_field_value_and_criterion_of_the_engine_has_its_words() -> None:
    choices = {name: set(field.choices) for name, field in scoring.FIELDS.items() if field.choices}
    flags = {name: {True, False} for name, field in scoring.FIELDS.items() if field.kind == "flag"}

    assert set(FIELDS) == set(scoring.FIELDS)
    assert set(CRITERIA) == set(scoring.CRITERIA_CODES)
    assert {name: set(values) for name, values in VALUES.items()} == choices | flags
