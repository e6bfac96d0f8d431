"""The desk puts a message up in the hall."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of
from tournament.models import AuditRecord, HallMessage, Tournament

URL = "/desk/cup/hall/"


def put_up(browser: Client, text: str) -> object:
    return browser.post(URL, {"text": text}, follow=True)


def up() -> list[str]:
    return [message.text for message in HallMessage.objects.filter(taken_down_at__isnull=True)]


def test_it_is_up_for_everybody(client: Client, cup: Tournament) -> None:
    assert reverse("hall:message", args=["cup"]) == URL
    assert messages_of(put_up(browser_of(cup, "secretary"), "Обед  до 14:00\n")) == ["The message is up in the hall."]

    assert up() == ["Обед до 14:00"]
    assert "Обед до 14:00" in client.get("/t/cup/hall/").content.decode()


def test_another_takes_its_place_and_the_journal_has_both(cup: Tournament) -> None:
    organiser = browser_of(cup)
    put_up(organiser, "Обед")
    put_up(organiser, "Начинаем")

    assert up() == ["Начинаем"]
    assert list(AuditRecord.objects.order_by("number").values_list("action", "data")) == [
        ("hall.put_up", {"text": "Обед"}),
        ("hall.put_up", {"text": "Начинаем"}),
    ]


def test_the_same_once_more_changes_nothing(cup: Tournament) -> None:
    organiser = browser_of(cup)
    put_up(organiser, "Обед")
    put_up(organiser, "Обед")

    assert (up(), AuditRecord.objects.count()) == (["Обед"], 1)


@pytest.mark.parametrize("text", ["", " \n ", "й" * 201, "a\0"])
def test_what_cannot_be_put_up_is_said_at_the_field(cup: Tournament, text: str) -> None:
    response = browser_of(cup).post(URL, {"text": text})

    assert (response.status_code, list(errors_of(response)), up()) == (422, ["text"], [])


def test_the_page_says_where_the_screen_is(cup: Tournament) -> None:
    assert "http://testserver/t/cup/hall/" in browser_of(cup).get(URL).content.decode()


def test_a_referee_does_not_speak_to_the_hall(cup: Tournament) -> None:
    assert browser_of(cup, "referee").post(URL, {"text": "Обед"}).status_code == 403
    assert up() == []


def test_nor_does_an_organiser_of_another_tournament(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).post(URL, {"text": "Обед"}).status_code == 404
    assert up() == []
