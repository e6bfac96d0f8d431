"""Noting that a pair didn't come (R8.1, R8.3), and what the page of the table offers before and after."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.protocols.sheets import DEALS
from tournament.models import Partida, Protocol, Round

from .rows import playing, write

URL = "/desk/cup/protocols/1/1/absent/"
PAGE = "/desk/cup/protocols/1/1/"


@pytest.fixture
def protocol(db: None) -> Protocol:
    """Nothing is written; the clock has run for six minutes."""
    empty = playing()
    after(minutes=6)
    return empty


def after(minutes: float) -> None:
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=minutes))


def note(browser: Client, winner: str) -> Any:
    return browser.post(URL, {"winner": winner}, follow=True)


def outcome() -> tuple[str, str]:
    partida = Partida.objects.get()
    return partida.kind, partida.winner


@pytest.mark.parametrize(
    ("winner", "became"),
    [("a", ("walkover", "a")), ("b", ("walkover", "b")), ("none", ("both_absent", ""))],
)
def test_it_is_noted_and_waits_for_a_second_official(referee: Client, winner: str, became: tuple[str, str]) -> None:
    assert reverse("rulings:absent", args=["cup", 1, 1]) == URL
    page = note(referee, winner)

    assert messages_of(page) == ["Written down. Another official confirms it, as any result."]
    assert (outcome(), page.context["sheet"].protocol.state, page.context["wrote_it"]) == (became, "accepted", True)


def test_the_page_says_from_when_it_is_possible(referee: Client, protocol: Protocol) -> None:
    after(minutes=4)
    early = referee.get(PAGE)
    started = Round.objects.get().started_at
    assert started is not None

    absence = early.context["absence"]
    assert (absence.now, absence.minutes, URL in early.content.decode()) == (False, 5, False)
    assert abs(absence.since - started - timedelta(minutes=5)) < timedelta(seconds=1)


def test_then_it_has_the_buttons(referee: Client, protocol: Protocol) -> None:
    page = referee.get(PAGE)

    assert (page.context["absence"].now, URL in page.content.decode()) == (True, True)


def test_and_once_something_is_written_no_more(referee: Client, protocol: Protocol) -> None:
    write(protocol, DEALS[0])

    assert referee.get(PAGE).context["absence"] is None


def test_before_its_time_it_is_refused(referee: Client, protocol: Protocol) -> None:
    after(minutes=4)

    assert messages_of(note(referee, "a")) == ["A walkover is possible from 5 minutes after the start on (R8.1)."]
    assert outcome() == ("played", "")


@pytest.mark.parametrize("winner", ["", "c", "a" * 1000])
def test_which_pair_has_to_be_said(referee: Client, protocol: Protocol, winner: str) -> None:
    assert messages_of(note(referee, winner)) == ["Say which pair is missing."]
    assert outcome() == ("played", "")


def test_it_is_posted(referee: Client) -> None:
    assert referee.get(URL).status_code == 405


def test_every_official_may_note_it(protocol: Protocol) -> None:
    assert messages_of(note(browser_of(protocol.partida.round.tournament, "secretary"), "a")) == [
        "Written down. Another official confirms it, as any result."
    ]


def test_an_official_of_another_tournament_finds_nothing(protocol: Protocol) -> None:
    assert browser_of(TournamentFactory()).post(URL, {"winner": "a"}).status_code == 404


def test_the_second_official_confirms_on_the_same_page(referee: Client, protocol: Protocol) -> None:
    note(referee, "a")
    secretary = browser_of(protocol.partida.round.tournament, "secretary")
    version = secretary.get(PAGE).context["sheet"].protocol.version

    page = secretary.post(reverse("protocols:confirm", args=["cup", 1, 1]), {"version": version}, follow=True)

    assert (page.context["sheet"].protocol.state, page.context["sheet"].totals) == ("confirmed", (200, 0))
