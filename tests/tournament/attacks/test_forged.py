"""A page of somebody else makes a browser that is logged in here send a form (CSRF): nothing is done.

Tried on every address of the program, with methods that change something, as somebody who may do everything. That
looking changes nothing is tried in `test_answers.py`.
"""

from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tournament.models import Tournament

from .scene import Everything, everything, written

# Long, and the same on any database.
pytestmark = pytest.mark.once

WITHOUT_TOKEN = {
    "set_language": 302,  # a stranger could only change a language, and pages that are kept have no token
    "moving:receive": 401,  # a program with a bearer of its own, never with a cookie
}
"""What takes a form without its token, and how it answers one."""
GONE = {"api:not_found": 404}
OTHERS = ("put", "patch", "delete")


@pytest.fixture
def scene(db: None) -> Everything:
    return everything()


def test_no_form_is_taken_without_its_token(scene: Everything) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(scene.administrator)
    acting = {}
    others = cycle(OTHERS)
    with written() as tables:
        for name, address in scene.addresses().items():
            for method in ("post", next(others)):
                answer = getattr(browser, method)(address, {"next": "/"} if method == "post" else "")
                # What takes no such method at all says so before it looks for a token.
                refused = answer.status_code in (403, 405) or (name, answer.status_code) in GONE.items()
                if not refused and (name, answer.status_code) not in WITHOUT_TOKEN.items():
                    acting[name, method] = answer.status_code

    assert (acting, tables) == ({}, [])


def test_the_token_of_another_browser_is_no_token(scene: Everything) -> None:
    """A stranger has a token of his own; he can't put his cookie beside it into another's browser."""
    stranger, browser = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    stranger.get(reverse("login"))
    browser.force_login(scene.administrator)
    browser.get(reverse("planning:settings", args=[scene.cup.slug]))
    token = stranger.cookies["csrftoken"].value
    forged = {"name": "Чужой кубок", "csrfmiddlewaretoken": token}

    answer = browser.post(reverse("planning:settings", args=[scene.cup.slug]), forged)

    assert answer.status_code == 403
    assert Tournament.objects.filter(name="Чужой кубок").exists() is False


def test_a_token_sent_from_another_site_is_refused(scene: Everything) -> None:
    """Over https the browser says from where a form comes; over any protocol it says the origin."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(scene.administrator)
    address = reverse("planning:settings", args=[scene.cup.slug])
    browser.get(address)
    form: dict[str, Any] = {"name": "Чужой кубок", "csrfmiddlewaretoken": browser.cookies["csrftoken"].value}

    answers = [
        browser.post(address, form, headers={"origin": "https://evil.example"}),
        browser.post(address, form, headers={"origin": "null"}),
        browser.post(address, form, headers={"referer": "https://evil.example/"}, secure=True),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
