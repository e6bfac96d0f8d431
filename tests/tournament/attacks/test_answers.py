"""Every address of the program is asked once, as somebody who sees everything and as a stranger, and every answer is
looked at: its headers, its words, and what was written meanwhile.

Tried in one walk, which takes its time: all texts that anybody may write hold a script, a template, a formula and lines
of a header, behind the services' back; and each request says in every known way that it came to another host.
"""

import csv
import io
import json
import re
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.db import models, transaction
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from tournament.headers import PERMISSIONS
from tournament.models import Tournament
from tournament.notices.words import draw_words
from tournament.safety.erasing import text_fields
from tournament.urls import urlpatterns as ours

from .scene import Answer, asked, everything

# Long, and the same on any database.
pytestmark = pytest.mark.once

MARK = "{{7*7}}"
HOSTILE = f'=1"><svg onload=a()>{MARK}\r\nX-Evil:1'
"""A formula at the beginning, what ends an attribute and a tag, a template, and the next line of a header."""
SHORT = '"><svg onload=a()>'
# What is no text of people: addresses, fingerprints, codes, names of files and zones, and what a service writes.
NO_TEXT = re.compile(
    r"slug|.*sha256|.*hmac|hash|previous_hash|salt|nonce|code|file|secret|token|key|.*_key|seed|timezone|language"
    r"|country_code|site|url|username|password|email|preset|criteria|action|subject|task|telegram_chat|kind|state"
    r"|search_name|mirror_of|agent|address|device|session"
)


def poison() -> set[str]:
    """Fill all text fields; which they are."""
    filled = set()
    for model in apps.get_app_config("tournament").get_models():
        for name in text_fields(model):
            field = model._meta.get_field(name)
            if isinstance(field, models.JSONField) or NO_TEXT.fullmatch(name) or field.unique:
                continue
            length = field.max_length or 1_000
            text = HOSTILE if length >= len(HOSTILE) else SHORT[: length if length >= len(SHORT) else 0]
            if text and model._default_manager.update(**{name: text}):
                filled.add(f"{model._meta.object_name}.{name}")
    Tournament.objects.update(version=F("version") + 1)
    return filled


SCRIPT = re.compile(r"\s*(javascript|vbscript):", re.I)
DATA = ("script", "application/json")


class _Reader(HTMLParser):
    """What a browser would make of a page: elements with what they do, and the words."""

    def __init__(self) -> None:
        super().__init__()
        self.live: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.live += [f"{tag} {name}" for name in said if name.startswith("on")]
        self.live += [
            f"{tag} {name}" for name, value in attrs if re.match(r"\s*(javascript|vbscript):", value or "", re.I)
        ]
        if tag in ("script", "iframe", "object", "embed", "base") and not str(said.get("src", "")).startswith(
            "/static/"
        ):
            data = tag == "script" and said.get("type") == "application/json"
            self.live += [] if data else [f"{tag}: {said}"]

    def handle_data(self, data: str) -> None:
        self.words += data


# -- the walk ---------------------------------------------------------------------------------------------------------

PRINTED = ("documents:tags", "documents:blanks")
"""PDFs, which tests of documents read."""


@pytest.fixture(scope="module")
def filled() -> set[str]:
    """Which fields were filled, once `answers` are there."""
    return set()


@pytest.fixture(scope="module")
def answers(django_db_setup: None, django_db_blocker: Any, filled: set[str]) -> list[Answer]:
    """What all addresses answered; nothing of the scene is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = everything()
        filled |= poison()
        addresses = {name: address for name, address in scene.addresses().items() if name not in PRINTED}
        stranger = Client(raise_request_exception=False)
        found = asked("all", scene.browser(), addresses) + asked("nobody", stranger, addresses)
        transaction.set_rollback(True)
    return found


def test_nothing_fails(answers: list[Answer]) -> None:
    assert [(each.who, each.name, each.status) for each in answers if each.status >= 500] == []


# -- what is written is read as text ----------------------------------------------------------------------------------


def more_than_text(kind: str, body: bytes) -> list[str]:
    """What in an answer is more than text; which answers are looked at, by their kind."""
    text = body.decode("utf-8", "replace")
    if kind.startswith("text/html"):
        reader = _Reader()
        reader.feed(text)
        return reader.live
    if kind.startswith(("application/json", "application/manifest")):
        json.loads(text)
        return ["a tag in JSON that is read as a page"] if "html" in kind else []
    if kind.startswith(("application/atom", "application/rss", "application/xml", "text/xml")):
        # It is well-formed, and no element of it is one of ours that we didn't make.
        return [each.tag for each in ElementTree.fromstring(text).iter() if each.tag.endswith("svg")]  # noqa: S314 - ours
    if kind.startswith("text/calendar"):
        return [line for line in text.split("\r\n") if line and not re.match(r" |[A-Z-]+(;[A-Z=-]+)?:", line)]
    if kind.startswith("text/csv"):
        cells = [cell for row in csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=";") for cell in row]
        return [cell for cell in cells if re.match(r"\s*[=+@]|\s*-\D", cell)]
    return []


def test_whatever_is_written_is_read_as_text(answers: list[Answer], filled: set[str]) -> None:
    """Stored scripts (XSS), templates, formulas in tables, tags in feeds, lines in calendars and headers."""
    found = {(each.who, each.name): wrong for each in answers if (wrong := more_than_text(each.kind, each.body))}
    found |= {(each.who, each.name): ["a header"] for each in answers if "X-Evil" in each.headers}

    assert found == {}


def test_the_walk_meets_what_it_looks_for(answers: list[Answer], filled: set[str]) -> None:
    marked = {each.name for each in answers if MARK in each.words}

    assert {"public:tournament", "public:entries", "desk:now", "entries:list", "protocols:entry", "api:feed"} <= marked
    assert {"Player.name", "Club.name", "Tournament.name", "Protest.text", "EntryRequest.message"} <= filled


def test_what_a_letter_and_a_chat_are_told_has_one_line_for_a_subject(db: None) -> None:
    scene = everything()
    poison()
    round_ = scene.cup.rounds.get()
    words = draw_words(Tournament.objects.get(pk=scene.cup.pk), round_)

    assert words is not None
    assert (MARK in words.subject, "\n" in words.subject, "\r" in words.subject) == (True, False, False)


MAKES = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc"


def test_no_script_of_ours_makes_code_or_pages_of_texts() -> None:
    """One place takes a piece of a page: the preview of a deal, which the server has drawn from a template."""
    found = subprocess.run(
        [
            "grep",
            "-rnE",
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc",
            "static/js",
        ],
        cwd=Path(django_settings.BASE_DIR),
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()

    assert [line.partition(":")[0] + ":" + line.split(":", 2)[2].strip() for line in found] == [
        "static/js/protocols.js:place.innerHTML = words;"
    ]


# -- what is written by looking ---------------------------------------------------------------------------------------


def test_looking_changes_nothing(answers: list[Answer]) -> None:
    """A picture's address on another page makes a browser ask for whatever it names. Noted is only that
    a link was used, and what a session keeps.
    """
    sessions = {"UPDATE  django_session", "INSERT INTO  django_session"}

    assert {each.name: found for each in answers if (found := sorted({*each.tables} - sessions))} == {
        "access:open_link": ["UPDATE  tournament_accesslink"]
    }


# -- headers ----------------------------------------------------------------------------------------------------------


def test_no_header_but_the_host_says_under_which_address_we_are(answers: list[Answer]) -> None:
    """Pages, redirects, cards with their QR codes, data, calendar and feed."""
    assert [each.name for each in answers if "evil.example" in each.words + repr(each.headers)] == []


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
}


def lacking(name: str, status: int, headers: Mapping[str, str]) -> set[str]:
    """What an answer lacks."""
    policy = {each.strip() for each in headers.get("Content-Security-Policy", "").split(";")}
    # Other sites read the published data and show the picture of a tournament; nothing else.
    read = headers.get("Access-Control-Allow-Origin") == "*" and name.startswith("api:")
    embedded = read or (name == "public:card" and status == 200)
    wanted = OTHERS | {"Cross-Origin-Resource-Policy": "cross-origin" if embedded else "same-origin"}
    if headers.get("Content-Type", "").startswith("text/html"):
        wanted |= {"Permissions-Policy": PERMISSIONS}
    found = {f"{header}: {headers.get(header)}" for header, value in wanted.items() if headers.get(header) != value}
    if headers.get("Referrer-Policy") not in ("same-origin", "no-referrer"):
        found.add(f"Referrer-Policy: {headers.get('Referrer-Policy')}")
    return found if policy == POLICY else {*found, f"CSP: {policy}"}


def test_every_answer_forbids_what_an_attacker_would_want_of_a_browser(answers: list[Answer]) -> None:
    assert {
        (each.who, each.name, each.status): missing
        for each in answers
        if (missing := lacking(each.name, each.status, each.headers))
    } == {}


def broken(_request: Any) -> HttpResponse:
    raise RuntimeError("a mistake of ours")


# The program with one page more, which fails.
urlpatterns = [*ours, path("broken/", broken)]


def test_so_have_errors(db: None, settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["testserver"]
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
    }

    assert {what: answer.status_code for what, (answer, _wanted) in errors.items()} == {
        what: wanted for what, (_answer, wanted) in errors.items()
    }
    assert {
        what: missing
        for what, (answer, _wanted) in errors.items()
        if (missing := lacking("", answer.status_code, answer.headers))
    } == {}
