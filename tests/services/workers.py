"""A Celery worker of the program, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from tests.services import servers

WORKER = [sys.executable, "-m", "celery", "-A", "tournament", "worker", "--concurrency", "2", "-l", "WARNING"]


@contextmanager
def worker(
    environment: dict[str, str], redis_url: str, *options: str, log: IO[bytes] | None = None
) -> "Iterator[subprocess.Popen[bytes]]":
    """Two processes that take jobs from this Redis; they are killed as a group by `servers.kill_group`.

    log: where what it logs is written, instead of to the terminal.
    """
    variables = {**environment, "REDIS_URL": redis_url}
    process = subprocess.Popen([*WORKER, *options], env=variables, start_new_session=True, stderr=log)
    with servers.stopped_at_the_end(process):
        yield process
