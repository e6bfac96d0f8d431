"""The program under gunicorn as on a server, for benches and rehearsals that ask it over the network."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.core.management.base import CommandError

PATIENCE = 60.0
LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
"""Of the environment: what is measured has its own data, and the usual settings."""


@dataclass(frozen=True)
class Size:
    """How many processes, and how many threads in each."""

    workers: int
    threads: int


@contextmanager
def serving(module: str, data: str, size: Size) -> Iterator[int]:
    """A WSGI program with its data in a folder; the port on the loopback. Stopped at the end of the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    gunicorn = [sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--log-level", "warning"]
    sized = ["--workers", str(size.workers), "--threads", str(size.threads), "--backlog", "2048"]
    command = [*gunicorn, *sized, "--bind", f"127.0.0.1:{port}", module]
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    # The codes of table links are made from the key: what is written into the database here must hold there.
    own = {"DATA_DIR": data, "SECRET_KEY": settings.SECRET_KEY, "JOBS_THREAD": "false", "ALLOWED_HOSTS": "127.0.0.1"}
    environment |= own
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment) as process:  # noqa: S603 - ourselves
        try:
            _wait(port, process)
            yield port
        finally:
            process.terminate()


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until it answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise CommandError("The server didn't start; it says above why.")
