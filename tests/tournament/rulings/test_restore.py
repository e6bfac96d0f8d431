"""Putting a struck-out ruling in force again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import DEALS
from tournament.models import Protocol
from tournament.rulings import services

from .rows import NOBODY, confirm, rule, sheet, write

URL = "/desk/cup/protocols/1/1/rulings/1/restore/"


@pytest.fixture(autouse=True)
def struck(protocol: Protocol) -> None:
    """A fine that was struck out: 31 : 0."""
    services.strike_out(ruling=rule(protocol, "signs", seat=1, deal=1), reason="Ошибка судьи", by=NOBODY)


def restore(browser: Client, **said: str) -> Any:
    return browser.post(URL, said, follow=True)


def test_it_is_in_force_again(chief: Client, protocol: Protocol) -> None:
    assert reverse("rulings:restore", args=["cup", 1, 1, 1]) == URL
    assert messages_of(restore(chief)) == ["The ruling is in force again."]
    assert sheet(protocol).score.totals == (0, 0)


def test_twice_is_said(chief: Client) -> None:
    restore(chief)

    assert messages_of(restore(chief)) == ["This ruling is in force."]


@pytest.mark.parametrize("correction", ["", "\0"])
def test_on_a_confirmed_protocol_it_needs_a_reason(chief: Client, protocol: Protocol, correction: str) -> None:
    """R11.4."""
    write(protocol, *DEALS[1:])
    confirm(protocol)

    assert messages_of(restore(chief, correction=correction)) == [
        "The protocol is confirmed. A ruling now is a correction by the chief referee and needs its reason (R11.4)."
    ]
    restore(chief, correction="Пересмотр")
    assert sheet(protocol).score.totals == (37, 50)


def test_it_is_posted(chief: Client) -> None:
    assert chief.get(URL).status_code == 405


@pytest.mark.parametrize("role", ["organiser", "secretary", "referee"])
def test_only_the_chief_referee_restores(protocol: Protocol, role: str) -> None:
    assert browser_of(protocol.partida.round.tournament, role).post(URL).status_code == 403


def test_an_official_of_another_tournament_finds_nothing(db: None) -> None:
    assert browser_of(TournamentFactory(), "chief_referee").post(URL).status_code == 404


def test_a_ruling_that_is_not_there_is_not_found(chief: Client) -> None:
    assert chief.post(URL.replace("/1/restore", "/9/restore")).status_code == 404
