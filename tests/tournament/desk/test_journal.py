"""Every act, in words."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.pages import browser_of, rows_of
from tournament.audit.services import Author, act
from tournament.desk.tables import ACTIONS
from tournament.models import AuditRecord, Tournament

ROUTE = "desk:journal"
PROGRAM = Path(__file__).parents[3] / "tournament"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup", timezone="Asia/Vladivostok")


def address(cup: Tournament, query: str = "") -> str:
    return reverse(ROUTE, args=[cup.slug]) + query


def acts(cup: Tournament, count: int) -> None:
    for number in range(1, count + 1):
        with act(cup, "deal.recorded", Author(UserFactory(username=f"referee{number}"), "10.0.0.7")) as doing:
            doing.subject = f"round 1, table {number}"
            doing.data = {"number": number}


def test_who_did_what_where_the_latest_first(cup: Tournament) -> None:
    acts(cup, 2)
    AuditRecord.objects.update(at=datetime(2026, 5, 1, 15, 30, 7, tzinfo=UTC))

    assert rows_of(browser_of(cup).get(address(cup))) == [
        ["2", "05/02/2026 01:30:07", "referee2", "Deal written down", "round 1, table 2", "Show"],
        ["1", "05/02/2026 01:30:07", "referee1", "Deal written down", "round 1, table 1", "Show"],
    ]


def test_the_address_and_all_that_is_on_record_can_be_opened(cup: Tournament) -> None:
    acts(cup, 1)

    (row,) = browser_of(cup).get(address(cup)).context["table"].rows

    assert row.get_cell("data") == (
        '<details><summary>Show</summary><dl class="facts">'
        "<dt>number</dt><dd>1</dd><dt>address</dt><dd>10.0.0.7</dd></dl></details>"
    )


def test_a_name_is_never_taken_for_markup(cup: Tournament) -> None:
    with act(cup, "entry.added", Author()) as doing:
        doing.data = {"players": ["<script>"]}

    (row,) = browser_of(cup).get(address(cup)).context["table"].rows

    assert row.get_cell("data") == (
        '<details><summary>Show</summary><dl class="facts">'
        "<dt>players</dt><dd>[&quot;&lt;script&gt;&quot;]</dd></dl></details>"
    )


def test_every_act_of_the_program_has_its_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PROGRAM.rglob("*.py"))
    acted = set(re.findall(r"\b(?:act|_writing|_changing)\([\w.]+, \"([a-z_.]+)\"", source))

    assert set(ACTIONS) == acted


@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_the_journal_is_for_the_organiser_and_the_chief_referee(cup: Tournament, role: str) -> None:
    assert browser_of(cup, role).get(address(cup)).status_code == 403


def test_the_page_is_only_read(cup: Tournament) -> None:
    assert browser_of(cup).post(address(cup)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


@pytest.mark.parametrize("asked", ["?page=0", "?page=x", "?page=99", "?per_page=-1", "?sort=hash"])
def test_what_makes_no_sense_in_the_address_is_passed_over(cup: Tournament, asked: str) -> None:
    acts(cup, 1)

    assert len(rows_of(browser_of(cup).get(address(cup, asked)))) == 1


def test_one_record_and_three_take_as_many_queries(cup: Tournament, django_assert_num_queries: Any) -> None:
    organiser = browser_of(cup)
    acts(cup, 1)
    with django_assert_num_queries(6):
        organiser.get(address(cup))
    with act(cup, "round.closed", Author()), act(cup, "deal.recorded", Author()):
        pass
    with django_assert_num_queries(6):
        assert len(rows_of(organiser.get(address(cup)))) == 3
