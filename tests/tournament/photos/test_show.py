"""The photo as it is served: to officials of its tournament, as what it is, and kept by nobody on the way."""

from pathlib import Path

import pytest
from django.test import Client

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tests.tournament.protocols.sheets import address
from tournament.models import Protocol, ProtocolPhoto

from .sending import BLACK, kept, send


@pytest.fixture
def url(referee: Client) -> str:
    send(referee)
    return address("photos:show", ProtocolPhoto.objects.get().sha256)


def test_an_official_sees_it(referee: Client, url: str) -> None:
    answer = referee.get(url)

    assert answer.content[:2] == b"\xff\xd8"
    wanted = ("Content-Type", "Content-Disposition", "Cache-Control", "X-Content-Type-Options")
    assert [answer.headers[name] for name in wanted] == [
        "image/jpeg",
        'inline; filename="cup-1-1.jpg"',
        "private, max-age=3600",
        "nosniff",
    ]


def test_nobody_else_does(protocol: Protocol, url: str) -> None:
    cup = protocol.partida.round.tournament
    browsers = [browser_of(TournamentFactory(), "organiser"), browser_of(cup, None), Client()]

    assert [browser.get(url).status_code for browser in browsers] == [404, 404, 302]


def test_one_that_was_replaced_is_not_found(referee: Client, url: str) -> None:
    send(referee, BLACK)

    assert referee.get(url).status_code == 404


def test_one_whose_file_is_gone_is_not_found(referee: Client, url: str, files: Path) -> None:
    for name in kept(files):
        (files / "photos/cup" / name).unlink()

    assert referee.get(url).status_code == 404


def test_the_protocol_shows_it(referee: Client, url: str) -> None:
    assert f'<img src="{url}" width="60" height="40"' in referee.get(address("protocols:entry")).content.decode()


def test_it_is_only_read(referee: Client, url: str) -> None:
    assert referee.post(url).status_code == 405
