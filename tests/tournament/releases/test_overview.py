"""The desk's table of what is shown to whom (releases:overview)."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import RoundFactory, TournamentFactory
from tests.pages import browser_of
from tournament.models import Release, Tournament

from .decisions import decided

URL = "/desk/cup/publication/"


def levels(page: Any) -> dict[int, list[str | None]]:
    return {row.number: [cell and cell.level for cell in row.cells] for row in page.context["rows"]}


def test_all_rounds_then_each_with_what_is_shown_of_it(cup: Tournament) -> None:
    assert reverse("releases:overview", args=["cup"]) == URL
    Release.objects.create(tournament=cup, kind="results", round_number=2, level="officials")
    Release.objects.create(tournament=cup, kind="draw", round_number=7, level="hidden")

    page = browser_of(cup).get(URL)

    assert page.context["heads"] == [
        "Entries",
        "Draw",
        "Results",
        "Standings",
        "Protocols",
        "Rulings",
        "Documents",
    ]
    usual = ["public", "public", "public", "officials", "officials", "public"]
    assert levels(page) == {
        0: ["public", *usual],
        1: [None, *usual],
        2: [None, "public", "officials", *usual[2:]],
        3: [None, *usual],
        7: [None, "hidden", *usual[1:]],
    }


def test_what_waits_for_something_else_says_for_what(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="officials")

    page = browser_of(cup).get(URL)

    waiting = {
        row.number: [cell.waits_for for cell in row.cells if cell and cell.waits_for] for row in page.context["rows"]
    }
    assert waiting == {0: [], 1: ["Results"], 2: ["Results"], 3: []}


def test_the_chief_referee_decides_too_others_do_not(cup: Tournament) -> None:
    asked = [browser_of(cup, role).get(URL).status_code for role in ("chief_referee", "secretary", "referee")]
    assert asked == [200, 403, 403]


def test_it_is_not_there_for_another_tournament(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(URL).status_code == 404


def test_the_page_is_only_read(cup: Tournament) -> None:
    assert browser_of(cup).post(URL).status_code == 405
    assert decided(cup) == []


def test_what_is_not_public_is_said(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)
    assert "This tournament isn't public yet" in browser_of(cup).get(URL).content.decode()


@pytest.mark.parametrize("rounds", [3, 15])
def test_as_many_queries_for_three_rounds_as_for_fifteen(
    cup: Tournament, rounds: int, django_assert_num_queries: Any
) -> None:
    for _round in range(rounds - 3):
        RoundFactory(stage=cup.stages.get())
    browser = browser_of(cup)
    with django_assert_num_queries(6):
        browser.get(URL)
