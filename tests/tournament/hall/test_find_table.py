"""Who looks for his table types his number or his name."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory
from tests.pages import browser_of, errors_of
from tournament.models import Entry, Tournament

from .conftest import hide

URL = "/t/cup/my-table/"


def find(browser: Client, wanted: str) -> list[tuple[int, str]] | str:
    """Where the answer leads, or whom it offers."""
    response = browser.get(URL, {"wanted": wanted})
    offered: list[tuple[int, str]] = response.context["found"] if response.status_code == 200 else []
    return response["Location"] if response.status_code == 302 else offered


def test_the_page_asks(client: Client, cup: Tournament) -> None:
    assert reverse("hall:find_table", args=["cup"]) == URL
    assert "Your number or your name" in client.get(URL).content.decode()


@pytest.mark.parametrize("wanted", ["3", " 3 ", "бо б", "АН А"])
def test_one_that_is_meant_is_led_there(client: Client, pairs: list[Entry], wanted: str) -> None:
    assert find(client, wanted) == "/t/cup/my-table/3/"


def test_a_number_means_the_entry_not_a_club(client: Client, cup: Tournament, pairs: list[Entry]) -> None:
    EntryFactory(tournament=cup, players=("Игрок 3", "Игрок 33"))

    assert find(client, "3") == "/t/cup/my-table/3/"


def test_of_several_one_is_chosen(client: Client, pairs: list[Entry]) -> None:
    assert find(client, "ю") == "/t/cup/my-table/4/"
    assert find(client, "и") == [(1, "Иванов И. / Петров П."), (2, "Ким К. / Ли Л.")]


@pytest.mark.parametrize("wanted", ["Никто", "99", "9" * 60, "'; --", "%", "<b>"])
def test_nobody_is_found_and_the_page_says_what_to_do(client: Client, pairs: list[Entry], wanted: str) -> None:
    response = client.get(URL, {"wanted": wanted})

    assert (response.status_code, response.context["found"]) == (200, [])
    assert "Nobody is registered under this number or name." in response.content.decode()


@pytest.mark.parametrize("wanted", ["", " ", "й" * 10_000, "a\0"])
def test_what_is_no_name_is_said_at_the_field(client: Client, pairs: list[Entry], wanted: str) -> None:
    response = client.get(URL, {"wanted": wanted})

    assert (response.status_code, list(errors_of(response))) == (200, ["wanted"])


def test_nobody_is_found_by_a_name_that_is_not_shown(client: Client, cup: Tournament, pairs: list[Entry]) -> None:
    Tournament.objects.update(names_shown="initials")

    assert (find(client, "Ан А"), find(client, "3")) == ([], "/t/cup/my-table/3/")
    assert find(browser_of(cup, "referee"), "Ан А") == "/t/cup/my-table/3/"


def test_nor_where_entries_are_held_back(client: Client, cup: Tournament, pairs: list[Entry]) -> None:
    hide(cup, "entries")

    assert find(client, "3") == []


def test_of_a_tournament_that_is_not_public_nothing_is_asked(client: Client, cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)

    assert client.get(URL).status_code == 404


def test_nothing_is_posted_to_it(client: Client, cup: Tournament) -> None:
    assert client.post(URL).status_code == 405
