"""My account: how I am called, my password, and where I am logged in."""

from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tests.pages import messages_of
from tournament.models import SignIn, User

ROUTES = [
    "accounts:account",
    "accounts:password",
    "accounts:end_session",
    "accounts:end_others",
    "accounts:second_factor",
    "accounts:begin_factor",
    "accounts:confirm_factor",
    "accounts:renew_codes",
    "accounts:remove_factor",
]


@pytest.fixture
def user(db: None) -> User:
    return UserFactory(username="petrov")


def logged_in(agent: str = "Firefox/1 (Windows)") -> Client:
    browser = Client(headers={"user-agent": agent})
    browser.post(reverse("login"), {"username": "petrov", "password": PASSWORD})
    return browser


def is_in(browser: Client) -> bool:
    return bool(get_user(browser).is_authenticated)


def page_of(browser: Client) -> Any:
    return browser.get(reverse("accounts:account"))


@pytest.mark.parametrize("route", ROUTES)
def test_who_is_not_logged_in_is_asked_to(db: None, route: str) -> None:
    address = reverse(route)
    browser = Client()
    answer = browser.get(address) if route in ("accounts:account", FACTOR) else browser.post(address)

    assert (answer.status_code, answer["Location"]) == (302, f"/login/?next={address}")


FACTOR = "accounts:second_factor"


def test_the_page_lists_my_browsers_and_which_is_this(user: User) -> None:
    logged_in("Mozilla/5.0 (iPhone) Safari/604.1")
    here = logged_in()
    page_of(here)

    sessions = page_of(here).context["sessions"]

    assert [(each.device, each.here, each.heard is not None) for each in sessions] == [
        ("Firefox, Windows", True, True),
        ("Safari, iPhone", False, False),
    ]


def test_one_browser_is_logged_out_from_another(user: User) -> None:
    lost, here = logged_in(), logged_in()

    page = here.post(reverse("accounts:end_session"), {"key": lost.session.session_key}, follow=True)

    assert messages_of(page) == ["Logged out there."]
    assert (is_in(lost), is_in(here), SignIn.objects.count()) == (False, True, 1)


@pytest.mark.parametrize("key", ["", "nothing", "\0", "x" * 999])
def test_a_session_that_isnt_mine_is_left_alone(user: User, key: str) -> None:
    other = Client()
    other.force_login(UserFactory())
    here = logged_in()

    page = here.post(reverse("accounts:end_session"), {"key": key or other.session.session_key}, follow=True)

    assert messages_of(page) == ["This session has ended already."]
    assert is_in(other) is True


def test_all_others_are_logged_out_those_that_nobody_has_noted_too(user: User) -> None:
    noted, unnoted, here = logged_in(), Client(), logged_in()
    unnoted.force_login(user)

    here.post(reverse("accounts:end_others"))

    assert [is_in(browser) for browser in (noted, unnoted, here)] == [False, False, True]
    assert is_in(logged_in()) is True


def test_another_password_logs_out_everywhere_else(user: User) -> None:
    other, here = logged_in(), logged_in()
    typed = {"old_password": PASSWORD, "new_password1": "another password 7", "new_password2": "another password 7"}

    here.post(reverse("accounts:password"), typed)

    user.refresh_from_db()
    assert (user.check_password("another password 7"), is_in(other), is_in(here)) == (True, False, True)


def test_a_password_that_isnt_right_changes_nothing(user: User) -> None:
    typed = {"old_password": "wrong", "new_password1": "another password 7", "new_password2": "another password 7"}

    answer = logged_in().post(reverse("accounts:password"), typed)

    user.refresh_from_db()
    assert (answer.status_code, user.check_password(PASSWORD)) == (422, True)


def test_name_and_address_are_mine_to_change(user: User) -> None:
    logged_in().post(
        reverse("accounts:account"), {"first_name": "Пётр", "last_name": "Петров", "email": "p@example.org"}
    )

    user.refresh_from_db()
    assert (str(user), user.email) == ("Пётр Петров", "p@example.org")
