"""A worker's hold on the job it is doing, kept alive as long as the worker is."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Job

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
"""How long a silent worker keeps its job: three missed renewals."""


def until() -> datetime:
    """When a lease taken or renewed now runs out, UTC."""
    return timezone.now() + LEASE


@contextmanager
def held(job: Job) -> Iterator[None]:
    """Renews the job's lease from a thread of its own while the block runs, however long that takes."""
    released = threading.Event()
    keeper = threading.Thread(target=_renew, args=(job, released), name=f"job-{job.pk}-lease", daemon=True)
    try:
        keeper.start()
    except RuntimeError:
        # While the interpreter shuts down no thread can be started; a drain is shorter than a lease.
        yield
        return
    try:
        yield
    finally:
        released.set()
        keeper.join()


def _renew(job: Job, released: threading.Event) -> None:
    """Renews thrice a lease; one that the database misses is made up for by the next."""
    while not released.wait(LEASE.total_seconds() / 3):
        try:
            held_by_us(job).update(lease_until=until())
        except (DatabaseError, InterfaceError) as error:
            logger.warning("The lease of job %s could not be renewed: %s", job.pk, error)
        finally:
            connection.close()


def held_by_us(job: Job) -> QuerySet[Job]:
    """The job's row, unless the lease was lost and another worker has taken it since (a later attempt)."""
    return Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)
