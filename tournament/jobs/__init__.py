"""Work done after the answer has gone out: documents, long imports, anything slower than a click.

A task takes ids, loads what they name and calls one service::

    # tournament/documents/tasks.py
    @job
    def render_protocol(protocol_id: int) -> None: ...

    # tournament/documents/views/papers.py
    render_protocol.delay_on_commit(protocol.pk)

`delay_on_commit` writes a `Job` row in the caller's transaction, so that a rolled-back request leaves no job
and a committed one never loses it. After the commit the job is carried out by one thread of the web process,
or, where `REDIS_URL` is set, by Celery workers. The row is the truth: whatever is lost on the way (a message,
a worker, the whole process) is found again by `requeue`. A task may therefore run more than once, when its
worker died before saying that it had finished: it must bear that.

From top to bottom: task → delivery → runner | broker → execution → lease.
"""

from tournament.jobs.delivery import requeue, start
from tournament.jobs.execution import report_progress, run_queued
from tournament.jobs.task import Task, ask_on_commit, job

__all__ = ["Task", "ask_on_commit", "job", "report_progress", "requeue", "run_queued", "start"]
