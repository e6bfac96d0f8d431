"""Celery with Redis: carries ids of jobs to worker processes, and nothing else.

Start a worker with `celery -A tournament worker`, and `--queues documents` for one that does nothing else. A message
is only a hint: workers claim the job's row.
"""

import logging
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from kombu.entity import Queue
from kombu.exceptions import OperationalError as BrokerUnreachable

from tournament.jobs import delivery, execution

logger = logging.getLogger(__name__)

SWEEP = 15.0
"""Seconds between two searches of a worker for jobs that were lost on their way."""

UNREACHABLE = (BrokerUnreachable, OSError)

MEMORY = 400_000
"""KB at which a worker's process is replaced once its job is done: standings of a thousand pairs take half of it."""

app = Celery("tournament", broker=settings.REDIS_URL)
app.conf.update(
    task_ignore_result=True,
    task_default_queue=delivery.DEFAULT,
    task_queues=[Queue(name, routing_key=name) for name in delivery.QUEUES],  # type: ignore[no-untyped-call]
    worker_prefetch_multiplier=1,
    worker_max_memory_per_child=MEMORY,
    broker_connection_retry_on_startup=True,
    # A request must not wait for a Redis that is down: the job is safe in its row.
    broker_transport_options={
        "max_retries": 1,
        "interval_start": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
    },
)

run_job = app.task(name="tournament.run_job")(execution.run)


def publish(job_id: int, queue: str) -> None:
    """Sends a job's id to the workers of a queue, once; raises one of `UNREACHABLE`."""
    run_job.apply_async((job_id,), queue=queue, retry=False)


def messages_waiting(queue: str = delivery.DEFAULT) -> int:
    """How many messages of a queue no worker has taken yet; raises one of `UNREACHABLE`."""
    with app.connection_for_write() as connection:
        declared = app.amqp.queues[queue].bind(connection.default_channel).queue_declare()
        return int(declared.message_count)


def leave_logs_alone(**_signal: Any) -> None:
    """Whoever listens to this signal sees to the logs himself; Django's settings have done so."""


setup_logging.connect(leave_logs_alone)


def sweep_from_now_on(**_signal: Any) -> None:
    """Lets a thread of the worker's parent process search for lost jobs, at once and then again and again."""
    threading.Thread(target=_sweep, name="jobs-sweep", daemon=True).start()


worker_ready.connect(sweep_from_now_on)


def _sweep() -> None:
    while True:
        try:
            delivery.requeue()
        except (DatabaseError, InterfaceError, *UNREACHABLE) as error:
            logger.warning("Lost jobs could not be searched for: %s", error)
        finally:
            connections.close_all()
        time.sleep(SWEEP)
