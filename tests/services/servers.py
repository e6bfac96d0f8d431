"""Real servers for tests: each on a free port of its own, with its own data, stopped and wiped at the end."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

PATIENCE = 30.0
"""Seconds that a server may take to start or to stop."""


class Missing(Exception):
    """The machine lacks a server; the message names it and says how to get it."""


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """A Redis that keeps nothing, on the given port or any free one; gives its URL."""
    program = shutil.which("redis-server")
    if program is None:
        raise Missing("redis-server is not installed: apt-get install redis-server")
    port = port or free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="domino-redis-") as folder:
        process = subprocess.Popen([program, *options, "--dir", folder], stdout=subprocess.DEVNULL)
        with stopped_at_the_end(process):
            wait_until(lambda: is_open(port), process)
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def postgres() -> Iterator[str]:
    """An empty PostgreSQL cluster; gives the URL of its database `postgres`."""
    programs = postgres_programs()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="domino-postgres-") as folder:
        identity = unprivileged(folder)
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        initdb = [programs / "initdb", "-D", f"{folder}/data", *options]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd=folder, **identity)
        # The data are thrown away: no need to wait for a disk.
        fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        address = ["-h", "127.0.0.1", "-p", str(port), "-c", "unix_socket_directories="]
        process = subprocess.Popen(
            [programs / "postgres", "-D", f"{folder}/data", *address, *fast],
            cwd=folder,
            stderr=subprocess.DEVNULL,
            **identity,
        )
        # SIGTERM would wait for its clients to leave.
        with stopped_at_the_end(process, signal.SIGINT):
            url = f"postgres://postgres@127.0.0.1:{port}/postgres"
            wait_until(lambda: accepts_connections(url), process)
            yield url


def postgres_programs() -> Path:
    """The folder of initdb and postgres: Debian keeps them off the path, one folder a version."""
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    on_path = shutil.which("initdb")
    if on_path:
        candidates.append(Path(on_path))
    if not candidates:
        raise Missing("postgresql is not installed: apt-get install postgresql")
    return candidates[-1].parent


def unprivileged(folder: str) -> dict[str, object]:
    """Who PostgreSQL is to run as: it refuses root, so that root lends it a folder and another name."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_open(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def accepts_connections(url: str) -> bool:
    """Whether PostgreSQL has started: its port is open a while before that."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def wait_until(
    ready: Callable[[], bool], process: "subprocess.Popen[bytes] | None" = None, patience: float = PATIENCE
) -> None:
    """Returns when `ready` says yes; raises RuntimeError when it takes too long or the process has ended."""
    deadline = time.monotonic() + patience
    while not ready():
        if process is not None and process.poll() is not None:
            raise RuntimeError(f"{process.args} ended with status {process.returncode}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"Waited {patience:.0f} s in vain")
        time.sleep(0.05)


@contextmanager
def stopped_at_the_end(process: "subprocess.Popen[bytes]", polite: signal.Signals = signal.SIGTERM) -> Iterator[None]:
    """Ends the process when the block ends, however that happens, politely first."""
    try:
        yield
    finally:
        process.send_signal(polite)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kills a process that leads a group, and all its children, as a power cut would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
