"""Who takes part, for everybody."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, EntryFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import Entry, Tournament

from .release import decide, initials

URL = "/t/cup/entries/"


@pytest.fixture
def pair(cup: Tournament) -> Entry:
    pair: Entry = EntryFactory(
        tournament=cup, players=("Ёлкин Ё.", "Дуб Д."), club=ClubFactory(name="Маяк"), country="España"
    )
    EntryFactory(tournament=cup, players=("Ель Е.", "Бук Б."), withdrawn_from=3)
    return pair


def test_number_name_club_and_country_and_who_has_left(client: Client, pair: Entry) -> None:
    assert reverse("public:entries", args=["cup"]) == URL
    assert rows_of(client.get(URL)) == [
        ["1", "Ёлкин Ё. / Дуб Д.", "Маяк", "España"],
        ["2", "Ель Е. / Бук Б. withdrawn from round 3", "", ""],
    ]


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"q": "елкин"}, ["1"]),
        ({"q": "2"}, ["2"]),
        ({"club": "Маяк"}, ["1"]),
        ({"country": "España"}, ["1"]),
        ({"sort": "-name"}, ["2", "1"]),
        ({"sort": "password", "page": "0", "per_page": "-1"}, ["1", "2"]),
        ({"page": "99", "per_page": "1"}, ["1", "2"]),
        ({"page": "x" * 10_000}, ["1", "2"]),
    ],
)
def test_they_are_searched_and_sorted_whatever_the_address_asks(
    client: Client, pair: Entry, asked: dict[str, str], numbers: list[str]
) -> None:
    assert [row[0] for row in rows_of(client.get(URL, asked))] == numbers


def test_players_of_an_individual_event(client: Client, db: None) -> None:
    EntryFactory(tournament=TournamentFactory(slug="solo", event="individual", is_public=True), players=("Ким К.",))

    assert rows_of(client.get("/t/solo/entries/")) == [["1", "Ким К.", "", ""]]


def test_names_as_initials(client: Client, pair: Entry) -> None:
    initials()

    assert [row[1] for row in rows_of(client.get(URL, {"q": "1"}))] == ["Ё. Ё. / Д. Д."]
    assert rows_of(client.get(URL, {"q": "елкин"})) == [["No entry fits this search."]]


def test_held_back_they_are_not_there(client: Client, pair: Entry) -> None:
    decide("entries", "officials")

    asked = [who.get(URL).status_code for who in (client, browser_of(pair.tournament, "referee"))]

    assert asked == [404, 200]
    assert client.get(f"{URL}1/").status_code == 404


def test_nobody_yet(client: Client, cup: Tournament) -> None:
    assert "Nobody is registered yet." in client.get(URL).content.decode()


def test_nothing_is_posted_to_it(client: Client, cup: Tournament) -> None:
    assert client.post(URL).status_code == 405


@pytest.mark.parametrize("more", [0, 300])
def test_three_hundred_need_no_more_queries_than_two(
    client: Client, pair: Entry, more: int, django_assert_num_queries: Any
) -> None:
    Entry.objects.bulk_create(Entry(tournament=pair.tournament, number=number) for number in range(10, 10 + more))

    with django_assert_num_queries(7):
        assert len(rows_of(client.get(URL))) == min(2 + more, 100)
