"""Asking for work: in the caller's transaction, to be begun after its commit."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournament.jobs.sample import lines, write_line
from tournament.jobs import ask_on_commit, run_queued
from tournament.models import Job

pytestmark = pytest.mark.django_db


def test_a_task_called_plainly_does_its_work_without_a_job(tmp_path: Path) -> None:
    write_line(str(tmp_path / "log"), "now")

    assert lines(tmp_path / "log") == ["now"]
    assert Job.objects.count() == 0


def test_a_delayed_task_is_a_queued_row_until_somebody_does_it(tmp_path: Path) -> None:
    job = write_line.delay_on_commit(str(tmp_path / "log"), "later")

    assert lines(tmp_path / "log") == []
    assert (job.task, job.arguments, job.status) == (
        "tests.tournament.jobs.sample.write_line",
        [str(tmp_path / "log"), "later"],
        "queued",
    )
    assert run_queued() == 1
    assert lines(tmp_path / "log") == ["later"]


def test_what_waits_already_is_not_asked_for_once_more(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    first, again = (write_line.delay_once_on_commit(log, "once") for _each in range(2))
    other = write_line.delay_once_on_commit(log, "other")

    assert (again, other == first) == (first, False)
    assert run_queued() == 2
    assert lines(tmp_path / "log") == ["once", "other"]


def test_what_was_done_before_is_done_again(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    for _each in range(2):
        write_line.delay_once_on_commit(log, "again")
        run_queued()

    assert lines(tmp_path / "log") == ["again", "again"]


def test_a_job_that_has_its_time_is_not_begun_before(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    soon = ask_on_commit(write_line.name, log, "in time", due=timezone.now() + timedelta(minutes=5))

    assert (run_queued(), lines(tmp_path / "log")) == (0, [])

    Job.objects.filter(pk=soon.pk).update(due=timezone.now())
    assert (run_queued(), lines(tmp_path / "log")) == (1, ["in time"])


def test_a_request_that_is_rolled_back_leaves_no_job(tmp_path: Path) -> None:
    with transaction.atomic():
        write_line.delay_on_commit(str(tmp_path / "log"), "never")
        transaction.set_rollback(True)

    assert Job.objects.count() == 0


def test_arguments_that_json_does_not_know_are_refused_at_once() -> None:
    with pytest.raises(TypeError, match="not JSON serializable"), transaction.atomic():
        write_line.delay_on_commit(object(), "x")  # type: ignore[arg-type] - the mistake under test

    assert Job.objects.count() == 0


def test_a_task_keeps_the_name_and_the_words_of_its_function() -> None:
    assert write_line.name == "tests.tournament.jobs.sample.write_line"
    assert write_line.__wrapped__.__name__ == "write_line"
