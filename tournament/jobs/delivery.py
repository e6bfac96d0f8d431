"""How the word that a job waits reaches whoever carries it out."""

import logging
from types import ModuleType

from django.conf import settings

from tournament.jobs import execution, runner

logger = logging.getLogger(__name__)

DEFAULT = "default"
QUEUES = (DEFAULT, *sorted(set(settings.JOB_QUEUES.values())))


def queue_of(task: str) -> str:
    """The queue of a task by its dotted name, as `JOB_QUEUES` says for its feature."""
    return settings.JOB_QUEUES.get(".".join(task.split(".")[:2]), DEFAULT)


def announce(job_id: int, task: str) -> None:
    """Says that a queued job waits. Never raises: the answer to the request does not hang on it."""
    if settings.REDIS_URL:
        _publish(job_id, queue_of(task))
    elif settings.JOBS_THREAD:
        runner.wake()


def requeue() -> None:
    """Finds again what was lost: jobs of dead workers, and queued jobs of which no word is under way."""
    execution.revive()
    if not settings.REDIS_URL:
        if settings.JOBS_THREAD:
            runner.wake()
        return
    waiting = [(job_id, queue_of(task)) for job_id, task in execution.queued()]
    for queue in sorted({queue for _job_id, queue in waiting}):
        # As long as messages wait, workers are behind, not deaf: saying everything again would only pile up.
        if _broker().messages_waiting(queue) == 0:
            for job_id in (job_id for job_id, its in waiting if its == queue):
                if not _publish(job_id, queue):
                    return


def start() -> None:
    """Takes up the jobs that an earlier process left; called once when the web process starts."""
    if not settings.REDIS_URL and settings.JOBS_THREAD:
        runner.wake()


def _publish(job_id: int, queue: str) -> bool:
    broker = _broker()
    try:
        broker.publish(job_id, queue)
    except broker.UNREACHABLE as error:
        logger.warning("Job %s stays queued, the broker cannot be reached: %s", job_id, error)
        return False
    return True


def _broker() -> ModuleType:
    # Celery takes 0.2 s to import: only installations with Redis pay that.
    from tournament.jobs import broker

    return broker
