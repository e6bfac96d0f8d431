"""The program as `make run` starts it: a process of its own, on a free port, with its own data and the demo."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.services import servers

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds that a busy machine may need to make the demo tournament."""

CHROMIUM_FLAGS = [
    "--no-sandbox",  # it refuses root's sandbox, and it sees no page but ours
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Site:
    """A running program: its address, the password of the demo's accounts, the folder of its data."""

    url: str
    password: str
    data: Path


@contextmanager
def serving(data: Path) -> Iterator[Site]:
    """The program with its data in an empty folder; stopped at the end of the block."""
    data.mkdir(parents=True, exist_ok=True)
    port = servers.free_port()
    with (data / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, ".ci/serve.py"], cwd=ROOT, env=_environment(data, port), stdout=log, stderr=log
        )
        with servers.stopped_at_the_end(process):
            servers.wait_until(lambda: servers.is_open(port), process, PATIENCE)
            password = (data / "demo_password").read_text(encoding="ascii")
            yield Site(url=f"http://127.0.0.1:{port}", password=password, data=data)


def set_clock(site: Site, slug: str, *, round_: int, seconds: float) -> None:
    """The clock of a round has run for so many seconds: nobody waits for a partida's forty minutes.

    It is moved in the program's own database; everything that follows from it is the program's.
    """
    wanted = f"Round.objects.filter(tournament__slug={slug!r}, number={round_})"
    started = f"timezone.now() - timedelta(seconds={seconds})"
    lines = [
        "from datetime import timedelta",
        "from django.utils import timezone",
        "from tournament.models import Round",
        f"assert {wanted}.update(started_at={started}) == 1",
    ]
    run(site, *lines)


def run(site: Site, *lines: str) -> None:
    """Let the program run these statements on its own data."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", "; ".join(lines)]
    subprocess.run(command, cwd=ROOT, env=_environment(site.data), check=True)


def _environment(data: Path, port: int = 0) -> dict[str, str]:
    """A laptop's: nothing is set but where the data are and the port, if it serves."""
    variables = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    own = {"DJANGO_SETTINGS_MODULE": "tournament.settings", "DATA_DIR": str(data), "PORT": str(port)}
    return variables | own


def chromium() -> str:
    """The path of the machine's Chromium; raises `Missing`."""
    found = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    path = next(found, None)
    if path is None:
        raise servers.Missing("chromium is not installed: apt-get install chromium")
    return path
