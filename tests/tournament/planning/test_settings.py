"""What a tournament is called, where it is, and whether the public sees it."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.models import Tournament

ROUTE = "planning:settings"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(name="Кубок", venue="Клуб")


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


def form(**values: Any) -> dict[str, Any]:
    return {"name": "Кубок", "venue": "Клуб", "timezone": "Europe/Moscow"} | values


def test_the_page_shows_what_holds_now(cup: Tournament) -> None:
    page = browser_of(cup).get(address(cup))

    assert page.context["form"].initial == {**form(), "is_public": False}


def test_the_public_is_let_in(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(is_public="on"), follow=True)

    cup.refresh_from_db()
    assert (cup.is_public, messages_of(page)) == (True, ["Saved."])
    assert cup.journal.get().action == "tournament.changed"


def test_saving_the_same_leaves_no_record(cup: Tournament) -> None:
    browser_of(cup).post(address(cup), form())

    assert cup.journal.count() == 0


def test_the_page_is_only_read_and_posted_to(cup: Tournament) -> None:
    assert browser_of(cup).put(address(cup)).status_code == 405


@pytest.mark.parametrize("role", ["chief_referee", "secretary", "referee"])
def test_only_the_organiser_plans(cup: Tournament, role: str) -> None:
    assert browser_of(cup, role).get(address(cup)).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).post(address(cup), form(name="Мой")).status_code == 404


def test_a_tournament_keeps_its_name(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(name="", is_public="on"))

    assert (page.status_code, errors_of(page)) == (422, {"name": ["This field is required."]})
    assert Tournament.objects.get(pk=cup.pk).is_public is False
