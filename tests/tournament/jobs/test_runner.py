"""The thread of the web process: woken after the commit, drained at the end."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django import Settings

from tests.tournament.jobs.sample import lines, take_time, write_line
from tournament.jobs import delivery, runner
from tournament.models import Job

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thread(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[runner.Runner]:
    """A runner of the test's own, that ends with the test."""
    settings.JOBS_THREAD = True
    its_own = runner.Runner()
    monkeypatch.setattr(runner, "wake", its_own.wake)
    yield its_own
    its_own.drain(5)


def _wait_for(status: str, count: int) -> None:
    deadline = time.monotonic() + 10
    while Job.objects.filter(status=status).count() < count:
        assert time.monotonic() < deadline, list(Job.objects.values())
        time.sleep(0.02)


def test_the_thread_begins_after_the_commit_and_not_before(thread: runner.Runner, tmp_path: Path) -> None:
    with transaction.atomic():
        write_line.delay_on_commit(str(tmp_path / "log"), "done")
        time.sleep(0.2)
        assert lines(tmp_path / "log") == []

    _wait_for("done", 1)
    assert lines(tmp_path / "log") == ["done"]


def test_a_start_takes_up_what_an_earlier_process_left(
    thread: runner.Runner, settings: Settings, tmp_path: Path
) -> None:
    settings.JOBS_THREAD = False
    for number in range(3):
        write_line.delay_on_commit(str(tmp_path / "log"), str(number))
    settings.JOBS_THREAD = True

    delivery.start()
    _wait_for("done", 3)
    assert lines(tmp_path / "log") == ["0", "1", "2"]


def test_draining_finishes_the_queue(thread: runner.Runner, tmp_path: Path) -> None:
    for _number in range(3):
        take_time.delay_on_commit(str(tmp_path / "log"), 0.1)

    thread.drain(10)
    assert lines(tmp_path / "log") == ["begun", "ended"] * 3


def test_draining_has_an_end_and_what_is_left_stays_queued(thread: runner.Runner, tmp_path: Path) -> None:
    for _number in range(3):
        take_time.delay_on_commit(str(tmp_path / "log"), 0.5)
    _wait_for("running", 1)

    thread.drain(0.2)
    _wait_for("done", 1)
    assert sorted(Job.objects.values_list("status", flat=True)) == ["done", "queued", "queued"]


def test_after_draining_nothing_is_begun(thread: runner.Runner, tmp_path: Path) -> None:
    thread.drain(0.1)
    write_line.delay_on_commit(str(tmp_path / "log"), "for the next process")

    time.sleep(0.2)
    assert list(Job.objects.values_list("status", flat=True)) == ["queued"]
