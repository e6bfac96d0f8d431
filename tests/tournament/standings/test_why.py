"""The page of the desk that says why an entry stands where it stands (R12.6)."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tournament.models import Protocol, Round

ROUTE = "standings:why"


def address(round_: Round, entry: int = 1, after: int = 1) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, after, entry])


def ask(round_: Round, entry: int = 1, after: int = 1, role: str = "referee") -> Any:
    return browser_of(round_.tournament, role).get(address(round_, entry, after))


def test_every_row_of_the_standings_leads_to_its_reasons(round_: Round) -> None:
    page = browser_of(round_.tournament).get(reverse("standings:table", args=["cup"])).content.decode()

    assert [f'href="{address(round_, entry)}"' in page for entry in (1, 2, 3, 4)] == [True] * 4


def test_each_value_opens_its_sum(round_: Round) -> None:
    page = ask(round_).content.decode()

    values = re.findall('<span class="sum-name">(.*?)</span> <span class="sum-value">(.*?)</span>', page)
    assert values == [("Wins", "1"), ("Difference", "+40"), ("Points for", "100")]
    assert page.count('<details class="sum"') == page.count('<table class="dense sum-table"') == 3


def test_the_neighbours_and_what_decided(round_: Round) -> None:
    page = ask(round_, entry=4)

    why = page.context["why"]
    assert [(why.above.name, why.above.neighbour.entry), (why.below.name, why.below.neighbour.entry)] == [
        ("Difference", 1),
        ("Wins", 3),
    ]
    assert f'href="{address(round_, 1)}"' in page.content.decode()


def test_a_round_leads_to_its_protocol(round_: Round) -> None:
    assert f'href="{reverse("protocols:entry", args=["cup", 1, 2])}"' in ask(round_, entry=4).content.decode()


def test_tables_that_are_waited_for_are_counted(round_: Round) -> None:
    """R11.2."""
    Protocol.objects.filter(partida__table=2).update(state="open")

    assert ask(round_).context["why"].waiting == 1


@pytest.mark.parametrize(("after", "entry"), [(2, 1), (0, 1), (1, 0), (1, 5), (10**30, 1)])
def test_what_is_not_there_is_not_found(round_: Round, after: int, entry: int) -> None:
    assert ask(round_, entry, after).status_code == 404


def test_a_round_that_is_only_proposed_explains_nothing(round_: Round) -> None:
    Round.objects.update(state="proposed")

    assert ask(round_).status_code == 404


def test_the_page_is_only_read(round_: Round) -> None:
    assert browser_of(round_.tournament).post(address(round_)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).get(address(round_)).status_code == 404
