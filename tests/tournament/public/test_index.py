"""The public tournaments."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tournament.models import Tournament

URL = "/"


def test_public_tournaments_are_listed_the_newest_first(client: Client, cup: Tournament) -> None:
    newer = TournamentFactory(is_public=True)
    TournamentFactory(is_public=False)

    assert reverse("public:index") == URL
    assert list(client.get(URL).context["tournaments"]) == [newer, cup]


@pytest.mark.django_db
def test_without_any_the_page_says_so(client: Client) -> None:
    response = client.get(URL)

    assert (response.status_code, list(response.context["tournaments"])) == (200, [])
    assert "No tournament is public yet." in response.content.decode()


@pytest.mark.django_db
def test_nothing_is_posted_to_it(client: Client) -> None:
    assert client.post(URL).status_code == 405
