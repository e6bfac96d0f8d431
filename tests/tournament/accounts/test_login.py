"""Logging in: by password alone, or with a code of the authenticator after it; and what is set up for that."""

import time
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user
from django.core import serializers
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests.factories import PASSWORD, TournamentFactory, UserFactory, official
from tests.pages import browser_of, errors_of, messages_of
from tournament.accounts import services
from tournament.models import RecoveryCode, RecoveryCodes, SignIn, User
from tournament.phrases import Refused

hash_codes = import_module("tournament.migrations.0025_hashed_recovery_codes").hash_codes

FACTOR = "accounts:second_factor"


@pytest.fixture
def user(db: None) -> User:
    return UserFactory(username="petrov")


def code_of(device: TOTPDevice, steps: int = 0) -> str:
    """What an authenticator with this secret shows now, or so many half minutes later."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    totp.time = time.time() + steps * device.step
    return f"{totp.token():06d}"


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def log_in(browser: Client, **more: str) -> Any:
    return browser.post(reverse("login"), {"username": "petrov", "password": PASSWORD, **more})


def set_up(browser: Client) -> list[str]:
    """Sets the second factor up through its pages; the recovery codes."""
    browser.post(reverse("accounts:begin_factor"))
    device = TOTPDevice.objects.get(confirmed=False)
    page = browser.post(reverse("accounts:confirm_factor"), {"code": code_of(device)})
    codes: list[str] = page.context["codes"]
    # The next code may be used at once: what was used before is another half minute's.
    TOTPDevice.objects.update(last_t=-1)
    return codes


@pytest.fixture
def with_factor(user: User) -> list[str]:
    """The account has a second factor; its recovery codes."""
    browser = Client()
    log_in(browser)
    return set_up(browser)


def is_in(browser: Client) -> bool:
    return bool(get_user(browser).is_authenticated)


# -- without a second factor ------------------------------------------------------------------------------------------


def test_a_password_is_enough_and_the_browser_is_noted(user: User) -> None:
    browser = Client(headers={"user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36"})

    answer = log_in(browser, next="/desk/new/")

    assert (answer.status_code, answer["Location"]) == (302, "/desk/new/")
    assert [(each.user, each.agent[:30]) for each in SignIn.objects.all()] == [(user, "Mozilla/5.0 (Linux; Android 14")]


def test_a_session_that_ends_by_itself_is_on_no_list(user: User) -> None:
    browser = Client()
    log_in(browser)

    browser.post(reverse("logout"))

    assert SignIn.objects.count() == 0


def test_ten_wrong_passwords_close_the_door_for_a_while(user: User) -> None:
    browser = Client()
    for _ in range(10):
        log_in(browser, password="wrong")

    assert log_in(browser).status_code == 429
    assert is_in(browser) is False


# -- with one ---------------------------------------------------------------------------------------------------------


def test_the_authenticator_gets_its_secret_and_proves_that_it_has_it(user: User) -> None:
    browser = Client()
    log_in(browser)

    browser.post(reverse("accounts:begin_factor"))
    page = browser.get(reverse(FACTOR))
    device = TOTPDevice.objects.get()

    assert page.context["qr"].startswith("data:image/svg+xml")
    assert page.context["secret"].replace(" ", "") in device.config_url
    refused = browser.post(reverse("accounts:confirm_factor"), {"code": wrong(code_of(device))})
    assert (refused.status_code, TOTPDevice.objects.get().confirmed) == (422, False)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    accepted = browser.post(reverse("accounts:confirm_factor"), {"code": code_of(device)})
    assert (len(set(accepted.context["codes"])), TOTPDevice.objects.get().confirmed) == (10, True)


def test_a_password_alone_logs_nobody_in(with_factor: list[str]) -> None:
    browser = Client()

    answer = log_in(browser)

    assert (answer["Location"], is_in(browser)) == ("/login/code/", False)
    assert browser.get(reverse("desk:index")).status_code == 302


def test_the_code_of_the_authenticator_logs_in(with_factor: list[str]) -> None:
    browser = Client()
    log_in(browser, next="/desk/new/")

    answer = browser.post(reverse("accounts:prove"), {"code": code_of(TOTPDevice.objects.get())})

    assert (answer["Location"], is_in(browser)) == ("/desk/new/", True)


def test_a_code_is_taken_once(with_factor: list[str]) -> None:
    code, browsers = code_of(TOTPDevice.objects.get()), (Client(), Client())
    for browser in browsers:
        log_in(browser)
        browser.post(reverse("accounts:prove"), {"code": code})

    assert [is_in(browser) for browser in browsers] == [True, False]


def test_a_recovery_code_stands_in_once(with_factor: list[str]) -> None:
    browsers = (Client(), Client())
    for browser in browsers:
        log_in(browser)
        browser.post(reverse("accounts:prove"), {"code": with_factor[0].upper()})

    assert [is_in(browser) for browser in browsers] == [True, False]


def test_after_a_wrong_code_the_right_one_has_to_wait(with_factor: list[str]) -> None:
    browser, device = Client(), TOTPDevice.objects.get()
    log_in(browser)

    first = browser.post(reverse("accounts:prove"), {"code": wrong(code_of(device))})
    second = browser.post(reverse("accounts:prove"), {"code": code_of(device)})

    assert errors_of(first) == {
        "code": ["This code isn't right, or was used already. Take the one that the authenticator shows now."]
    }
    assert errors_of(second)["code"][0].startswith("Too many wrong codes: the next one is taken in ")
    assert is_in(browser) is False


def test_the_second_step_needs_the_first(with_factor: list[str]) -> None:
    page = Client().post(reverse("accounts:prove"), {"code": code_of(TOTPDevice.objects.get())}, follow=True)

    assert page.redirect_chain == [("/login/", 302)]
    assert messages_of(page) == ["Begin with your account and password: the code follows within five minutes."]


def test_the_second_step_leads_nowhere_else(with_factor: list[str]) -> None:
    browser = Client()
    log_in(browser, next="https://evil.example/")

    answer = browser.post(reverse("accounts:prove"), {"code": with_factor[0]})

    assert answer["Location"] == "/desk/"


@pytest.mark.parametrize("route", ["accounts:renew_codes", "accounts:remove_factor"])
def test_what_weakens_it_needs_a_code(with_factor: list[str], route: str) -> None:
    browser = Client()
    log_in(browser)
    browser.post(reverse("accounts:prove"), {"code": with_factor[0]})

    assert browser.post(reverse(route), {"code": "000"}).status_code == 422
    assert TOTPDevice.objects.filter(confirmed=True).count() == 1


def test_it_is_switched_off_with_a_recovery_code(user: User, with_factor: list[str]) -> None:
    services.remove_factor(user=user, code=with_factor[1])

    browser = Client()
    log_in(browser)
    assert is_in(browser) is True


def test_new_recovery_codes_take_the_place_of_the_old(user: User, with_factor: list[str]) -> None:
    codes = services.renew_recovery_codes(user=user, code=with_factor[1])

    browser = Client()
    log_in(browser)
    browser.post(reverse("accounts:prove"), {"code": with_factor[2]})
    assert (len(codes), is_in(browser)) == (10, False)


def test_nothing_in_the_database_is_a_recovery_code(user: User, with_factor: list[str]) -> None:
    """Whoever reads the database logs in with nothing of it: neither with a code nor with what is kept of one."""
    kept = list(RecoveryCode.objects.values_list("code_hmac", flat=True))
    rows = serializers.serialize("json", [*RecoveryCode.objects.all(), *RecoveryCodes.objects.all()])

    assert (len(kept), [code for code in with_factor if code in rows]) == (10, [])
    browser = Client()
    log_in(browser)
    browser.post(reverse("accounts:prove"), {"code": kept[0][:20]})
    assert is_in(browser) is False


def test_a_recovery_code_is_its_own_accounts(with_factor: list[str]) -> None:
    other = UserFactory()
    services.new_recovery_codes(user=other)

    with pytest.raises(Refused, match=r"^This code isn't right"):
        services.renew_recovery_codes(user=other, code=with_factor[0])


def test_codes_that_lay_open_stay_good_and_are_hashed(user: User, with_factor: list[str]) -> None:
    """What migration 0025 does with the tables of django-otp, as an installation from before has them."""
    RecoveryCodes.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE otp_static_staticdevice (id integer, user_id bigint, confirmed boolean)")
        cursor.execute("CREATE TABLE otp_static_statictoken (id integer, device_id integer, token varchar(16))")
        cursor.execute("INSERT INTO otp_static_staticdevice VALUES (7, %s, true)", [user.pk])
        cursor.execute("INSERT INTO otp_static_statictoken VALUES (1, 7, 'abcd2345'), (2, 7, 'efgh6723')")

        hash_codes(apps, SimpleNamespace(connection=connection))

        cursor.execute("SELECT count(*) FROM otp_static_statictoken")
        assert cursor.fetchone() == (0,)
    services.renew_recovery_codes(user=user, code="efgh6723")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE otp_static_statictoken")
        cursor.execute("DROP TABLE otp_static_staticdevice")


# -- where it is asked for --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "role", "answered"),
    [
        ("", "organiser", 200),
        ("organisers", "organiser", 302),
        ("organisers", "referee", 200),
        ("all", "referee", 302),
        ("misspelt", "referee", 302),
    ],
)
def test_who_must_have_one_is_led_to_it(db: None, settings: Any, asked: str, role: str, answered: int) -> None:
    settings.SECOND_FACTOR = asked
    cup = TournamentFactory()

    answer = browser_of(cup, role).get(reverse("desk:now", args=[cup.slug]))

    assert answer.status_code == answered
    assert answer.get("Location") == ("/account/second-factor/" if answered == 302 else None)


def test_who_has_set_it_up_goes_on(user: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "organisers"
    cup = TournamentFactory()
    official(cup, "organiser")
    cup.staff.update(user=user)
    browser = Client()
    log_in(browser)
    now = reverse("desk:now", args=[cup.slug])

    before = browser.get(now).status_code
    set_up(browser)

    assert (before, browser.get(now).status_code) == (302, 200)


@pytest.mark.parametrize(("asked", "answered"), [("", 200), ("organisers", 302)])
def test_the_administrators_site_asks_for_it_too(db: None, settings: Any, asked: str, answered: int) -> None:
    settings.SECOND_FACTOR = asked
    browser = Client()
    browser.force_login(UserFactory(is_staff=True, is_superuser=True))

    answer = browser.get(reverse("admin:index"))

    assert answer.status_code == answered
    assert Client().get(reverse("admin:login"))["Location"].startswith("/login/?next=")


@pytest.mark.parametrize("page", ["admin:index", "safety:installation", "moving:tokens", "desk:now"])
@pytest.mark.parametrize(("https", "answered"), [(False, 200), (True, 302)])
def test_a_server_asks_it_of_administrators_always(
    db: None, settings: Any, page: str, https: bool, answered: int
) -> None:
    """Who reads and erases whatever there is, on a machine that the whole internet reaches."""
    settings.HTTPS = https
    cup = TournamentFactory()
    browser = Client()
    browser.force_login(UserFactory(is_staff=True, is_superuser=True))

    assert browser.get(reverse(page, args=[cup.slug] if page == "desk:now" else [])).status_code == answered
