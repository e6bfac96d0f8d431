"""The standings after any round for everybody: sorted, searched, by club and country, as far as they are released."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, EntryFactory, RoundFactory
from tests.pages import browser_of, rows_of
from tournament.models import Entry, Round, Tournament

from .release import decide, initials

URL = "/t/cup/standings/"


def names(page: Any) -> list[str]:
    """The names in their order; none where the only row says that no entry fits."""
    return [row[1] for row in rows_of(page) if len(row) > 1]


def test_all_entries_in_their_order(client: Client, round_: Round) -> None:
    assert (reverse("public:standings", args=["cup"]), reverse("public:standings", args=["cup", 1])) == (
        URL,
        f"{URL}1/",
    )

    pages = [client.get(url) for url in (URL, f"{URL}1/")]

    order = ["1 Иванов И. / Петров П.", "3 Ан А. / Бо Б.", "4 Цой Ц. / Ю Ю.", "2 Ким К. / Ли Л."]
    assert [names(page) for page in pages] == [order, order]


@pytest.mark.parametrize(
    ("sort", "numbers"),
    [
        ("name", ["3", "1", "2", "4"]),
        ("-difference", ["1", "3", "4", "2"]),
        ("difference", ["2", "3", "4", "1"]),
        ("password", ["1", "3", "4", "2"]),
        ("-", ["1", "3", "4", "2"]),
    ],
)
def test_they_are_sorted_by_any_column_and_by_nothing_else(
    client: Client, round_: Round, sort: str, numbers: list[str]
) -> None:
    assert [name.split()[0] for name in names(client.get(URL, {"sort": sort}))] == numbers


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "иванов"}, ["1"]),
        ({"q": "ИВАНОВ"}, ["1"]),
        ({"q": "елкин"}, ["5"]),
        ({"q": "маяк"}, ["5"]),
        ({"q": "5"}, ["5"]),
        ({"club": "Маяк"}, ["5"]),
        ({"country": "España"}, ["5"]),
        ({"country": "España", "q": "иванов"}, []),
        ({"club": "Нет такого"}, []),
        ({"q": "   "}, ["1", "3", "4", "5", "2"]),
        ({"q": "я" * 10_000}, []),
        ({"q": "\x00"}, []),
    ],
)
def test_an_entry_is_found_by_name_number_club_and_country(
    client: Client, round_: Round, asked: dict[str, str], found: list[str]
) -> None:
    club = ClubFactory(name="Маяк")
    EntryFactory(tournament=round_.tournament, players=("Ёлкин Ё.", "Дуб Д."), club=club, country="España")

    assert [name.split()[0] for name in names(client.get(URL, asked))] == found


def test_names_lead_to_the_entries_where_these_are_shown(client: Client, round_: Round) -> None:
    assert 'href="/t/cup/entries/1/"' in client.get(URL).content.decode()
    decide("entries", "officials")
    assert 'href="/t/cup/entries/' not in client.get(URL).content.decode()


def test_who_reads_initials_finds_nobody_by_name(client: Client, round_: Round) -> None:
    initials()

    assert names(client.get(URL))[0] == "1 И. И. / П. П."
    assert names(client.get(URL, {"q": "иванов"})) == []
    assert names(browser_of(round_.tournament).get(URL, {"q": "иванов"})) == ["1 Иванов И. / Петров П."]


def test_held_back_they_are_those_after_the_round_before(client: Client, round_: Round) -> None:
    RoundFactory(stage=round_.stage)
    decide("results", "officials", 2)

    assert client.get(URL).context["round"].number == 1
    assert [who.get(f"{URL}2/").status_code for who in (client, browser_of(round_.tournament, "referee"))] == [404, 200]


def test_all_of_them_held_back_the_page_says_so(client: Client, round_: Round) -> None:
    decide("results", "officials")

    pages = [client.get(URL), client.get("/t/cup/"), client.get(f"{URL}1/")]

    assert [page.status_code for page in pages] == [200, 200, 404]
    assert [rows_of(page) for page in pages[:2]] == [[], []]
    assert "The results are held back until the organiser publishes them." in pages[1].content.decode()


def test_an_official_is_told_what_is_held_back(client: Client, round_: Round) -> None:
    decide("results", "officials")

    page = browser_of(round_.tournament).get(URL).content.decode()

    assert "Only officials see all of this page" in page


@pytest.mark.parametrize("url", ["/t/cup/standings/2/", "/t/cup/standings/9999999999999999999999/", "/t/no/standings/"])
def test_what_is_not_there_is_not_found(client: Client, round_: Round, url: str) -> None:
    assert client.get(url).status_code == 404


def test_nothing_is_posted_to_it(client: Client, round_: Round) -> None:
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize("more", [0, 300])
def test_three_hundred_rows_need_no_more_queries_than_four(
    client: Client, round_: Round, more: int, django_assert_num_queries: Any
) -> None:
    cup = Tournament.objects.get()
    Entry.objects.bulk_create(Entry(tournament=cup, number=number) for number in range(10, 10 + more))

    with django_assert_num_queries(QUERIES):
        assert len(rows_of(client.get(URL))) == 4 + more


# Tournament, release, rounds; the standings with rounds, entries, partidas, seats, rulings; errata, protests.
QUERIES = 14
