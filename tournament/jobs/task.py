"""The mark that makes a function a task."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Generic, TypeVarTuple

from django.db import transaction

from tournament.jobs import delivery, execution
from tournament.models import Job

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

    def delay_on_commit(self, *arguments: *Arguments) -> Job:
        """Asks for the work in the transaction that is open, to be begun after its commit.

        The arguments must be plain JSON values: ids, not rows, since the row may have changed by then. Raises
        TypeError for anything else. Returns the job, whose page can show how far it has come.
        """
        waiting = Job.objects.create(task=self.name, arguments=list(arguments))
        transaction.on_commit(partial(delivery.announce, waiting.pk))
        return waiting

    def delay_once_on_commit(self, *arguments: *Arguments) -> Job:
        """As `delay_on_commit`, unless the same call still waits to be begun: then that job.

        Callers that hold one lock get one job, however often they ask.
        """
        same = Job.objects.filter(status=Job.Status.QUEUED, task=self.name, arguments=list(arguments))
        return same.first() or self.delay_on_commit(*arguments)


def job(function: Callable[[*Arguments], None]) -> Task[*Arguments]:
    """Makes a module's function a task."""
    return Task(function)
