"""How a database is copied while it is in use, and opened anew: SQLite by `VACUUM INTO`, PostgreSQL by `pg_dump`."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from tournament.phrases import Refused

SQLITE, POSTGRESQL = "sqlite", "postgresql"
FILES = {SQLITE: "database.sqlite3", POSTGRESQL: "database.pgdump"}
"""What the copy is called in a backup, by vendor."""

PATIENCE = 3600
"""Seconds that pg_dump and pg_restore may take."""


def dump(folder: Path) -> Path:
    """A whole and checked copy of the database in use, as it is at this moment, in a folder.

    What isn't committed yet isn't in it. Raises Refused where that fails: no space, no pg_dump.
    """
    target = folder / FILES[connection.vendor]
    if connection.vendor == SQLITE:
        _vacuum_into(Path(str(connection.settings_dict["NAME"])), target)
    else:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}", _name())
    check(target)
    return target


def check(copy: Path) -> None:
    """Raises Refused unless the copy of a database can be read from its first page to its last."""
    if copy.suffix == ".pgdump":
        # Restored into nothing: all of it is read and unpacked.
        _run("pg_restore", "--file=/dev/null", str(copy))
        return
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as database:
            (said,) = database.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Refused("backup.damaged", file=copy.name, reason=str(error)) from error
    if said != "ok":
        raise Refused("backup.damaged", file=copy.name, reason=said)


def restore(copy: Path, folder: Path, name: str) -> str:
    """Open the copy as a new database; returns its DATABASE_URL without the password.

    SQLite: `domino.sqlite3` in that folder, where the program looks for it. PostgreSQL: a database of that name on the
    server in use, which mustn't be there yet.
    """
    if copy.suffix == ".pgdump":
        return _restore_postgresql(copy, name)
    target = folder / "domino.sqlite3"
    shutil.copyfile(copy, target)
    with closing(sqlite3.connect(target)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    return f"sqlite:///{target}"


def _vacuum_into(source: Path, target: Path) -> None:
    # A connection of its own: it may not stand within a transaction, and disturbs none.
    try:
        with closing(sqlite3.connect(source, timeout=60)) as database:
            database.execute("VACUUM INTO ?", [str(target)])
    except sqlite3.Error as error:
        raise Refused("backup.failed", reason=str(error)) from error


def _restore_postgresql(copy: Path, name: str) -> str:
    if connection.vendor != POSTGRESQL:
        raise Refused("backup.needs_postgresql")
    _run("createdb", "--template=template0", "--encoding=UTF8", name)
    try:
        _run("pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", f"--dbname={name}", str(copy))
    except Refused:
        _run("dropdb", "--if-exists", name)
        raise
    said = connection.settings_dict
    return f"postgres://{said['USER']}@{said['HOST'] or 'localhost'}:{said['PORT'] or 5432}/{name}"


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def program(name: str) -> str | None:
    """Where one of PostgreSQL's own programs is; None where it isn't installed."""
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(newest[-1]) if newest else shutil.which(name)


def _run(name: str, *arguments: str) -> None:
    found = program(name)
    if found is None:
        raise Refused("backup.no_program", program=name)
    done = subprocess.run(  # noqa: S603 - fixed programs, arguments of our own
        [found, *arguments],
        env=_environment(connection.settings_dict | settings.DATABASE_DIRECT),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        # Lines that are set in explain the one before them.
        said = [line for line in done.stderr.splitlines() if line.strip() and not line[0].isspace()]
        raise Refused("backup.failed", reason=said[-1] if said else name)


def _environment(said: Mapping[str, Any]) -> dict[str, str]:
    """Where the server is, for its programs: a password is never an argument that others could read."""
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {**os.environ, **{name: str(said[key]) for name, key in names.items() if said.get(key)}}
