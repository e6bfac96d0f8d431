"""The cards by which pairs find their tables."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory
from tests.pages import browser_of
from tournament.models import Entry, Tournament

URL = "/desk/cup/hall/cards/"


def test_each_entry_has_the_address_of_its_own_table(cup: Tournament, pairs: list[Entry]) -> None:
    cards = browser_of(cup, "secretary").get(URL).context["cards"]

    assert reverse("hall:cards", args=["cup"]) == URL
    assert [(card.number, card.address) for card in cards] == [
        (number, f"http://testserver/t/cup/my-table/{number}/") for number in (1, 2, 3, 4)
    ]
    assert cards[0].name == "Иванов И. / Петров П."


def test_the_address_is_that_of_the_installation(cup: Tournament, pairs: list[Entry], settings: Any) -> None:
    settings.PUBLIC_URL = "https://domino.example.org"

    assert browser_of(cup).get(URL).context["cards"][0].address == "https://domino.example.org/t/cup/my-table/1/"


def test_without_entries_there_are_none(cup: Tournament) -> None:
    assert "There are no entries yet." in browser_of(cup).get(URL).content.decode()


@pytest.mark.parametrize("more", [0, 3])
def test_more_entries_need_no_more_queries(
    cup: Tournament, pairs: list[Entry], more: int, django_assert_num_queries: Any
) -> None:
    for _ in range(more):
        EntryFactory(tournament=cup)
    browser = browser_of(cup)
    with django_assert_num_queries(6):
        browser.get(URL)


def test_they_are_for_those_who_speak_to_the_hall(cup: Tournament) -> None:
    answers = [who.get(URL).status_code for who in (browser_of(cup, "referee"), browser_of(TournamentFactory()))]

    assert answers == [403, 404]


def test_nothing_is_posted_to_them(cup: Tournament) -> None:
    assert browser_of(cup).post(URL).status_code == 405
