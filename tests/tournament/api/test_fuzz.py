"""Whatever is asked for, at each address: an answer or a sentence, never a fault of the server."""

import re
from collections.abc import Iterator

from django.test import Client

from tests.tournament.api.asking import address
from tournament.api import documentation
from tournament.api.views import api
from tournament.models import Tournament

DESCRIBED = documentation.schema(api)["paths"]
SLUGS = ["another", "Кубок", "cup%00", "a" * 5000, "..", "%2e%2e", "cup;x=1", "%ff%fe"]
NUMBERS = ["2", "0", "-1", "1e3", "32768", "9" * 400, "NaN", "١", "1%00", "%F0%9F%80%B1"]
VALUES = [*NUMBERS, "", "501", "1000001", "[]", "{}", "%27", "%ff", "a" * 10_000]
ODD = ["limit=1&limit=x", "limit[]=1", "sort=password&page=0&per_page=-1", "&&&==;;%%%"]
HEADERS = [{"If-None-Match": value} for value in ("*", 'W/"x"', '"', "x" * 5000, '"a", "b"', "\xff")] + [
    {"Accept-Language": "xx-" + "y" * 600},
    {"Accept": "text/nothing"},
    {"If-Match": '"x"'},
]


def _addresses() -> Iterator[str]:
    """Each described address with `{slug}` and `{number}`, and those of calendar and feed."""
    yield from DESCRIBED
    for route in ("api:calendar", "api:feed"):
        yield address(route, "cup").replace("cup", "{slug}")


def _parameters(path: str) -> set[str]:
    """The parameters that an address takes; each kind is read by one piece of code, whatever the address."""
    described = DESCRIBED.get(path, {"get": {}})["get"]
    return {each["name"] for each in described.get("parameters", ())}


def _urls(path: str) -> Iterator[str]:
    """One part after the other is odd, the others are as they should be."""
    whole = path.replace("{slug}", "cup").replace("{number}", "1")
    takes = [each for each in ("limit", "offset", "after") if each in _parameters(path)]
    yield from (f"{whole}?{query}" for query in ODD)
    yield from (f"{whole}?{name}={value}" for name in takes[-1:] for value in VALUES)
    yield from (path.replace("{slug}", slug).replace("{number}", "1") for slug in SLUGS if "{slug}" in path)
    yield from (path.replace("{slug}", "cup").replace("{number}", each) for each in NUMBERS if "{number}" in path)


def test_no_address_has_a_fault_whatever_it_is_asked(cup: Tournament) -> None:
    other = Client()
    faults = []
    for path in _addresses():
        for url in _urls(path):
            answer = other.get(url)
            is_told = answer.status_code == 200 or not url.startswith("/api/") or "detail" in answer.json()
            if answer.status_code not in (200, 400, 404) or not is_told:
                faults.append((url[:100], answer.status_code))

    assert faults == []


def test_nor_whatever_stands_in_the_headers(cup: Tournament) -> None:
    other = Client()
    urls = [re.sub("{number}", "1", path.replace("{slug}", "cup")) for path in _addresses()]

    answers = {(url, other.get(url, headers=headers).status_code) for url in urls for headers in HEADERS}

    assert {status for _url, status in answers} <= {200, 304, 404, 412}
