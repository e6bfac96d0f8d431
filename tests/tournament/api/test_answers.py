"""How an answer goes out: to every origin, with its version, from the cache, and to reading only."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.factories import official
from tests.tournament.api.asking import ask
from tests.tournament.caching import AWAY
from tournament.audit.services import Author
from tournament.models import Tournament
from tournament.planning.services import change_tournament

URL = "/api/v1/tournaments/cup/stages/1/standings"
EVERY = [URL, "/api/v1/tournaments", "/t/cup/rounds.ics", "/t/cup/feed.xml", "/api/v1/openapi.json"]


ASKED = {"/api/v1/tournaments": 2, "/api/v1/openapi.json": 2}
"""Queries of what is about no tournament in particular: how many there are, and how those stand that are shown."""


def queries_of(url: str, **headers: str) -> int:
    with CaptureQueriesContext(connection) as found:
        ask(url, **headers)
    return len(found)


def test_while_nothing_has_changed_the_answer_is_304_for_one_query(cup: Tournament) -> None:
    for url in EVERY:
        first = ask(url)
        again = ask(url, **{"If-None-Match": first["ETag"]})

        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert queries_of(url, **{"If-None-Match": first["ETag"]}) == ASKED.get(url, 1)


def test_what_was_rendered_once_is_not_rendered_again(cup: Tournament) -> None:
    for url in EVERY:
        first = ask(url)

        assert queries_of(url) == ASKED.get(url, 1)
        assert (ask(url).content, ask(url)["Content-Type"]) == (first.content, first["Content-Type"])


def test_no_number_of_odd_questions_fills_the_cache(cup: Tournament) -> None:
    ask(f"{URL}?limit=7")

    assert queries_of(f"{URL}?limit=7") > 1
    assert ask(f"{URL}?after=1").status_code == 200
    assert queries_of(f"{URL}?after=1") == 1


def test_every_act_makes_it_another_version(cup: Tournament) -> None:
    before = ask(URL)["ETag"]
    change_tournament(tournament=cup, name="Другой", venue="", timezone="Europe/Moscow", is_public=True, by=Author())

    again = ask(URL, **{"If-None-Match": before})
    assert (again.status_code, again["ETag"] == before) == (200, False)


def test_other_questions_have_other_versions(cup: Tournament) -> None:
    tags = {ask(URL + query)["ETag"] for query in ("", "?after=1", "?limit=1", "?limit=2")}
    tags |= {ask(URL, **{"Accept-Language": language})["ETag"] for language in ("ru", "es")}

    assert len(tags) == 6


def test_a_tag_of_a_tournament_that_is_not_public_any_more_opens_nothing(cup: Tournament) -> None:
    tag = ask(URL)["ETag"]
    Tournament.objects.update(is_public=False)

    assert ask(URL, **{"If-None-Match": tag}).status_code == 404


def test_conditions_say_nothing_of_what_is_not_there(cup: Tournament) -> None:
    """`*` is any version of it: of a stage that there isn't there is none (RFC 9110, 13.1)."""
    conditions: list[dict[str, str]] = [{"If-None-Match": "*"}, {"If-Match": '"x"'}]

    there = [ask(URL, **each).status_code for each in conditions]
    not_there = [
        ask(URL.replace("/1/", f"/{number}/"), **each).status_code for number in (9, "x") for each in conditions
    ]

    assert (there, not_there) == ([304, 412], [404] * 4)


def test_officials_see_what_everyone_sees(cup: Tournament) -> None:
    Tournament.objects.update(is_public=False)
    browser = Client()
    browser.force_login(official(cup))

    assert browser.get(URL).status_code == 404


def test_every_page_may_ask(cup: Tournament) -> None:
    for url in (*EVERY, "/api/v1/nothing", f"{URL}?after=x"):
        answer = ask(url, Origin="https://scoreboard.example")

        assert (answer["Access-Control-Allow-Origin"], answer["Access-Control-Expose-Headers"]) == ("*", "ETag")
        assert (answer["Cache-Control"], answer["Vary"]) == ("public, no-cache", "Accept-Language")
        assert answer.cookies == {}


def test_a_browser_that_asks_first_is_told_what_it_may(cup: Tournament) -> None:
    answer = Client().options(URL, headers={"Origin": "https://scoreboard.example"})

    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert answer["Access-Control-Allow-Headers"] == "If-None-Match, Accept-Language"


def test_the_head_alone(cup: Tournament) -> None:
    whole, head = ask(URL), Client().head(URL)

    assert (head.status_code, head.content, head["ETag"]) == (200, b"", whole["ETag"])


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(cup: Tournament, method: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = getattr(strict, method)(URL)

    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert answer.json() == {"detail": "This is only read: GET, HEAD and OPTIONS are answered."}


def test_a_sentence_is_in_the_language_that_is_asked_for(cup: Tournament) -> None:
    said = ask("/api/v1/tournaments/nix", **{"Accept-Language": "ru"}).json()["detail"]

    assert said == "По этому адресу нет открытого турнира."


def test_without_a_cache_everything_is_answered_all_the_same(cup: Tournament, settings: Settings) -> None:
    settings.CACHES = settings.CACHES | {"default": AWAY}

    assert [ask(url).status_code for url in EVERY] == [200] * len(EVERY)
