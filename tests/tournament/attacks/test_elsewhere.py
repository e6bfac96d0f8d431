"""Whoever follows a link of ours stays here: no address leads to a site of somebody else's, whatever a request says.

Tried: open redirects by `next`; a poisoned host in pages, cards, calendars, feeds, letters and in what is kept for
everybody; a secret address told to the next site.
"""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import PASSWORD, UserFactory
from tournament.access import tokens
from tournament.jobs import run_queued
from tournament.models import EntryTerms, Invitation
from tournament.notices.words import invitation_words
from tournament.public import guard

from .scene import POISON, Everything, everything

pytestmark = pytest.mark.once

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "https:evil.example",
    "https:///evil.example",
    "http:\\\\evil.example",
    "javascript:alert(1)",
    "data:text/html,evil",
    "/%2f/../\t//evil.example",
    "\t//evil.example",
    " https://evil.example",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
    "//testserver:80@evil.example/",
    "/%09/evil.example\r\nLocation: https://evil.example/",
]


def leads_elsewhere(location: str) -> bool:
    """Whether a browser would leave: it reads a backslash as a slash, and drops what can't be seen."""
    read = re.sub(r"[\t\r\n]", "", location).strip().replace("\\", "/")
    return re.match(r"(?!http://testserver/)(?:[a-z]+:|//)", read, re.I) is not None


@pytest.mark.parametrize("address", ELSEWHERE)
def test_no_next_leads_elsewhere(db: None, address: str) -> None:
    """The log-in with and without a session, the log-out, the choice of a language, the support's site."""
    user = UserFactory(username="petrov", is_staff=True)
    given, known = {"username": "petrov", "password": PASSWORD}, Client()
    known.force_login(user)
    login, language, support = reverse("login"), reverse("set_language"), reverse("admin:login")
    answers = [
        Client().post(login, given | {"next": address}),
        Client().post(login, given, query_params={"next": address}),
        known.get(login, {"next": address}),
        Client().post(language, {"language": "ru", "next": address}),
        Client().post(language, {"language": "ru"}, headers={"referer": address.replace("\r\n", "")}),
        Client().get(support, {"next": address}, follow=True),
        known.post(reverse("logout"), {"next": address}),
    ]
    page = answers.pop(5)

    assert [answer.status_code for answer in answers] == [302] * len(answers)
    assert [answer["Location"] for answer in answers if leads_elsewhere(answer["Location"])] == []
    # Where the log-in would lead on is asked again when it has succeeded: the first of all above.
    assert page.redirect_chain[0][0].startswith("/login/?next=")


def test_what_leads_elsewhere_is_known_to_the_test() -> None:
    assert [leads_elsewhere(address) for address in ("/desk/", "desk/", "http://testserver/x")] == [False] * 3
    assert leads_elsewhere("/\\evil.example")
    assert leads_elsewhere("//evil.example")


# -- a poisoned host --------------------------------------------------------------------------------------------------


@pytest.fixture
def scene(db: None, settings: Settings) -> Everything:
    settings.ALLOWED_HOSTS = ["testserver", "domino.example"]
    return everything()


@pytest.mark.parametrize("host", ["evil.example", "testserver@evil.example", "testserver:80@evil.example", "a b", ""])
def test_another_host_is_refused(scene: Everything, host: str) -> None:
    answers = [Client().get(path, headers={"host": host}) for path in ("/", f"/t/{scene.cup.slug}/", "/login/")]

    assert [answer.status_code for answer in answers] == [400, 400, 400]


@pytest.fixture
def kept(settings: Settings) -> Iterator[None]:
    """Pages are kept for everybody, as on a server."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "attacks"}
    settings.CACHES = {**settings.CACHES, "pages": memory}
    yield
    caches["pages"].clear()


@pytest.mark.parametrize(
    "route", ["public:tournament", "public:standings", "public:entries", "api:calendar", "api:feed"]
)
def test_a_page_kept_for_everybody_is_not_poisoned(scene: Everything, kept: None, route: str) -> None:
    """The attacker asks first, in every way in which what he asks for could be kept as what others get."""
    address = reverse(route, args=[scene.cup.slug])
    attacks: list[dict[str, Any]] = [
        {"headers": POISON},
        {"headers": POISON | {"host": "domino.example"}},
        {"headers": {"Accept-Language": "evil.example", "Cookie": "django_language=evil.example"}},
        {"headers": {"X-HTTP-Method-Override": "POST", "HX-Request": "true", "HX-Current-URL": "//evil.example"}},
        {"query_params": {"q": "evil.example"}},
        {"query_params": {"utm": "</title>evil.example"}},
    ]
    clean = Client().get(address).content
    caches["pages"].clear()
    for attack in attacks:
        Client().get(address, **attack)

    victim = Client().get(address)

    said = victim.content.decode() + repr(victim.headers)
    assert ("evil.example" in said, "domino.example" in said) == (False, False)
    assert victim.content == clean


def test_a_letter_leads_to_the_host_that_was_asked_and_to_no_other(scene: Everything, settings: Settings) -> None:
    """An invitation to an official, and what is written to who asks for a place."""
    settings.EMAIL_URL = "smtp://localhost"
    EntryTerms.objects.create(tournament=scene.cup, is_open=True)
    asked = {
        "player_1": "Ким К.",
        "player_2": "Ли Л.",
        "contact_name": "Ким",
        "email": "kim@example.org",
        "consent": "on",
    }
    stamp = guard.stamp(time.time() - 60)
    Client().post(reverse("public:register", args=[scene.cup.slug]), asked | {"stamp": stamp}, headers=POISON)
    run_queued()
    letters = [str(each.body) for each in mail.outbox if each.to == ["kim@example.org"]]
    browser = scene.browser()
    browser.post(
        reverse("access:invite", args=[scene.cup.slug]), {"role": "referee", "email": "a@example.org"}, headers=POISON
    )

    invitation = Invitation.objects.get(email="a@example.org")
    words = invitation_words(invitation, invitation.site)

    assert {f"http://testserver/t/{scene.cup.slug}/register/" in letter for letter in letters} == {True}
    assert [letter for letter in letters if "evil" in letter] == []
    assert words is not None
    assert words.link == f"http://testserver/invitation/{tokens.invitation_of(invitation.nonce)}/"


def test_a_secret_address_is_told_to_no_other_site(scene: Everything) -> None:
    """Of the addresses that open something no browser sends a referrer beyond this site, and no page of ours loads
    anything from elsewhere (`test_answers.py`).
    """
    opened = {
        name: Client().get(scene.addresses()[name])["Referrer-Policy"]
        for name in ("access:open_link", "access:accept", "public:request", "documents:verify_code")
    }

    assert set(opened.values()) <= {"same-origin", "no-referrer"}
