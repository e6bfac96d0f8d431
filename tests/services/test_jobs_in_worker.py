"""Jobs carried out by Celery: Redis brings the word, the row keeps the truth."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from tests.services import servers, workers
from tests.tournament.jobs.sample import fail, lines, take_time, write_line
from tournament.jobs import broker, requeue
from tournament.logs.context import request_id
from tournament.models import Job

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True),
]


def _statuses() -> list[str]:
    return list(Job.objects.order_by("pk").values_list("status", flat=True))


def test_a_worker_does_the_job_after_the_commit(redis: str, environment: dict[str, str], tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    with workers.worker(environment, redis) as worker:
        with transaction.atomic():
            write_line.delay_on_commit(log, "by the worker")
            fail.delay_on_commit(7)
        servers.wait_until(lambda: _statuses() == ["done", "failed"], worker)

    assert lines(log) == ["by the worker"]
    assert Job.objects.get(status="failed").error == "ValueError: Table 7 has no protocol."


def test_without_redis_the_request_goes_on_and_the_job_stays_queued(
    use_redis: Callable[[str], None], environment: dict[str, str], tmp_path: Path
) -> None:
    port = servers.free_port()
    use_redis(f"redis://127.0.0.1:{port}/0")
    log = str(tmp_path / "log")

    asked = time.monotonic()
    write_line.delay_on_commit(log, "asked for while Redis was down")
    assert time.monotonic() - asked < 2
    assert _statuses() == ["queued"]

    with servers.redis(port) as url, workers.worker(environment, url) as worker:
        servers.wait_until(lambda: _statuses() == ["done"], worker)
    assert lines(log) == ["asked for while Redis was down"]


def test_a_killed_worker_loses_no_job(redis: str, environment: dict[str, str], tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    with workers.worker(environment, redis) as worker:
        take_time.delay_on_commit(log, 60)
        servers.wait_until(lambda: lines(log) == ["begun"], worker)
        servers.kill_group(worker)
    assert _statuses() == ["running"]

    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1), arguments=[log, 0.1])
    with workers.worker(environment, redis) as worker:
        servers.wait_until(lambda: _statuses() == ["done"], worker)
    assert lines(log) == ["begun", "begun", "ended"]


def test_what_waits_in_redis_is_not_said_twice(redis: str, tmp_path: Path) -> None:
    write_line.delay_on_commit(str(tmp_path / "log"), "x")
    requeue()
    assert broker.messages_waiting() == 1

    broker.app.control.purge()
    requeue()
    assert broker.messages_waiting() == 1


def test_a_worker_of_one_queue_leaves_the_others_alone(
    redis: str, environment: dict[str, str], tmp_path: Path, settings: Settings
) -> None:
    settings.JOB_QUEUES = {"tests.tournament": "documents"}
    log = str(tmp_path / "log")
    write_line.delay_on_commit(log, "a paper")
    settings.JOB_QUEUES = {}
    write_line.delay_on_commit(log, "anything else")
    assert [broker.messages_waiting(queue) for queue in ("default", "documents", "webhooks")] == [1, 1, 0]

    with workers.worker(environment, redis, "--queues", "documents") as worker:
        servers.wait_until(lambda: _statuses() == ["done", "queued"], worker)
    assert broker.messages_waiting("default") == 1
    with workers.worker(environment, redis) as worker:
        servers.wait_until(lambda: _statuses() == ["done", "done"], worker)
    assert lines(log) == ["a paper", "anything else"]


def test_the_log_of_a_worker_names_the_job_and_the_request_that_asked(
    redis: str, environment: dict[str, str], tmp_path: Path
) -> None:
    token = request_id.set("of-the-request")
    job = write_line.delay_on_commit(str(tmp_path / "log"), "x")
    request_id.reset(token)
    errors = tmp_path / "stderr"
    with errors.open("wb") as log, workers.worker({**environment, "LOG_FORMAT": "json"}, redis, log=log) as worker:
        servers.wait_until(lambda: _statuses() == ["done"] and b" is done" in errors.read_bytes(), worker)

    # Python's own warnings, such as Celery's to root, are no lines of the log.
    said = [json.loads(line) for line in errors.read_text().splitlines() if line.startswith("{")]
    [line] = [line for line in said if line["message"].startswith("Job")]
    assert (line["request"], line["job"], line["task"]) == ("of-the-request", job.pk, write_line.name)
