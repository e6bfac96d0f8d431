"""Striking a ruling out (R10.4)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import DEALS
from tournament.models import Protocol, Ruling

from .rows import confirm, rule, sheet, write

URL = "/desk/cup/protocols/1/1/rulings/1/strike/"
PAGE = "/desk/cup/protocols/1/1/"


@pytest.fixture(autouse=True)
def fine(protocol: Protocol) -> Ruling:
    """31 : 0 is 0 : 0 by it."""
    return rule(protocol, "signs", seat=1, deal=1)


def strike(browser: Client, reason: str = "Ошибка судьи") -> Any:
    return browser.post(URL, {"reason": reason}, follow=True)


def test_it_is_struck_out_and_shown_so(chief: Client, protocol: Protocol) -> None:
    assert reverse("rulings:strike", args=["cup", 1, 1, 1]) == URL
    assert sheet(protocol).score.totals == (0, 0)

    page = strike(chief)

    assert messages_of(page) == ["The ruling is struck out; everything is computed without it."]
    assert [(row.withdrawn, row.reason) for row in page.context["rulings"]] == [(True, "Ошибка судьи")]
    assert sheet(protocol).score.totals == (31, 0)


@pytest.mark.parametrize("reason", ["", "  ", "\0", "a" * 501])
def test_without_a_reason_that_can_be_kept_it_stays(chief: Client, protocol: Protocol, reason: str) -> None:
    assert messages_of(strike(chief, reason)) == ["Give the reason: it stays in the ledger (R10.4)."]
    assert sheet(protocol).score.totals == (0, 0)


def test_the_reason_is_that_of_the_correction_too(chief: Client, protocol: Protocol) -> None:
    """R11.4."""
    write(protocol, *DEALS[1:])
    confirm(protocol)

    strike(chief)

    assert [kept.reason for kept in Protocol.objects.get().revisions.all()] == ["", "Ошибка судьи"]


def test_it_is_posted(chief: Client) -> None:
    assert chief.get(URL).status_code == 405


@pytest.mark.parametrize("role", ["organiser", "secretary", "referee"])
def test_only_the_chief_referee_strikes_out(protocol: Protocol, role: str) -> None:
    browser = browser_of(protocol.partida.round.tournament, role)

    assert browser.post(URL, {"reason": "Ошибка"}).status_code == 403
    assert URL not in browser.get(PAGE).content.decode()


def test_an_official_of_another_tournament_finds_nothing(db: None) -> None:
    assert browser_of(TournamentFactory(), "chief_referee").post(URL).status_code == 404


def test_a_ruling_that_is_not_there_is_not_found(chief: Client) -> None:
    assert chief.post(URL.replace("/1/strike", "/9/strike"), {"reason": "Ошибка"}).status_code == 404
