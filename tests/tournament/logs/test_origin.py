"""Behind proxies an address is what the outermost of ours has seen; nobody can give himself another."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from tournament.logs.origin import middleware


def _address(proxies: int, forwarded: str, settings: Settings) -> str:
    settings.PROXIES = proxies
    seen: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    middleware(view)(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": forwarded}))
    return seen[0]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (2, "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "", "127.0.0.1"),
        (2, "203.0.113.7", "127.0.0.1"),
        (1, "<script>", "127.0.0.1"),
    ],
)
def test_whose_address_it_is(proxies: int, forwarded: str, address: str, settings: Settings) -> None:
    assert _address(proxies, forwarded, settings) == address
