"""Taking a job, doing it, and writing down how it ended."""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournament.jobs import lease
from tournament.models import Job

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
"""A job that has taken its worker down with it this often is not tried again."""

_functions: dict[str, Callable[..., None]] = {}
_current: ContextVar[Job | None] = ContextVar("current_job", default=None)


def register(name: str, function: Callable[..., None]) -> None:
    """Makes a function known as the task of that dotted name."""
    _functions[name] = function


def run(job_id: int) -> bool:
    """Does a job if it is still queued; False when it is not, or another worker was quicker.

    A task that raises has failed: its error is kept and it is not tried again. When the database itself
    fails, nothing is known about the job: it stays running until its lease ends, and `revive` brings it back.
    """
    job = _claim(job_id)
    if job is None:
        return False
    token = _current.set(job)
    try:
        with lease.held(job):
            error = _call(job)
    finally:
        _current.reset(token)
    _finish(job, error)
    return True


def run_queued(go_on: Callable[[], bool] = lambda: True) -> int:
    """Does the queued jobs, oldest first, until none is left or `go_on` says no; returns how many it did.

    The thread lives on this; commands and tests may call it in their own thread.
    """
    done = 0
    while go_on() and (job_id := queued_ids().first()) is not None:
        done += run(job_id)
    return done


def queued_ids() -> QuerySet[Job, int]:
    """Ids of all jobs that may be begun now, oldest first."""
    may_begin = Q(due__isnull=True) | Q(due__lte=timezone.now())
    return Job.objects.filter(may_begin, status=Job.Status.QUEUED).order_by("pk").values_list("pk", flat=True)


def revive() -> int:
    """Queues again the jobs whose worker is dead, but for those tried too often; returns how many."""
    dead = Job.objects.filter(status=Job.Status.RUNNING, lease_until__lt=timezone.now())
    dead.filter(attempts__gte=MAX_ATTEMPTS).update(
        status=Job.Status.FAILED,
        finished=timezone.now(),
        lease_until=None,
        error=f"Its worker stopped before the end, {MAX_ATTEMPTS} times.",
    )
    return dead.update(status=Job.Status.QUEUED, lease_until=None)


def report_progress(done: int, of: int) -> None:
    """Tells those who wait how far the running task has come; outside a job it does nothing.

    Inside a transaction it is seen by others only after the commit.
    """
    job = _current.get()
    percent = min(100, 100 * done // of) if of else 100
    if job is not None and percent != job.progress:
        job.progress = percent
        lease.held_by_us(job).update(progress=percent)


def _claim(job_id: int) -> Job | None:
    taken = Job.objects.filter(pk=job_id, status=Job.Status.QUEUED).update(
        status=Job.Status.RUNNING,
        started=timezone.now(),
        lease_until=lease.until(),
        attempts=F("attempts") + 1,
        progress=0,
    )
    return Job.objects.get(pk=job_id) if taken else None


def _call(job: Job) -> str:
    """Calls the task; the error as one line, "" when there was none."""
    try:
        _function(job.task)(*job.arguments)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("Job %s failed: %s%s", job.pk, job.task, tuple(job.arguments))
        return f"{type(error).__name__}: {error}"
    return ""


def _function(name: str) -> Callable[..., Any]:
    """The task's function. Only what was marked as a task can be called, whatever stands in the row."""
    import_module(name.rpartition(".")[0])
    if name not in _functions:
        raise LookupError(f"There is no task {name}; was it renamed while this job waited?")
    return _functions[name]


def _finish(job: Job, error: str) -> None:
    ours = lease.held_by_us(job)
    if error:
        ours.update(status=Job.Status.FAILED, error=error, finished=timezone.now(), lease_until=None)
    else:
        ours.update(status=Job.Status.DONE, error="", progress=100, finished=timezone.now(), lease_until=None)
