"""Whole installations whose processes can be killed and are started again: a hall's laptop, a federation's server."""

import json
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.services import servers, workers
from tests.services.bouncer import bouncer
from tests.services.kept import Kept, kept_at_a_socket, kill_one_child
from tests.services.killer import Target
from tournament.management.aside import database_aside, server_aside
from tournament.management.server import AS_DEPLOYED, LAPTOP, environment_of

ROOT = Path(__file__).resolve().parents[2]
GUNICORN = (sys.executable, "-m", "gunicorn")


@dataclass(frozen=True)
class Installation:
    """A program that runs: its port, the folder of its data, its Redis if it has one, and what of it can be killed."""

    port: int
    folder: Path
    redis: str
    targets: Mapping[str, Target]
    about: str

    def is_ready(self) -> bool:
        """Whether it says so itself: database, broker, cache, disk and clock."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=2) as answer:
                return bool(json.load(answer)["ready"])
        except (OSError, ValueError):
            return False


@contextmanager
def laptop(rest: float, more: Mapping[str, str]) -> Iterator[Installation]:
    """As `make run`: SQLite, one process of eight threads and the thread for jobs; somebody starts it again."""
    with tempfile.TemporaryDirectory(prefix="domino-laptop-") as folder, ExitStack() as until_the_end:
        until_the_end.enter_context(database_aside(Path(folder) / "domino.sqlite3"))
        port, targets = servers.free_port(), dict[str, Target]()
        command = [*GUNICORN, *LAPTOP.arguments, "--bind", f"127.0.0.1:{port}", "tournament.wsgi"]
        environment = environment_of(folder) | {"JOBS_THREAD": "true", "BACKUP_HOURS": "0"} | dict(more)
        web = until_the_end.enter_context(
            Kept(command, rest=rest, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        )
        made = Installation(port, Path(folder), "", targets, "one process of eight threads, SQLite")
        targets["web"] = Target(web.kill, lambda: web.is_begun_again and made.is_ready())
        servers.wait_until(made.is_ready)
        yield made


@contextmanager
def server(rest: float, more: Mapping[str, str], behind_pgbouncer: bool = False) -> Iterator[Installation]:
    """As deploy/: PostgreSQL that waits for its disk, a Redis that keeps nothing, gunicorn at its socket, a worker."""
    with tempfile.TemporaryDirectory(prefix="domino-server-") as folder, ExitStack() as until_the_end:
        postgres, database = until_the_end.enter_context(durable_postgres(rest))
        redis_port = servers.free_port()
        redis = until_the_end.enter_context(Kept(_redis(redis_port, folder), rest=rest, stdout=subprocess.DEVNULL))
        url = until_the_end.enter_context(server_aside(database))
        told = {"DATABASE_URL": url, "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0", "BACKUP_HOURS": "0"}
        if behind_pgbouncer:
            between, past = until_the_end.enter_context(kept_bouncer(url, rest))
            told |= past
        how = {
            "rest": rest,
            "cwd": ROOT,
            "env": environment_of(folder) | told | dict(more),
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
        }
        with socket.create_server(("127.0.0.1", 0), backlog=2048) as door:
            web = until_the_end.enter_context(
                kept_at_a_socket(door, [*GUNICORN, *AS_DEPLOYED, "tournament.wsgi"], **how)
            )
            worker = until_the_end.enter_context(Kept(workers.WORKER, **how))
            targets = dict[str, Target]()
            database = "PostgreSQL behind PgBouncer" if behind_pgbouncer else "PostgreSQL"
            about = f"gunicorn's processes of deploy/gunicorn.conf.py, {database}, Redis, a Celery worker"
            made = Installation(door.getsockname()[1], Path(folder), told["REDIS_URL"], targets, about)
            targets |= {
                "web, all processes": Target(web.kill, lambda: web.is_begun_again and made.is_ready()),
                "web, one process": Target(kill_one_child(web), made.is_ready),
                "Celery worker": Target(worker.kill, lambda: worker.is_begun_again),
                "Redis": Target(redis.kill, lambda: redis.is_begun_again and made.is_ready()),
                "PostgreSQL": Target(postgres.kill, lambda: postgres.is_begun_again and made.is_ready()),
            }
            if behind_pgbouncer:
                targets["PgBouncer"] = Target(between.kill, lambda: between.is_begun_again and made.is_ready())
            servers.wait_until(made.is_ready, patience=120)
            yield made
            until_the_end.close()


@contextmanager
def durable_postgres(rest: float) -> Iterator[tuple[Kept, str]]:
    """A PostgreSQL whose commits are on the disk (fsync, synchronous_commit), and the address of a database of it."""
    programs, port = servers.postgres_programs(), servers.free_port()
    with tempfile.TemporaryDirectory(prefix="domino-postgres-") as folder:
        identity = servers.unprivileged(folder)
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        initdb = [programs / "initdb", "-D", f"{folder}/data", *options]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd=folder, **identity)
        durable = ["-c", "fsync=on", "-c", "full_page_writes=on", "-c", "synchronous_commit=on"]
        address = ["-h", "127.0.0.1", "-p", str(port), "-c", "unix_socket_directories="]
        command = [str(programs / "postgres"), "-D", f"{folder}/data", *address, *durable]
        # SIGTERM would wait for its clients to leave.
        how = {"cwd": folder, "stderr": subprocess.DEVNULL, "polite": servers.signal.SIGINT, **identity}
        with Kept(command, rest=rest, **how) as kept:
            url = f"postgres://postgres@127.0.0.1:{port}/postgres"
            servers.wait_until(lambda: servers.accepts_connections(url))
            yield kept, url


@contextmanager
def kept_bouncer(database: str, rest: float) -> Iterator[tuple[Kept, dict[str, str]]]:
    """A PgBouncer before a database, and what a program behind it is told."""
    with tempfile.TemporaryDirectory(prefix="domino-pgbouncer-") as folder:
        made = bouncer(folder, database)
        with Kept(made.command, rest=rest, stderr=subprocess.DEVNULL, **made.how) as kept:
            servers.wait_until(lambda: servers.is_open(made.port))
            yield kept, made.environment


def _redis(port: int, folder: str) -> list[str]:
    return ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
