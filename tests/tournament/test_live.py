"""Published pages for a whole hall: 304 while nothing has changed, else bytes that are ready; nobody gets another's."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

import scoring
from tests.factories import PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of
from tests.tournament.caching import AWAY
from tournament.audit.services import Author, act
from tournament.desk.tables import ACTIONS
from tournament.live import drawing, keeping, reading
from tournament.models import EntryTerms, Tournament
from tournament.planning.services import change_tournament

URL = "/t/cup/"
ROUND = "/t/cup/rounds/1/"
PART = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _pages_are_kept(settings: Any) -> None:
    locmem = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages of these tests"}
    settings.CACHES = settings.CACHES | {"pages": locmem}
    caches["pages"].clear()
    drawing._only_adds.cache_clear()


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", name="Кубок", is_public=True)
    stage = StageFactory(tournament=cup)
    ProtocolFactory(partida=PartidaFactory(round=RoundFactory(stage=stage)), deals=[scoring.playout(1, lead=1)])
    return cup


def rename(cup: Tournament, name: str) -> None:
    """One recorded act."""
    change_tournament(tournament=cup, name=name, venue="", timezone=cup.timezone, is_public=True, by=Author())


def ask(browser: Client, etag: str = "", url: str = URL, **headers: str) -> Any:
    return browser.get(url, headers={"If-None-Match": etag, **headers})


# -- nothing has changed ---------------------------------------------------------------------------------------


def test_while_nothing_has_changed_one_query_answers(cup: Tournament, django_assert_num_queries: Any) -> None:
    etag = ask(Client())["ETag"]

    with django_assert_num_queries(1):
        response = ask(Client(), etag)

    assert (response.status_code, response.content, response["ETag"]) == (304, b"", etag)


def test_every_recorded_act_is_news(cup: Tournament) -> None:
    etag = ask(Client())["ETag"]
    rename(cup, "Кубок двора")

    response = ask(Client(), etag)

    assert response.status_code == 200
    assert "Кубок двора" in response.content.decode()


def test_an_official_is_told_that_nothing_changed_as_well(cup: Tournament) -> None:
    official = browser_of(cup)
    etag = ask(official)["ETag"]

    assert (ask(official, etag).status_code, ask(Client(), etag).status_code) == (304, 200)


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        (URL, {"Accept-Language": "es"}),
        (URL + "?sort=place", {}),
        (ROUND, {}),
        (URL, PART),
        (URL, {"Host": "hall.example.org"}),
        (URL, {"Cookie": "sessionid=somebody"}),
    ],
    ids=["language", "query", "page", "part", "host", "session"],
)
def test_an_etag_holds_for_one_answer_only(cup: Tournament, url: str, headers: dict[str, str]) -> None:
    etag = ask(Client())["ETag"]

    assert ask(Client(), etag, url, **headers).status_code == 200


def test_after_an_update_of_the_program_everything_is_news(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    etag = ask(Client())["ETag"]
    monkeypatch.setattr(reading, "_program", lambda: "the next one")

    assert ask(Client(), etag).status_code == 200


# -- bytes that are ready --------------------------------------------------------------------------------------


def test_a_page_is_drawn_once_for_everybody(cup: Tournament, django_assert_num_queries: Any) -> None:
    drawn = ask(Client())
    with django_assert_num_queries(1):
        kept = ask(Client())

    assert kept.content == drawn.content


@pytest.mark.parametrize("first", ["public", "official"])
def test_officials_and_everybody_never_share(cup: Tournament, first: str) -> None:
    browsers = {"public": Client(), "official": browser_of(cup)}
    for who in (first, *browsers):
        page = ask(browsers[who]).content.decode()
        assert ("Log out" in page, "csrfmiddlewaretoken" in page) == (who == "official", who == "official")


def test_a_message_for_one_browser_is_shown_to_no_other(cup: Tournament) -> None:
    one = Client()
    one.cookies["messages"] = "a message"

    assert ask(one)["Cache-Control"] == "private, no-cache"
    assert ask(Client())["Cache-Control"] == "public, no-cache"


def test_what_an_answer_depends_on_is_said(cup: Tournament) -> None:
    for etag in ("", ask(Client())["ETag"]):
        varies = ask(Client(), etag)["Vary"].split(", ")
        assert set(varies) == {"Cookie", "Accept-Language", "Accept-Encoding", "HX-Request"}


def test_an_edge_that_knows_no_vary_is_told_whose_copy_it_has(cup: Tournament) -> None:
    """It keeps one copy and asks with each reader's own headers: 304 only to whom that copy is what he would get."""
    copy = ask(Client(), **{"Accept-Language": "en"})["ETag"]
    readers = {
        "the same": ask(Client(), copy, **{"Accept-Language": "en"}),
        "another language": ask(Client(), copy, **{"Accept-Language": "ru"}),
        "a part of the page": ask(Client(), copy, **PART, **{"Accept-Language": "en"}),
        "another page": ask(Client(), copy, ROUND, **{"Accept-Language": "en"}),
        "an official": ask(browser_of(cup), copy, **{"Accept-Language": "en"}),
    }

    assert {who: answer.status_code for who, answer in readers.items()} == {
        "the same": 304,
        "another language": 200,
        "a part of the page": 200,
        "another page": 200,
        "an official": 200,
    }
    assert readers["an official"]["Cache-Control"] == "private, no-cache"


def test_a_form_with_a_token_is_never_kept(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[bytes] = []
    monkeypatch.setattr(keeping, "keep", lambda _etag, page: packed.append(page))
    official = browser_of(cup)
    del official.cookies["sessionid"]
    ask(official)
    ask(browser_of(cup))

    assert len(packed) == 2  # the page and its part, for everybody


def test_compressed_and_plain_are_the_same_page(cup: Tournament) -> None:
    plain = ask(Client())
    packed = ask(Client(), **{"Accept-Encoding": "gzip, deflate"})

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 2


def test_an_address_that_nobody_else_will_ask_for_is_not_kept(cup: Tournament, django_assert_num_queries: Any) -> None:
    url = URL + "?q=" + "й" * 5000
    drawn = ask(Client(), url=url)

    assert drawn.status_code == 200
    assert caches["pages"].get(drawn["ETag"][3:].partition("-")[0]) is None


def test_a_tournament_that_is_taken_back_is_gone_for_everybody(cup: Tournament) -> None:
    etag = ask(Client())["ETag"]
    change_tournament(tournament=cup, name="", venue="", timezone=cup.timezone, is_public=False, by=Author())

    assert ask(Client(), etag).status_code == 404


# -- only the changed part -------------------------------------------------------------------------------------


def test_the_page_asks_for_its_part_by_the_parts_own_etag(cup: Tournament) -> None:
    page = ask(Client()).content.decode()
    part = ask(Client(), **PART)

    assert part["ETag"].replace('"', "&quot;") in page
    assert ask(Client(), part["ETag"], **PART).status_code == 304


@pytest.mark.parametrize("role", [None, "organiser"])
def test_a_part_is_the_page_without_its_frame(cup: Tournament, role: str | None) -> None:
    browser = browser_of(cup, role) if role else Client()
    page, part = ask(browser).content.decode(), ask(browser, **PART).content.decode()

    assert part in page
    assert part.startswith('<div id="live"')
    assert part.endswith("</div><!--/live-->")
    assert "<header" not in part


# -- a moment old ----------------------------------------------------------------------------------------------


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What is to be drawn beside the readers: it is drawn when the test says so."""
    queued: list[Callable[[], None]] = []
    pretended = SimpleNamespace(submit=lambda draw, *args: queued.append(partial(draw, *args)))
    monkeypatch.setattr(drawing, "_beside", pretended)
    monkeypatch.setattr(drawing, "_waiting", {})
    monkeypatch.setattr(drawing, "close_old_connections", lambda: None)
    return queued


def act_on(cup: Tournament, action: str, name: str) -> None:
    """An act by its code that everybody can see: the tournament's name is another."""
    with act(cup, action, Author()):
        Tournament.objects.filter(pk=cup.pk).update(name=name)


def told(response: Any) -> tuple[bool, bool]:
    """Whether the page has the newer name, and whether its reader is asked to come back in a moment."""
    return "Новый" in response.content.decode(), response.has_header("Live-Again")


def test_after_an_act_that_only_adds_nobody_waits(cup: Tournament, beside: list[Callable[[], None]]) -> None:
    before = ask(Client())
    act_on(cup, "protocol.confirmed", "Новый")

    assert told(ask(Client())) == (False, True)
    assert ask(Client(), before["ETag"]).status_code == 304
    assert len(beside) == 1  # however many ask
    beside[0]()
    assert told(ask(Client(), before["ETag"])) == (True, False)


def test_a_page_is_drawn_beside_its_readers_half_of_the_time(
    cup: Tournament, beside: list[Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(drawing.time, "monotonic", lambda: clock[0])
    ask(Client())
    act_on(cup, "protocol.confirmed", "Новый")
    ask(Client())
    drawn_once = drawing.drawn_once

    def slow(*args: Any) -> Any:
        clock[0] += 2
        return drawn_once(*args)

    monkeypatch.setattr(drawing, "drawn_once", slow)
    beside.pop()()
    act_on(cup, "protocol.confirmed", "Новый и новейший")
    queued = []
    for second in (2.5, 3.5, 4.5):
        clock[0] = second
        ask(Client())
        queued.append(len(beside))

    assert queued == [0, 0, 1]


@pytest.mark.parametrize("action", ["release.changed", "tournament.changed", "draw.taken_back", "protocol.reopened"])
def test_what_may_hide_something_is_seen_at_once(
    cup: Tournament, beside: list[Callable[[], None]], action: str
) -> None:
    ask(Client())
    act_on(cup, action, "Новый")
    act_on(cup, "protocol.confirmed", "Новый")

    assert told(ask(Client())) == (True, False)
    assert beside == []


def test_the_acts_that_only_add_are_acts() -> None:
    assert drawing.MAY_LAG - ACTIONS.keys() == set()


# -- a cache that is away --------------------------------------------------------------------------------------


def test_a_cache_that_is_away_is_as_if_there_were_none(cup: Tournament, settings: Any) -> None:
    settings.CACHES = settings.CACHES | {"pages": AWAY}

    first, second = ask(Client()), ask(Client())

    assert (first.status_code, second.content) == (200, first.content)
    assert ask(Client(), first["ETag"]).status_code == 304


# -- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("etag", ["*", "W/", '"', "й" * 100, "x" * 10_000])
def test_an_etag_that_is_none_is_ignored(cup: Tournament, etag: str) -> None:
    assert ask(Client(), etag).status_code == 200


@pytest.mark.parametrize("url", ["/t/no-such-cup/", "/t/cup/rounds/9/"])
def test_what_is_not_there_is_not_found(cup: Tournament, url: str) -> None:
    response = ask(Client(), url=url)

    assert (response.status_code, response.has_header("ETag")) == (404, False)
    assert "data-tag" not in response.content.decode()  # it asks for no news


def test_a_language_is_chosen_without_a_token(cup: Tournament) -> None:
    browser = Client(enforce_csrf_checks=True)
    response = browser.post("/language/", {"language": "es", "next": URL})

    assert (response.status_code, response["Location"]) == (302, URL)
    assert ask(browser)["Content-Language"] == "es"


def test_a_deadline_that_passes_draws_the_page_anew(cup: Tournament) -> None:
    """That registration is over is nobody's act: the version stays as it is."""
    terms = EntryTerms.objects.create(tournament=cup, is_open=True, deadline=timezone.now() + timedelta(hours=1))
    before = ask(Client())
    EntryTerms.objects.filter(pk=terms.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    after = ask(Client(), before["ETag"])

    assert ("/t/cup/register/" in before.content.decode(), after.status_code) == (True, 200)
    assert "/t/cup/register/" not in after.content.decode()
    assert ask(Client(), after["ETag"]).status_code == 304


def test_a_cache_that_lies_is_not_believed(cup: Tournament) -> None:
    """Another program has written there, or the page is that of another version: the page is drawn as it is."""
    before = ask(Client())
    address = before["ETag"].removeprefix('W/"').rpartition("-")[0]
    rename(cup, "Кубок Б")
    old = caches["pages"].get(address)

    for lie in ("no page", b"", None, replace(old, etag='W/"another-7"', act=10**6)):
        caches["pages"].set(address, lie)
        assert "Кубок Б" in ask(Client()).content.decode()
