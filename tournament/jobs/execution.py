"""Taking a job, doing it, and writing down how it ended."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournament.jobs import lease
from tournament.logs import context
from tournament.models import Job

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
"""A job that has taken its worker down with it this often is not tried again."""

_functions: dict[str, Callable[..., None]] = {}
_ends: dict[str, Callable[..., None]] = {}
_current: ContextVar[Job | None] = ContextVar("current_job", default=None)


def register(name: str, function: Callable[..., None]) -> None:
    """Makes a function known as the task of that dotted name."""
    _functions[name] = function


def register_end(name: str, function: Callable[..., None]) -> None:
    """Makes known what is done, with the task's arguments, when a job of it is given up."""
    _ends[name] = function


def run(job_id: int, _request: str = "") -> bool:
    """Does a job if it is still queued; False when it is not, or another worker was quicker.

    _request: what messages of versions before 2026.11.0 bring besides; the row says it.

    A task that raises has failed: its error is kept and it is not tried again. When the database itself
    fails, nothing is known about the job: it stays running until its lease ends, and `revive` brings it back.
    """
    job = _claim(job_id)
    if job is None:
        return False
    begun = time.perf_counter()
    with _on_behalf_of(job):
        with lease.held(job):
            error = _call(job)
        _finish(job, error)
        _write(job, error, time.perf_counter() - begun)
    return True


@contextmanager
def _on_behalf_of(job: Job) -> Iterator[None]:
    before = _current.set(job), context.job_id.set(job.pk), context.request_id.set(job.request)
    try:
        yield
    finally:
        _current.reset(before[0])
        context.job_id.reset(before[1])
        context.request_id.reset(before[2])


def _write(job: Job, error: str, seconds: float) -> None:
    fields = {"task": job.task, "status": "failed" if error else "done", "ms": round(seconds * 1000, 1)}
    logger.info("Job %s is %s: %s", job.pk, fields["status"], job.task, extra={"fields": fields})


def run_queued(go_on: Callable[[], bool] = lambda: True) -> int:
    """Does the queued jobs, oldest first, until none is left or `go_on` says no; returns how many it did.

    The thread lives on this; commands and tests may call it in their own thread.
    """
    done = 0
    while go_on() and (first := queued().first()) is not None:
        done += run(first[0])
    return done


def queued() -> QuerySet[Job, tuple[int, str]]:
    """Ids and tasks of all jobs that may be begun now, oldest first."""
    may_begin = Q(due__isnull=True) | Q(due__lte=timezone.now())
    return Job.objects.filter(may_begin, status=Job.Status.QUEUED).order_by("pk").values_list("pk", "task")


def revive() -> int:
    """Queues again the jobs whose worker is dead, but for those tried too often; returns how many."""
    dead = Job.objects.filter(status=Job.Status.RUNNING, lease_until__lt=timezone.now())
    for job in dead.filter(attempts__gte=MAX_ATTEMPTS):
        _give_up(job)
    return dead.filter(attempts__lt=MAX_ATTEMPTS).update(status=Job.Status.QUEUED, lease_until=None)


def _give_up(job: Job) -> None:
    """It has failed, and whoever waits for what it was to do hears of it; of several who find it dead, one tells."""
    failed = lease.held_by_us(job).update(
        status=Job.Status.FAILED,
        finished=timezone.now(),
        lease_until=None,
        error=f"Its worker stopped before the end, {MAX_ATTEMPTS} times.",
    )
    if not failed:
        return
    logger.error("Job %s is given up: %s%s", job.pk, job.task, tuple(job.arguments))
    try:
        _function(job.task)
        if (end := _ends.get(job.task)) is not None:
            end(*job.arguments)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("Nobody was told that job %s is given up", job.pk)


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
