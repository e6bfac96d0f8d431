"""The chief referee annuls a partida (R8.6)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import Partida, Protocol

URL = "/desk/cup/protocols/1/1/void/"
PAGE = "/desk/cup/protocols/1/1/"


def annul(browser: Client, reason: str = "Перепутаны столы") -> list[str]:
    return messages_of(browser.post(URL, {"reason": reason}, follow=True))


def test_it_is_annulled(chief: Client) -> None:
    assert reverse("rulings:void", args=["cup", 1, 1]) == URL
    assert annul(chief) == ["The partida is annulled. Another official confirms it, as any result."]
    assert Partida.objects.get().kind == "void"


@pytest.mark.parametrize("reason", ["", " ", "\0"])
def test_it_needs_a_reason(chief: Client, protocol: Protocol, reason: str) -> None:
    assert annul(chief, reason) == ["Give the reason: it stays in the ledger (R10.4)."]
    assert Partida.objects.get().kind == "played"


def test_it_is_posted(chief: Client) -> None:
    assert chief.get(URL).status_code == 405


@pytest.mark.parametrize("role", ["organiser", "secretary", "referee"])
def test_only_the_chief_referee_annuls(protocol: Protocol, role: str) -> None:
    browser = browser_of(protocol.partida.round.tournament, role)

    assert browser.post(URL, {"reason": "Ошибка"}).status_code == 403
    assert URL not in browser.get(PAGE).content.decode()


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory(), "chief_referee").post(URL).status_code == 404
