"""What has served goes once it is old; whatever is of a tournament stays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from pytest_django import Settings

from tests.factories import TournamentFactory, UserFactory, official
from tournament.access.services import invite
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Invitation, Job, Notice, SignIn, WebhookEvent
from tournament.sweeping import services

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=91)
LATELY = timedelta(days=89)


def job(at: Any, status: str = "done") -> Job:
    return Job.objects.create(task="x", status=status, finished=at)


def message(at: Any, state: str = "delivered") -> WebhookEvent:
    hook = TournamentFactory().webhooks.create(url="https://example.org", nonce="n")
    return hook.events.create(kind="test", happened_at=at, due=at, state=state)


def notice(at: Any, state: str = "sent") -> Notice:
    about = {"kind": "draw", "round_number": 1, "channel": "email", "address": "a@example.org", "language": "en"}
    return Notice.objects.create(tournament=TournamentFactory(), created_at=at, state=state, **about)


def invitation(at: Any) -> Invitation:
    cup = TournamentFactory()
    made = invite(tournament=cup, role="referee", email="", site="", by=Author(user=official(cup)))
    Invitation.objects.filter(pk=made.pk).update(expires_at=at)
    return Invitation.objects.get(pk=made.pk)


def log_in(model: type[models.Model], **more: Any) -> Callable[[Any], models.Model]:
    def made(at: Any) -> models.Model:
        row = model._default_manager.create(username=f"referee {at}", ip_address="192.0.2.7", path_info="/", **more)
        model._default_manager.filter(pk=row.pk).update(attempt_time=at)
        return row

    return made


KINDS: dict[str, Callable[[Any], models.Model]] = {
    "jobs": job,
    "messages": message,
    "notices": notice,
    "invitations": invitation,
    "attempts": log_in(AccessAttempt, failures_since_start=1),
    "log-ins": log_in(AccessLog),
    "failures": log_in(AccessFailureLog),
}


def there(*rows: models.Model) -> list[bool]:
    return [type(row)._default_manager.filter(pk=row.pk).exists() for row in rows]


@pytest.mark.parametrize("name", KINDS)
def test_what_is_old_goes_and_what_is_younger_stays(name: str) -> None:
    now = timezone.now()
    old, young = KINDS[name](now - LONG_AGO), KINDS[name](now - LATELY)

    assert services.sweep()[name] == 1
    assert there(old, young) == [False, True]


def test_every_kind_has_its_words_and_its_test() -> None:
    assert list(services.old()) == list(services.WORDS)
    assert {*KINDS, "sessions"} == set(services.WORDS)


def test_a_session_that_has_ended_goes_at_once_with_its_sign_in() -> None:
    now = timezone.now()
    ended = Session.objects.create(session_key="ended", expire_date=now - timedelta(minutes=1))
    open_ = Session.objects.create(session_key="open", expire_date=now + timedelta(minutes=1))
    sign_in = SignIn.objects.create(session=ended, user=UserFactory())

    assert services.sweep()["sessions"] == 1
    assert there(ended, open_, sign_in) == [False, True, False]


def test_what_is_still_to_be_done_stays_however_old() -> None:
    long_ago = timezone.now() - LONG_AGO
    waiting = [message(long_ago, "waiting"), message(long_ago, "held"), notice(long_ago, "waiting")]
    waiting.append(Job.objects.create(task="x", due=long_ago))

    services.sweep()

    assert there(*waiting) == [True] * 4


def test_a_journal_stays() -> None:
    with act(TournamentFactory(), "tournament.changed", Author()):
        pass
    AuditRecord.objects.update(at=timezone.now() - timedelta(days=3650))

    services.sweep()

    assert AuditRecord.objects.count() == 1


def test_many_go_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 2)
    for _number in range(5):
        job(timezone.now() - LONG_AGO, "failed")

    assert services.sweep()["jobs"] == 5
    assert Job.objects.count() == 0


def test_nothing_goes_where_everything_is_kept(settings: Settings) -> None:
    settings.KEPT_DAYS = 0
    old = job(timezone.now() - LONG_AGO)

    assert services.sweep() == {}
    assert there(old) == [True]
