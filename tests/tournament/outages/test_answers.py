"""Bad moments of the database: each ends in a sentence, nothing of the step is written, and the same again is taken."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client
from pytest_django import Settings

from tests.pages import browser_of
from tests.services.servers import free_port
from tests.tournament.protocols.sheets import DEALS, posted, protocol_with
from tournament.models import Club, Deal, Protocol, Tournament
from tournament.outages.causes import outage_in

from . import moments

pytestmark = pytest.mark.django_db(transaction=True)

DEAL = DEALS[0]
URL = "/desk/cup/protocols/1/1/"
JSON = {"accept": "application/json"}
BUSY = (
    "The server has too much to do at the moment: somebody else's step has not been finished yet. Nothing was written."
)
FULL = "The server's disk is full. Tell the administrator: he has to make room. Nothing was written."
CLOSED = (
    "The server can't write to its disk. Tell the administrator: the disk is read-only, or isn't his. "
    "Nothing was written."
)
SLOW = "The server's database takes too long at the moment. Nothing was written."
COLLIDED = "Two steps have got in each other's way, and yours has been stopped. Nothing was written."
AWAY = (
    "The server's database can't be reached at the moment. Your step may have been written or not. Look before you "
    "repeat it."
)


@pytest.fixture
def protocol() -> Protocol:
    return protocol_with()


@pytest.fixture
def referee(protocol: Protocol) -> Client:
    browser = browser_of(protocol.partida.round.tournament, "referee")
    browser.raise_request_exception = False
    # The account was heard of a moment ago: what follows writes the deal alone.
    browser.get(URL)
    return browser


def moments_of(vendor: str) -> dict[str, tuple[Callable[[], AbstractContextManager[None]], str, str]]:
    """What can happen to this database: how it is made to happen, Retry-After, the sentence."""
    found: dict[str, Any] = {
        "busy": (lambda: moments.somebody_writes("cup"), "5", BUSY),
        "full": (moments.full_database, "60", FULL),
        "read-only": (moments.read_only_database, "60", CLOSED),
    }
    # A statement of SQLite runs in the process that asks: nobody else can be slow.
    return found | ({"slow": (moments.slow_database, "10", SLOW)} if vendor == "postgresql" else {})


MOMENTS = moments_of(connection.vendor)


@pytest.mark.parametrize("name", MOMENTS)
def test_a_deal_is_refused_in_words_and_taken_afterwards(referee: Client, protocol: Protocol, name: str) -> None:
    """By its key, as a phone sends it: it is written once, whatever came between."""
    moment, after, sentence = MOMENTS[name]
    deal = posted(DEAL, key="k1")

    with moment():
        answer, page = referee.post(URL, deal, headers=JSON), referee.post(URL, deal)

    assert (answer.status_code, answer["Retry-After"], answer.json()) == (503, after, {"detail": sentence})
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (503, after, "no-store")
    assert sentence in unescape(page.content.decode())
    assert "Refresh" not in page
    assert _written() == (0, 0, 0)
    assert [referee.post(URL, deal, headers=JSON).status_code for _again in range(2)] == [201, 200]
    assert _written() == (1, 1, 1)


@pytest.fixture
def nobody_there(referee: Client, tmp_path: Path) -> Iterator[None]:
    """The way to the database is cut: a folder can't be opened as one, and nobody listens at a free port."""
    connection.close()
    said = connection.settings_dict
    before = dict(said)
    said |= {"NAME": str(tmp_path)} if connection.vendor == "sqlite" else {"HOST": "127.0.0.1", "PORT": free_port()}
    yield
    connection.close()
    said.update(before)


def test_a_database_that_cannot_be_reached(referee: Client, nobody_there: None) -> None:
    """A server that has gone may have taken it, so its sender is told to look; a phone's key answers that by itself."""
    answer = referee.post(URL, posted(DEAL, key="k1"), headers=JSON)

    sentence = AWAY if connection.vendor == "postgresql" else AWAY.partition(". ")[0] + ". Nothing was written."
    assert (answer.status_code, answer["Retry-After"], answer.json()) == (503, "10", {"detail": sentence})


def test_a_page_that_cannot_be_shown_comes_back_by_itself(referee: Client, nobody_there: None) -> None:
    """So a screen in the hall, where nobody presses anything, is there again."""
    for path in ("/", "/t/cup/", "/desk/", URL, "/login/"):
        answer = referee.get(path, headers={"accept-language": "en"})

        assert (path, answer.status_code, answer["Retry-After"], answer["Refresh"]) == (path, 503, "10", "10")
        assert AWAY.partition(". ")[0] in unescape(answer.content.decode())


def test_data_for_programs_say_it_as_data(nobody_there: None) -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/tournaments/cup")

    assert (answer.status_code, answer.json()) == (503, {"detail": AWAY.partition(". ")[0] + "."})


def _written() -> tuple[int, int, int]:
    """Deals, records in the journal, and the version of the tournament."""
    cup = Tournament.objects.get(slug="cup")
    return Deal.objects.count(), cup.journal.count(), cup.version


# -- in each other's way -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 2])
def test_who_is_given_up_in_a_deadlock_is_done_once_more_by_itself(
    referee: Client, protocol: Protocol, times: int
) -> None:
    """Once: whoever loses twice is told, and presses again. SQLite has no deadlock, so one is told of in its place."""
    deal = posted(DEAL, key="k1")
    real = connection.vendor == "postgresql" and times == 1
    with moments.in_the_way("cup") if real else moments.deadlock_told(times):
        answer = referee.post(URL, deal, headers=JSON)

    if times == 1:
        assert answer.status_code == 201
    else:
        assert (answer.status_code, answer["Retry-After"], answer.json()) == (503, "2", {"detail": COLLIDED})
        assert _written() == (0, 0, 0)
        assert referee.post(URL, deal, headers=JSON).status_code == 201
    assert _written() == (1, 1, 1)


def test_what_has_written_something_is_not_done_once_more(settings: Settings) -> None:
    """A step of two transactions, of which the second is given up: its author has to look."""
    settings.ROOT_URLCONF = "tests.tournament.outages.addresses"

    answer = Client(raise_request_exception=False).post("/two-transactions/", headers=JSON)

    sentence = COLLIDED.replace("Nothing was written.", AWAY.partition(". ")[2])
    assert (answer.status_code, answer.json()) == (503, {"detail": sentence})
    assert Club.objects.count() == 1


def test_a_file_is_read_from_its_beginning_when_it_is_done_once_more(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.tournament.outages.addresses"

    answer = Client().post("/a-file/", {"file": SimpleUploadedFile("list.csv", b"1;2")})

    assert (answer.status_code, answer.content) == (200, b"1;2")


# -- what is none -------------------------------------------------------------------------------------------------


def test_a_fault_of_the_program_is_none() -> None:
    """A table that isn't there is an OperationalError, too, where the database is SQLite."""
    with pytest.raises((OperationalError, ProgrammingError)) as raised, connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM no_such_table")

    assert outage_in(raised.value) is None
