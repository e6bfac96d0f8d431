"""The public tournaments."""

import pytest

from tests.factories import TournamentFactory
from tests.tournament.api.asking import SITE, address, ask, read, why_not
from tournament.models import Tournament

ROUTE = "api:tournaments"
URL = "/api/v1/tournaments"


def test_the_public_ones_are_listed_the_newest_first(cup: Tournament) -> None:
    TournamentFactory(slug="secret")
    TournamentFactory(slug="open", name="Открытый", is_public=True)

    assert address(ROUTE) == URL
    found = read(URL)
    assert [each["slug"] for each in found["items"]] == ["open", "cup"]
    assert found["items"][1] == {
        "slug": "cup",
        "name": "Кубок",
        "venue": "Дворец спорта",
        "timezone": "Europe/Moscow",
        "event": "pairs",
        "version": 0,
        "page": f"{SITE}/t/cup/",
    }


def test_a_list_comes_in_parts(db: None) -> None:
    for number in range(5):
        TournamentFactory(slug=f"open-{number}", is_public=True)

    first = read(f"{URL}?limit=2")
    last = read(f"{URL}?limit=2&offset=4")

    assert (first["count"], len(first["items"]), first["next"]) == (5, 2, f"{SITE}{URL}?limit=2&offset=2")
    assert ([each["slug"] for each in last["items"]], last["next"]) == (["open-0"], None)
    assert read(f"{URL}?offset=1000000")["items"] == []


@pytest.mark.parametrize(
    "asked", ["limit=0", "limit=501", "limit=-1", "limit=x", "limit=", "offset=-1", "offset=1000001"]
)
def test_a_part_that_cant_be_is_said(db: None, asked: str) -> None:
    name, value = asked.split("=")

    assert why_not(f"{URL}?{asked}") == (400, f"«{name}» can't be «{value}»: see {SITE}/api/v1/.")


def test_none_is_an_empty_list(db: None) -> None:
    assert read(URL) == {"count": 0, "limit": 100, "offset": 0, "next": None, "items": []}


def test_the_list_has_another_version_when_a_tournament_is_shown(cup: Tournament) -> None:
    before = ask(URL)["ETag"]
    TournamentFactory(is_public=True)

    assert ask(URL, **{"If-None-Match": before}).status_code == 200
