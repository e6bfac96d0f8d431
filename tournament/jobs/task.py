"""The mark that makes a function a task."""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial, update_wrapper
from typing import Any, Generic, TypeVarTuple

from django.db import transaction

from tournament.jobs import delivery, execution
from tournament.logs.context import request_id
from tournament.models import Job

logger = logging.getLogger(__name__)
Arguments = TypeVarTuple("Arguments")


class Task(Generic[*Arguments]):
    """A function that can be called now, or once the transaction has been committed."""

    def __init__(self, function: Callable[[*Arguments], None]) -> None:
        self.name = f"{function.__module__}.{function.__qualname__}"
        self._function = function
        update_wrapper(self, function)
        execution.register(self.name, function)

    def __call__(self, *arguments: *Arguments) -> None:
        """Does the work here and now, without a job."""
        self._function(*arguments)

    def given_up(self, function: Callable[[*Arguments], None]) -> Callable[[*Arguments], None]:
        """Marks what is done when a job of this task has taken too many workers with it: nobody is to wait for it."""
        execution.register_end(self.name, function)
        return function

    def delay_on_commit(self, *arguments: *Arguments) -> Job:
        """Asks for the work in the transaction that is open, to be begun after its commit.

        The arguments must be plain JSON values: ids, not rows, since the row may have changed by then. Raises
        TypeError for anything else. Returns the job, whose page can show how far it has come.
        """
        return ask_on_commit(self.name, *arguments)

    def delay_once_on_commit(self, *arguments: *Arguments) -> Job:
        """As `delay_on_commit`, unless the same call still waits to be begun: then that job.

        Callers that hold one lock get one job, however often they ask.
        """
        same = Job.objects.filter(status=Job.Status.QUEUED, task=self.name, arguments=list(arguments))
        return same.first() or self.delay_on_commit(*arguments)


def ask_on_commit(task: str, *arguments: Any, due: datetime | None = None) -> Job:
    """Asks for the task of that dotted name, as `delay_on_commit` does, for callers that stand on a floor below it.

    due: not to be begun before. Such a job is found by whoever looks for lost ones, up to 15 seconds late.
    """
    waiting = Job.objects.create(task=task, arguments=list(arguments), due=due, request=request_id.get())
    if due is None:
        transaction.on_commit(partial(delivery.announce, waiting.pk, task))
    logger.info("Job %s is asked for: %s", waiting.pk, task)
    return waiting


def job(function: Callable[[*Arguments], None]) -> Task[*Arguments]:
    """Makes a module's function a task."""
    return Task(function)
