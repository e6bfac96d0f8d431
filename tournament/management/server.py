"""The program under gunicorn as on a laptop or a server, for benches and rehearsals that ask it over the network."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management.base import CommandError

PATIENCE = 60.0
LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
"""Of the environment: what is measured has its own data, and the usual settings."""
AS_DEPLOYED = ("--config", "deploy/gunicorn.conf.py")
"""What gunicorn is told on a server: one process a core and one more, of one thread each."""
WORKER = (sys.executable, "-m", "celery", "-A", "tournament", "worker", "--concurrency", "2", "-l", "WARNING")


@dataclass(frozen=True)
class Size:
    """How many processes, and how many threads in each."""

    workers: int
    threads: int

    @property
    def arguments(self) -> Sequence[str]:
        """What gunicorn is told."""
        threads = ["--worker-class", "gthread", "--threads", str(self.threads), "--log-level", "warning"]
        return [*threads, "--workers", str(self.workers), "--backlog", "2048"]


LAPTOP = Size(workers=1, threads=8)
"""As `make run` serves it."""


@contextmanager
def serving(
    module: str,
    data: str,
    size: Size | None,
    more: Mapping[str, str] | None = None,
    log: IO[bytes] | None = None,
) -> Iterator[int]:
    """A WSGI program with its data in a folder; the port on the loopback. Stopped at the end of the block.

    size: None is that of a server. more: of the environment, such as DATABASE_URL. log: where what it says is written,
    instead of to the terminal.
    """
    port = free_port()
    arguments = AS_DEPLOYED if size is None else size.arguments
    command = [sys.executable, "-m", "gunicorn", *arguments, "--bind", f"127.0.0.1:{port}", module]
    environment = environment_of(data) | dict(more or {})
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stderr=log) as process:  # noqa: S603 - ourselves
        try:
            _wait(port, process)
            yield port
        finally:
            process.terminate()


@contextmanager
def working(data: str, more: Mapping[str, str], log: IO[bytes] | None = None) -> Iterator[None]:
    """A worker of the program beside it, for the jobs of all queues. Stopped at the end of the block."""
    environment = environment_of(data) | dict(more)
    worker = subprocess.Popen(  # noqa: S603 - ourselves
        WORKER, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.DEVNULL, stderr=log
    )
    with worker as process:
        try:
            yield
        finally:
            process.terminate()


def environment_of(data: str) -> dict[str, str]:
    """What a process of the program needs that has its data in this folder; nothing does jobs beside the requests."""
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    # The codes of table links are made from the key: what is written into the database here must hold there.
    own = {"DATA_DIR": data, "SECRET_KEY": settings.SECRET_KEY, "JOBS_THREAD": "false", "ALLOWED_HOSTS": "127.0.0.1"}
    return environment | own | {"BACKUP_DIR": str(Path(data) / "backups")}


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until it answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise CommandError("The server didn't start; it says above why.")
