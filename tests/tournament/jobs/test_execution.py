"""Doing jobs: once each, oldest first, with an end that is written down."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone

from tests.tournament.jobs.sample import do_three_of_eight, fail, lines, lose_the_database, take_all_memory, write_line
from tournament.jobs import execution, lease, report_progress, run_queued
from tournament.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(tmp_path: Path) -> str:
    return str(tmp_path / "log")


def _let_the_lease_run_out(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_jobs_are_done_in_the_order_in_which_they_were_asked_for(log: str) -> None:
    for word in ("first", "second", "third"):
        write_line.delay_on_commit(log, word)

    assert run_queued() == 3
    assert lines(log) == ["first", "second", "third"]


def test_a_job_that_is_done_says_so_and_is_not_done_again(log: str) -> None:
    job = write_line.delay_on_commit(log, "once")

    assert execution.run(job.pk) is True
    assert execution.run(job.pk) is False
    job.refresh_from_db()
    assert (job.status, job.attempts, job.progress, job.error) == ("done", 1, 100, "")
    assert job.lease_until is None
    assert job.created <= job.started <= job.finished
    assert lines(log) == ["once"]


def test_a_task_that_raises_has_failed_with_its_error_and_is_not_tried_again() -> None:
    job = fail.delay_on_commit(7)

    assert run_queued() == 1
    job.refresh_from_db()
    assert (job.status, job.attempts, job.error) == ("failed", 1, "ValueError: Table 7 has no protocol.")
    assert run_queued() == 0


def test_one_that_fails_does_not_keep_the_next_from_being_done(log: str) -> None:
    fail.delay_on_commit(7)
    write_line.delay_on_commit(log, "after it")

    assert run_queued() == 2
    assert lines(log) == ["after it"]


def test_a_task_that_finds_no_memory_has_failed_and_the_next_is_done(log: str) -> None:
    job = take_all_memory.delay_on_commit()
    write_line.delay_on_commit(log, "after it")

    assert run_queued() == 2
    job.refresh_from_db()
    assert (job.status, job.error.partition(":")[0], lines(log)) == ("failed", "MemoryError", ["after it"])


@pytest.mark.parametrize("name", ["os.getcwd", "tests.tournament.jobs.sample.lines", "tests.nowhere.gone"])
def test_only_a_task_can_be_called_whatever_the_row_says(name: str) -> None:
    job = Job.objects.create(task=name, arguments=[])

    run_queued()
    job.refresh_from_db()
    assert job.status == "failed"


def test_while_the_database_is_away_a_job_stays_with_its_worker_and_comes_back_later() -> None:
    job = lose_the_database.delay_on_commit()

    with pytest.raises(OperationalError):
        run_queued()
    job.refresh_from_db()
    assert (job.status, job.attempts) == ("running", 1)
    assert execution.revive() == 0  # the worker may still live

    _let_the_lease_run_out(job)
    assert execution.revive() == 1
    job.refresh_from_db()
    assert (job.status, job.lease_until) == ("queued", None)


def test_a_job_that_has_taken_three_workers_down_is_given_up() -> None:
    job = lose_the_database.delay_on_commit()
    for _attempt in range(3):
        with pytest.raises(OperationalError):
            run_queued()
        _let_the_lease_run_out(job)
        execution.revive()

    job.refresh_from_db()
    assert (job.status, job.attempts) == ("failed", 3)
    assert job.error == "Its worker stopped before the end, 3 times."


def test_who_waits_for_a_job_that_is_given_up_is_told_once(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "_ends", {})
    job = write_line.delay_on_commit(log, "never")
    write_line.given_up(lambda path, line: write_line(path, f"{line} done"))
    Job.objects.update(status="running", attempts=3, lease_until=timezone.now())
    _let_the_lease_run_out(job)

    assert [execution.revive(), execution.revive()] == [0, 0]
    assert lines(log) == ["never done"]


def test_a_worker_that_was_given_up_cannot_write_over_its_successor(log: str) -> None:
    job = write_line.delay_on_commit(log, "x")
    slow_one = execution._claim(job.pk)
    assert slow_one is not None
    _let_the_lease_run_out(job)
    execution.revive()
    run_queued()

    execution._finish(slow_one, "too late")
    job.refresh_from_db()
    assert (job.status, job.attempts, job.error) == ("done", 2, "")


def test_progress_is_kept_in_percent() -> None:
    job = do_three_of_eight.delay_on_commit()

    run_queued()
    job.refresh_from_db()
    assert job.progress == 37


def test_progress_outside_a_job_says_nothing_to_anybody() -> None:
    report_progress(1, 2)

    assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_long_job_keeps_its_lease(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    job = write_line.delay_on_commit(log, "x")
    held = execution._claim(job.pk)
    assert held is not None
    monkeypatch.setattr(lease, "LEASE", timedelta(seconds=0.3))

    with lease.held(held):
        _let_the_lease_run_out(job)
        for _moment in range(100):
            job.refresh_from_db()
            if job.lease_until > timezone.now():
                break
            lease.threading.Event().wait(0.05)
    assert job.lease_until > timezone.now()
