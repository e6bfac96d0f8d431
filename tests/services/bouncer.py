"""PgBouncer as deploy/ configures it, before a PostgreSQL that a test has begun."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.services import servers

DEPLOY = Path(__file__).resolve().parents[2] / "deploy" / "pgbouncer"
PASSWORD = "of-the-role"


@dataclass(frozen=True)
class Bouncer:
    """command, how: with what Popen begins it. port: where it listens. environment: what the program is told."""

    command: list[str]
    how: Mapping[str, Any]
    port: int
    environment: dict[str, str]


def bouncer(folder: str, database: str, connections: int = 20) -> Bouncer:
    """A PgBouncer with its files in a folder of its own; the role of the program is made and told what it needs.

    database: its address on PostgreSQL itself, as whoever may make roles there. connections: how many it lends. Raises
    Missing where it isn't installed.
    """
    program = shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if program is None:
        raise servers.Missing("pgbouncer is not installed: apt-get install pgbouncer")
    direct, port = urlsplit(database), servers.free_port()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE domino SUPERUSER LOGIN PASSWORD '{PASSWORD}'")
        connection.execute((DEPLOY / "role.sql").read_text(encoding="utf-8").encode())
    places = {
        "port=5432": f"port={direct.port}",
        "listen_port = 6432": f"listen_port = {port}",
        "/etc/pgbouncer/userlist.txt": f"{folder}/userlist.txt",
        "default_pool_size = 20": f"default_pool_size = {connections}",
    }
    text = (DEPLOY / "pgbouncer.ini").read_text(encoding="utf-8")
    for ours, here in places.items():
        assert ours in text, ours
        text = text.replace(ours, here)
    (Path(folder) / "pgbouncer.ini").write_text(text, encoding="utf-8")
    (Path(folder) / "userlist.txt").write_text(f'"domino" "{PASSWORD}"\n', encoding="utf-8")
    told = {
        "DATABASE_URL": f"postgres://domino:{PASSWORD}@127.0.0.1:{port}{direct.path}",
        "DATABASE_POOL": "0",
        "DATABASE_DIRECT": f"127.0.0.1:{direct.port}",
    }
    # It refuses to be root, as PostgreSQL does.
    return Bouncer([program, f"{folder}/pgbouncer.ini"], servers.unprivileged(folder), port, told)
