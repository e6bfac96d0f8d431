"""Two devices on one table: who has the sheet open, who writes it, and taking it over (protocols:take_over)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.pages import browser_of, messages_of
from tests.tournament.caching import AWAY
from tournament.models import AuditRecord, Protocol

from .sheets import SECOND, address, posted

URL = address("protocols:entry")
STATE = "/desk/cup/rounds/1/clock/"


@pytest.fixture(autouse=True)
def _nobody_there() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def other(protocol: Protocol) -> Client:
    return browser_of(protocol.partida.round.tournament, "chief_referee")


def writes(browser: Client) -> None:
    """From now on this device holds the sheet."""
    browser.post(address("protocols:take_over"))


def others(browser: Client) -> list[tuple[str, bool]]:
    """Who else has the sheet open, and whether he holds it, as a page that is open is told."""
    answer = browser.get(STATE, {"table": "1", "open": "1"}).json()
    return [(seen["who"], seen["holds"]) for seen in answer["others"]]


def name(browser: Client) -> str:
    response: Any = browser.get(URL)
    return str(response.wsgi_request.user)


def test_a_page_learns_who_else_has_it_open(referee: Client, other: Client) -> None:
    first, second = name(referee), name(other)

    assert (others(referee), others(other)) == ([(second, False)], [(first, False)])


def test_only_a_page_that_is_open_is_told(referee: Client) -> None:
    assert "others" not in referee.get(STATE, {"table": "1"}).json()


def test_two_phones_of_one_account_are_two(referee: Client, protocol: Protocol) -> None:
    second = Client()
    response: Any = referee.get(URL)
    second.force_login(response.wsgi_request.user)
    second.get(URL)
    writes(referee)

    assert [holds for _, holds in others(second)] == [True]


def test_taking_over_is_one_act_and_stays_in_the_journal(referee: Client, other: Client) -> None:
    first, second = name(referee), name(other)
    writes(referee)

    for said in (["The sheet is written on this device now."], []):
        assert messages_of(other.post(address("protocols:take_over"), follow=True)) == said

    assert (others(referee), others(other)) == ([(second, True)], [(first, False)])
    records = AuditRecord.objects.values_list("action", "subject", "data")
    assert list(records) == [("protocol.taken_over", "round 1, table 1", {"from": first})]


def test_who_writes_a_deal_holds_the_sheet(referee: Client, other: Client) -> None:
    first = name(referee)
    writes(other)
    name(other)

    referee.post(URL, posted(SECOND, key="k1"), headers={"accept": "application/json"})

    assert others(other) == [(first, True)]


def test_without_its_cookie_a_device_is_nobody(referee: Client, other: Client) -> None:
    first = name(referee)

    assert others(other) == [(first, False)]
    assert others(referee) == []


def test_when_the_cache_is_away_the_sheet_is_written_all_the_same(referee: Client, settings: Settings) -> None:
    settings.CACHES = settings.CACHES | {"default": AWAY}

    assert others(referee) == []
    assert referee.get(URL).status_code == 200
    assert referee.post(address("protocols:take_over")).status_code == 302
