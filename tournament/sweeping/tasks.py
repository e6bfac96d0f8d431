"""The sweep of each day."""

import logging
from datetime import timedelta

from django.db import DatabaseError
from django.utils import timezone

from tournament.jobs import ask_on_commit, job
from tournament.models import Job

from .leftovers import remove_leftovers
from .services import sweep

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)


@job
def by_schedule() -> None:
    """What is old goes; the next sweep is asked for first, whatever becomes of this one."""
    keep_going(EVERY)
    for name, count in sweep().items():
        if count:
            logger.info("Swept: %s %s", count, name)
    if count := remove_leftovers():
        logger.info("Swept: %s files of killed processes", count)


def start() -> None:
    """For a web process that begins: the sweep goes on, whatever became of the process before."""
    try:
        # Not at once: a program that begins has other things to do, its backup among them.
        keep_going(timedelta(minutes=10))
    except DatabaseError as error:
        logger.warning("The sweep waits, the database can't be asked: %s", error)


def keep_going(wait: timedelta) -> None:
    """Ask for the next sweep, unless it is asked for already."""
    waiting = Job.objects.filter(task=by_schedule.name, status=Job.Status.QUEUED)
    if not waiting.exists():
        ask_on_commit(by_schedule.name, due=timezone.now() + wait)
