"""The public tournaments."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import TournamentFactory
from tournament.models import Tournament
from tournament.public.views import pages

URL = "/"


def test_public_tournaments_are_listed_the_newest_first(client: Client, cup: Tournament) -> None:
    newer = TournamentFactory(is_public=True)
    TournamentFactory(is_public=False)

    assert reverse("public:index") == URL
    assert list(client.get(URL).context["tournaments"]) == [newer, cup]


def shown(client: Client, asked: str = "") -> list[str]:
    return [tournament.name for tournament in client.get(URL + asked).context["tournaments"]]


@pytest.mark.django_db
def test_a_long_list_comes_by_pages_in_as_many_queries(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(pages, "SHOWN_TOURNAMENTS", 2)
    for number in range(1, 6):
        TournamentFactory(name=f"{number}", is_public=True)

    with django_assert_num_queries(2):
        assert shown(client) == ["5", "4"]
    assert (shown(client, "?page=2"), shown(client, "?page=3")) == (["3", "2"], ["1"])
    assert 'aria-current="page"' in client.get(URL).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["nothing", "0", "-1", "9" * 40, "%00"])
def test_a_page_that_is_not_there_is_the_nearest(client: Client, page: str) -> None:
    TournamentFactory(name="Кубок", is_public=True)

    assert shown(client, f"?page={page}") == ["Кубок"]


@pytest.mark.django_db
def test_without_any_the_page_says_so(client: Client) -> None:
    response = client.get(URL)

    assert (response.status_code, list(response.context["tournaments"])) == (200, [])
    assert "No tournament is public yet." in response.content.decode()


@pytest.mark.django_db
def test_nothing_is_posted_to_it(client: Client) -> None:
    assert client.post(URL).status_code == 405
