"""The chief referee takes a walkover, an absence or an annulment back (R8.3)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PartidaFactory, TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import Partida, Protocol
from tournament.rulings import services

from .rows import NOBODY, sheet

URL = "/desk/cup/protocols/1/1/play-after-all/"
PAGE = "/desk/cup/protocols/1/1/"


@pytest.fixture(autouse=True)
def annulled(protocol: Protocol) -> None:
    services.declare_void(partida=protocol.partida, reason="Перепутаны столы", by=NOBODY)


def take_back(browser: Client, reason: str = "Разобрались") -> list[str]:
    return messages_of(browser.post(URL, {"reason": reason}, follow=True))


def test_the_sheet_is_open_again(chief: Client, protocol: Protocol) -> None:
    assert reverse("rulings:play_after_all", args=["cup", 1, 1]) == URL
    assert take_back(chief) == ["Taken back: the protocol is open."]
    assert (sheet(protocol).protocol.state, sheet(protocol).score.totals) == ("open", (31, 0))


@pytest.mark.parametrize("reason", ["", " ", "\0"])
def test_it_needs_a_reason(chief: Client, reason: str) -> None:
    assert take_back(chief, reason) == ["Give the reason: it stays in the ledger (R10.4)."]
    assert Partida.objects.get().kind == "void"


def test_it_is_posted(chief: Client) -> None:
    assert chief.get(URL).status_code == 405


@pytest.mark.parametrize("role", ["organiser", "secretary", "referee"])
def test_only_the_chief_referee_takes_it_back(protocol: Protocol, role: str) -> None:
    browser = browser_of(protocol.partida.round.tournament, role)

    assert browser.post(URL, {"reason": "Ошибка"}).status_code == 403
    assert URL not in browser.get(PAGE).content.decode()


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory(), "chief_referee").post(URL).status_code == 404


def test_a_table_that_never_had_a_protocol_has_nothing_to_open(protocol: Protocol, chief: Client) -> None:
    PartidaFactory(round=protocol.partida.round, kind="walkover", winner="a")

    assert chief.post(URL.replace("/1/1/", "/1/2/"), {"reason": "Ошибка"}).status_code == 404
