"""The short code of a table is typed (access:enter); wrong ones are counted."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from tests.factories import UserFactory
from tests.pages import errors_of, messages_of
from tests.tournament.caching import AWAY
from tournament.access import services, throttle, tokens
from tournament.audit.services import Author
from tournament.models import AccessLink

from .ways import address, link_of, opened, round_with_tables, way_in

ROUTE = "access:enter"
WRONG = "2222-2222"
THROTTLED = "Too many wrong codes were typed. Wait ten minutes, or scan the picture with the camera: that always works."


@pytest.fixture(autouse=True)
def _nobody_typed_anything() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def link(db: None) -> AccessLink:
    return link_of(round_with_tables())


def typed(browser: Client, code: str, hall: str = "10.0.0.1") -> tuple[int, str]:
    """The status of the answer, and where it leads."""
    response = browser.post(reverse(ROUTE), {"code": code}, REMOTE_ADDR=hall)
    return response.status_code, response.headers.get("Location", "")


def phone() -> Client:
    """A browser that has the page open, with the cookie against forged forms."""
    browser = Client()
    browser.get(reverse(ROUTE))
    return browser


def request_from(hall: str) -> HttpRequest:
    request = RequestFactory().get(reverse(ROUTE), REMOTE_ADDR=hall)
    request.user, request.session = AnonymousUser(), {}  # type: ignore[assignment]
    return request


def test_the_code_opens_the_protocol_however_it_is_typed(link: AccessLink) -> None:
    code = tokens.code_of(link.nonce)

    for way in (code, code.lower(), tokens.grouped(code), f" {code[:2]} {code[2:]} "):
        assert typed(phone(), way) == (302, address(link.round))


def test_a_wrong_code_opens_nothing_and_says_what_to_look_at(link: AccessLink) -> None:
    page = phone().post(reverse(ROUTE), {"code": WRONG})

    assert (page.status_code, errors_of(page)) == (
        422,
        {
            "code": [
                "This code opens nothing. Look at it once more: it never has 0, 1, I, L or O in it. A code of an "
                "earlier round doesn't work any more; the desk has the new ones."
            ]
        },
    )


@pytest.mark.parametrize("code", ["7KQM", "1111-0000", "x" * 40])
def test_what_can_be_no_code_is_said(db: None, code: str) -> None:
    page = phone().post(reverse(ROUTE), {"code": code})

    assert errors_of(page) == {
        "code": ["A code has eight letters and digits, such as 7KQM-2XRA; never 0, 1, I, L or O."]
    }


def test_the_code_of_an_ended_link_says_why(link: AccessLink) -> None:
    services.revoke_links(round_=link.round, by=Author())

    page = phone().post(reverse(ROUTE), {"code": tokens.code_of(link.nonce)}, follow=True)

    assert messages_of(page) == ["This table link was withdrawn. The desk has a new one for table 1."]


def test_after_ten_wrong_codes_a_browser_waits_even_with_the_right_one(link: AccessLink) -> None:
    browser = phone()
    answers = [typed(browser, WRONG)[0] for _ in range(11)]

    page = browser.post(reverse(ROUTE), {"code": tokens.code_of(link.nonce)}, REMOTE_ADDR="10.0.0.1")

    assert answers == [422] * 10 + [429]
    assert (page.status_code, messages_of(page)) == (429, [THROTTLED])


def test_the_others_behind_the_same_address_do_not_wait_with_it(link: AccessLink) -> None:
    clumsy = phone()
    for _ in range(15):
        typed(clumsy, WRONG)

    assert typed(phone(), tokens.code_of(link.nonce)) == (302, address(link.round))


@pytest.mark.once
def test_who_throws_his_cookies_away_is_stopped_by_his_address(link: AccessLink) -> None:
    for _ in range(throttle.ADDRESS):
        typed(phone(), WRONG)

    assert typed(phone(), tokens.code_of(link.nonce))[0] == 429
    assert typed(phone(), tokens.code_of(link.nonce), hall="10.0.0.2") == (302, address(link.round))


@pytest.mark.once
def test_three_hundred_phones_of_a_hall_are_not_locked_out_by_one_who_guesses(link: AccessLink) -> None:
    """All behind one address. Who guesses in his browser stops himself; who throws his cookies away stops what is new,
    and who has a card or an account, or scans the picture, goes on.
    """
    code, guesser = tokens.code_of(link.nonce), phone()
    for _ in range(20):
        typed(guesser, WRONG)
    hall = [Client() for _ in range(300)]
    assert {typed(each, code) for each in hall} == {(302, address(link.round))}

    # `test_who_throws_his_cookies_away_is_stopped_by_his_address` does it; here it is done.
    cache.set_many({key: limit for key, limit in throttle.CODES._counts(request_from("10.0.0.1")) if "address" in key})
    account = phone()
    account.force_login(UserFactory())
    assert {typed(each, code) for each in [*hall[:20], account]} == {(302, address(link.round))}
    assert typed(phone(), code)[0] == 429
    assert phone().get(way_in(link), REMOTE_ADDR="10.0.0.1").status_code == 302


def test_a_card_is_no_licence_to_guess(link: AccessLink) -> None:
    """However many browsers are opened with it, it has ten guesses."""
    answers = [typed(opened(link), WRONG)[0] for _ in range(12)]

    assert answers == [422] * 10 + [429] * 2


def test_all_together_are_stopped_too(link: AccessLink) -> None:
    cache.set("codes/all", throttle.EVERYBODY)

    assert typed(phone(), tokens.code_of(link.nonce))[0] == 429


def test_right_codes_and_scans_are_not_counted(link: AccessLink) -> None:
    browser = phone()
    for _ in range(12):
        typed(browser, tokens.code_of(link.nonce))

    assert typed(browser, tokens.code_of(link.nonce))[0] == 302


def test_when_the_cache_is_away_codes_still_work(link: AccessLink, settings: Settings) -> None:
    settings.CACHES = settings.CACHES | {"default": AWAY}

    assert typed(phone(), WRONG)[0] == 422
    assert typed(phone(), tokens.code_of(link.nonce)) == (302, address(link.round))


def test_the_tables_that_this_phone_has_opened_are_one_tap_away(link: AccessLink) -> None:
    page = opened(link).get(reverse(ROUTE))

    assert page.context["held"] == [link]
    assert address(link.round) in page.content.decode()


def test_a_form_from_elsewhere_is_refused(link: AccessLink) -> None:
    strict = Client(enforce_csrf_checks=True)

    assert strict.post(reverse(ROUTE), {"code": tokens.code_of(link.nonce)}).status_code == 403
