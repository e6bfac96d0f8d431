"""Backups by schedule, and those that somebody asks for."""

import logging
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from tournament.jobs import ask_on_commit, job
from tournament.models import Job
from tournament.phrases import Refused

from . import store
from .services import take

logger = logging.getLogger(__name__)


@job
def now() -> None:
    """A backup that somebody asked for."""
    take(reason="by_hand")


@job
def by_schedule() -> None:
    """A backup if the last one is old enough; the next one is asked for first, whatever becomes of this one."""
    wait = due_in()
    keep_going(wait or timedelta(hours=settings.BACKUP_HOURS))
    if wait:
        return
    try:
        take(reason="schedule")
    except Refused as refusal:
        logger.error("No backup was made: %s", refusal)
        raise


def start() -> None:
    """For a web process that begins: backups by schedule go on, whatever became of the process before."""
    try:
        keep_going(due_in())
    except DatabaseError as error:
        logger.warning("Backups by schedule wait, the database can't be asked: %s", error)


def keep_going(wait: timedelta) -> None:
    """Ask for the next backup by schedule, unless it is asked for already, or BACKUP_HOURS is 0."""
    waiting = Job.objects.filter(task=by_schedule.name, status=Job.Status.QUEUED)
    if settings.BACKUP_HOURS and not waiting.exists():
        # Not at once: a program that begins has other things to do.
        ask_on_commit(by_schedule.name, due=timezone.now() + max(wait, timedelta(minutes=1)))


def due_in() -> timedelta:
    """How long until the next backup by schedule is due; nothing: it is due now."""
    if not (there := store.stored()):
        return timedelta(0)
    return max(there[0].moment + timedelta(hours=settings.BACKUP_HOURS) - timezone.now(), timedelta(0))
