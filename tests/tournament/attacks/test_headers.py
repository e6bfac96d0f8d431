"""Every answer of the program, pages and errors alike, forbids what an attacker would want of a browser."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from tournament.headers import PERMISSIONS
from tournament.urls import urlpatterns as ours

from .scene import POISON, everything, everything_said, written

# Long, and the same on any database.
pytestmark = pytest.mark.once

POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
}
"""No host, and no exception: neither unsafe-inline nor unsafe-eval, nor a nonce that could be learnt."""
OTHERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}


def faults(name: str, answer: Any) -> set[str]:
    """What an answer lacks."""
    policy = {each.strip() for each in answer.headers.get("Content-Security-Policy", "").split(";")}
    # Other sites read the published data and show the picture of a tournament; nothing else.
    read = answer.headers.get("Access-Control-Allow-Origin") == "*" and name.startswith("api:")
    embedded = read or (name == "public:card" and answer.status_code == 200)
    wanted = OTHERS | {"Cross-Origin-Resource-Policy": "cross-origin" if embedded else "same-origin"}
    found = {
        f"{header}: {answer.headers.get(header)}" for header, value in wanted.items() if answer.get(header) != value
    }
    if answer.headers.get("Referrer-Policy") not in ("same-origin", "no-referrer"):
        found.add(f"Referrer-Policy: {answer.headers.get('Referrer-Policy')}")
    return found if policy == POLICY else {*found, f"CSP: {policy}"}


def broken(_request: Any) -> HttpResponse:
    raise RuntimeError("a mistake of ours")


# The program with one page more, which fails.
urlpatterns = [*ours, path("broken/", broken)]


def test_every_answer_has_the_headers_is_our_own_and_changes_nothing(db: None) -> None:
    """Each address as the one who may see most, and as a stranger: pages, data, files, redirects, refusals.

    A picture's address on another page makes a browser ask for whatever it names, so that asking writes nothing: but
    when a link was used, and what a session keeps. No header but `Host` says under which address we are.
    """
    scene = everything()
    found, changed, poisoned = {}, {}, set()
    for who, browser in (("all", scene.browser()), ("nobody", Client(raise_request_exception=False))):
        for name, address in scene.addresses().items():
            with written() as tables:
                answer = browser.get(address, headers=POISON)
            assert answer.status_code < 500, (name, answer.status_code)
            if "evil.example" in everything_said(answer):
                poisoned.add(name)
            if lacking := faults(name, answer):
                found[who, name, answer.status_code] = lacking
            if others := sorted(set(tables) - {"UPDATE  django_session", "INSERT INTO  django_session"}):
                changed[name] = others

    assert (found, poisoned) == ({}, set())
    assert changed == {"access:open_link": ["UPDATE  tournament_accesslink"]}


def test_so_have_errors(db: None, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.WHITENOISE_USE_FINDERS = True
    scene = everything()
    browser = Client(raise_request_exception=False, enforce_csrf_checks=True)
    errors = {
        "a page that isn't there": (browser.get("/nowhere/"), 404),
        "a method that isn't taken": (Client().put("/verify/"), 405),
        "a form without its token": (browser.post("/login/", {"username": "a", "password": "b"}), 403),
        "another host": (browser.get("/", headers={"host": "evil.example"}), 400),
        "another host, a page that is kept": (
            browser.get(f"/t/{scene.cup.slug}/", headers={"host": "evil.example"}),
            400,
        ),
        "more fields than a form has": (scene.browser().post("/verify/", {f"f{n}": "1" for n in range(1_001)}), 400),
        "a mistake of ours": (browser.get("/broken/"), 500),
        "a static file": (static := browser.get("/static/img/tiles.svg"), 200),
    }
    static.close()

    assert {what: answer.status_code for what, (answer, _wanted) in errors.items()} == {
        what: wanted for what, (_answer, wanted) in errors.items()
    }
    assert {what: lacking for what, (answer, _wanted) in errors.items() if (lacking := faults("", answer))} == {}
