"""The thread in a real gunicorn: a polite end drains it, a killed process loses nothing."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tests.services import servers
from tests.tournament.jobs.sample import lines, take_time
from tournament.models import Job

pytestmark = pytest.mark.services

SERVER = [sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--log-level", "warning"]


@contextmanager
def _web(environment: dict[str, str]) -> "Iterator[subprocess.Popen[bytes]]":
    command = [*SERVER, "--bind", f"127.0.0.1:{servers.free_port()}", "tournament.wsgi"]
    # A group of its own, so that all its processes can be killed at one blow.
    process = subprocess.Popen(command, env=environment, start_new_session=True)
    with servers.stopped_at_the_end(process):
        yield process


def _asked_for() -> QuerySet[Job]:
    """The jobs of these tests; a process that begins asks for its daily sweep, too."""
    return Job.objects.exclude(task__endswith=".by_schedule").order_by("pk")


def _statuses() -> list[str]:
    return list(_asked_for().values_list("status", flat=True))


def test_sigterm_lets_the_queue_be_finished(environment: dict[str, str], tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    for _number in range(3):
        take_time.delay_on_commit(log, 0.5)

    with _web(environment) as web:
        servers.wait_until(lambda: lines(log) == ["begun"], web)
        web.send_signal(signal.SIGTERM)
        web.wait(20)

    assert lines(log) == ["begun", "ended"] * 3
    assert _statuses() == ["done", "done", "done"]


def test_sigkill_loses_no_job(environment: dict[str, str], tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    for _number in range(3):
        take_time.delay_on_commit(log, 0.5)
    with _web(environment) as web:
        servers.wait_until(lambda: lines(log) == ["begun"], web)
        servers.kill_group(web)
    assert _statuses() == ["running", "queued", "queued"]

    Job.objects.filter(status="running").update(lease_until=timezone.now() - timedelta(seconds=1))
    with _web(environment) as web:
        servers.wait_until(lambda: _statuses() == ["done", "done", "done"], web)

    assert lines(log) == ["begun", *["begun", "ended"] * 3]
    assert list(_asked_for().values_list("attempts", flat=True)) == [2, 1, 1]
