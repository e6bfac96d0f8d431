"""Getting in without leave: guessing, asking which accounts there are, a session laid out, one that should end."""

import logging
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import PASSWORD, TournamentFactory, UserFactory, official
from tournament.access import tokens
from tournament.access.services import invite
from tournament.audit.services import Author
from tournament.models import AccessLink, Invitation, ReceivingToken, Staff, User
from tournament.moving.services import give_token

from .scene import everything

pytestmark = pytest.mark.once


@pytest.fixture
def user(db: None) -> User:
    return UserFactory(username="petrov")


def log_in(browser: Client, username: str = "petrov", password: str = PASSWORD, address: str = "10.0.0.1") -> Any:
    given = {"username": username, "password": password}
    return browser.post(reverse("login"), given, REMOTE_ADDR=address)


# -- a session that was laid out --------------------------------------------------------------------------------------


def laid_out(browser: Client) -> str:
    """A session that the attacker has begun himself, and put into another's browser."""
    session = browser.session
    session["laid out"] = True
    session.save()
    browser.cookies["sessionid"] = str(session.session_key)
    return str(session.session_key)


def test_the_session_gets_another_key_at_the_log_in(user: User) -> None:
    browser = Client()
    before = laid_out(browser)
    log_in(browser)

    assert browser.cookies["sessionid"].value != before
    assert Session.objects.filter(pk=before).exists() is False


def test_so_it_does_when_an_invitation_makes_an_account(db: None) -> None:
    invitation = invite(tournament=TournamentFactory(), role="referee", by=Author())
    browser = Client()
    before = laid_out(browser)
    account = {"username": "ivanov", "full_name": "Иван Иванов", "password": "a quiet domino table"}
    browser.post(reverse("access:accept", args=[tokens.invitation_of(invitation.nonce)]), account)

    assert get_user(browser).is_authenticated
    assert browser.cookies["sessionid"].value != before
    assert Session.objects.filter(pk=before).exists() is False


def test_a_session_that_somebody_made_up_is_none(user: User) -> None:
    browser = Client()
    browser.cookies["sessionid"] = "evil" * 8
    log_in(browser)

    assert browser.cookies["sessionid"].value != "evil" * 8


# -- which accounts there are -----------------------------------------------------------------------------------------


def test_the_log_in_says_the_same_of_an_account_that_isnt_there(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same words, the same status, and the same work: a password is hashed for nobody, too."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    known, unknown = log_in(Client(), password="wrong"), log_in(Client(), username="sidorov", password="wrong")

    assert hashed == ["wrong", "wrong"]
    assert known.status_code == unknown.status_code
    assert known.context["form"].errors == unknown.context["form"].errors


def test_both_are_locked_out_in_the_same_way(user: User) -> None:
    for username in ("petrov", "sidorov"):
        answers = [log_in(Client(), username=username, password="wrong").status_code for _ in range(11)]
        assert answers == [200] * 9 + [429] * 2, username


def test_who_guesses_a_password_locks_out_neither_the_hall_nor_the_account_elsewhere(user: User) -> None:
    """Three hundred phones stand behind one address, and anybody can type anybody's name."""
    UserFactory(username="kim")
    for _ in range(12):
        log_in(Client(), password="wrong")

    assert log_in(Client(), username="kim").status_code == 302
    assert log_in(Client(), address="10.0.0.2").status_code == 302
    assert log_in(Client()).status_code == 429


@pytest.mark.parametrize("password", ["domino", "1234567890", "password123", "petrov2026x", "aaaaaaaaaa"])
def test_a_password_that_many_use_is_refused(user: User, password: str) -> None:
    browser = Client()
    log_in(browser)
    asked = {"old_password": PASSWORD, "new_password1": password, "new_password2": password}

    assert browser.post(reverse("accounts:password"), asked).status_code == 422


@pytest.mark.parametrize("password", ["          ", "7y7y7y7y7y7y", "xyxyxyzzzzzz", "  ab     a  "])
def test_a_password_that_is_long_by_repetition_alone_is_refused(password: str) -> None:
    with translation.override("en"), pytest.raises(ValidationError) as refused:
        validate_password(password)

    assert refused.value.messages == ["This password repeats itself: at least 4 different characters are needed."]


# -- what should end --------------------------------------------------------------------------------------------------


def test_who_is_dismissed_has_no_rights_in_the_session_that_he_still_has(db: None) -> None:
    cup = TournamentFactory()
    referee, browser = official(cup, "referee"), Client()
    browser.force_login(referee)
    page = reverse("desk:now", args=[cup.slug])
    before = browser.get(page).status_code

    Staff.objects.filter(user=referee).delete()

    assert (before, browser.get(page).status_code) == (200, 404)


def test_an_account_that_is_switched_off_is_out_at_once(user: User) -> None:
    browser = Client()
    log_in(browser)
    User.objects.update(is_active=False)

    assert browser.get(reverse("accounts:account")).status_code == 302


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_of_what_opens_something_only_fingerprints_are_kept(db: None) -> None:
    """Table links, their codes, invitations and the tokens of other halls: a copy of the database opens nothing."""
    scene = everything()
    link, invitation = AccessLink.objects.get(), Invitation.objects.get()
    _given, bearer = give_token(name="Зал", by=scene.administrator)
    secrets = {
        tokens.token_of(link.nonce),
        tokens.code_of(link.nonce),
        tokens.invitation_of(invitation.nonce),
        bearer,
    }
    kept = {
        str(value)
        for model in (AccessLink, Invitation, ReceivingToken, User)
        for row in model._default_manager.values_list()
        for value in row
    }

    assert secrets & kept == set()
    assert [each for each in secrets for value in kept if each in value] == []


def test_no_secret_stands_in_the_log(user: User, caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    """Of a log-in, right and wrong; of the addresses that open something: whatever is written, by whomever."""
    from tournament.logs.formats import Json, Line

    cache.clear()
    scene = everything()
    opening = ("access:open_link", "access:accept", "public:request", "documents:verify_code")
    with caplog.at_level(logging.DEBUG):
        for name in opening:
            Client(raise_request_exception=False).get(scene.addresses()[name])
        log_in(Client(), password="a secret that was mistyped")
        log_in(Client())
        Client().get("/metrics", headers={"Authorization": "Bearer very-secret"})
    formats = (Json(), Line("{asctime} {levelname} {name} {message}", style="{"))
    written = "\n".join(each.format(record) for record in caplog.records for each in formats)
    addresses = {scene.addresses()[name].rstrip("/").rsplit("/", 1)[1] for name in opening}

    assert len(caplog.records) > 4
    secrets = {*addresses, "a secret that was mistyped", PASSWORD, "very-secret"}
    assert [secret for secret in secrets if secret in written] == []
