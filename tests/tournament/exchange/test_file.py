"""The page of the tournament file and the download."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory, official
from tests.tournament.exchange.documents import small
from tournament.audit.services import Author
from tournament.exchange.origin import origin_of
from tournament.exchange.services import load
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

PAGE = reverse("exchange:file", args=["small"])
DOWNLOAD = reverse("exchange:download", args=["small"])


@pytest.fixture
def cup() -> Tournament:
    document = small()
    del document["stages"][0]["rounds"][2]["partidas"][0]["deals"]
    return load(document, Author())


def browser_of(role: str | None, tournament: Tournament) -> Client:
    browser = Client()
    browser.force_login(official(tournament, role) if role else UserFactory())
    return browser


def test_the_page_leads_to_the_download(cup: Tournament) -> None:
    page = browser_of("organiser", cup).get(PAGE)
    assert (page.status_code, page.content.decode().count(f'href="{DOWNLOAD}"')) == (200, 1)


def test_the_download_is_the_tournament_file(cup: Tournament) -> None:
    response = browser_of("referee", cup).get(DOWNLOAD)
    expected = small()
    del expected["stages"][0]["rounds"][2]["partidas"][0]["deals"]
    document = json.loads(response.content)
    assert origin_of(document).state == "unchanged"
    assert {key: value for key, value in document.items() if key != "origin"} == expected
    assert response.headers["Content-Disposition"] == 'attachment; filename="small.json"'


@pytest.mark.parametrize("url", [PAGE, DOWNLOAD])
def test_only_read(cup: Tournament, url: str) -> None:
    assert browser_of("organiser", cup).post(url).status_code == 405


@pytest.mark.parametrize("url", [PAGE, DOWNLOAD])
def test_strangers_learn_nothing(cup: Tournament, url: str) -> None:
    assert browser_of(None, cup).get(url).status_code == 404
    assert browser_of("organiser", TournamentFactory()).get(url).status_code == 404
    assert Client().get(url).headers["Location"] == f"/login/?next={url}"


@pytest.mark.parametrize("route", ["exchange:file", "exchange:download"])
def test_a_tournament_that_is_not_there(cup: Tournament, route: str) -> None:
    assert browser_of("organiser", cup).get(reverse(route, args=["none"])).status_code == 404
