"""Each day is swept once, whoever begins and whatever fails."""

import os
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from tournament.models import Job
from tournament.sweeping import tasks

pytestmark = pytest.mark.django_db


def scheduled() -> list[Job]:
    return list(Job.objects.filter(task="tournament.sweeping.tasks.by_schedule", status="queued"))


def test_a_process_that_begins_asks_for_one_once() -> None:
    tasks.start()
    tasks.start()

    assert len(scheduled()) == 1


def test_each_asks_for_the_next_and_sweeps() -> None:
    Job.objects.create(task="x", status="done", finished=timezone.now() - timedelta(days=365))
    tasks.by_schedule()
    (coming,) = scheduled()

    assert coming.due is not None
    assert coming.due > timezone.now() + timedelta(hours=23)
    assert not Job.objects.filter(task="x").exists()


def test_one_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "sweep", lambda: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        tasks.by_schedule()

    assert len(scheduled()) == 1


def test_without_days_nothing_goes_but_files_that_nobody_names(settings: Settings) -> None:
    settings.KEPT_DAYS = 0
    Job.objects.create(task="x", status="done", finished=timezone.now() - timedelta(days=365))
    stray = settings.MEDIA_ROOT / "photos" / "cup" / "stray.jpg"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"x")
    os.utime(stray, (0, 0))
    tasks.by_schedule()

    assert Job.objects.filter(task="x").exists()
    assert not stray.exists()


def test_by_hand_it_says_what_went() -> None:
    Job.objects.create(task="x", status="done", finished=timezone.now() - timedelta(days=365))
    out = StringIO()
    call_command("sweep", stdout=out)

    assert out.getvalue().splitlines()[:2] == [
        "jobs that have ended: 1",
        "messages to other programs, delivered or given up: 0",
    ]
