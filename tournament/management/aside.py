"""A database aside: work that must leave the user's data alone is done there, in all threads of the process."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import environ
import psycopg
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.utils import load_backend
from psycopg import sql

OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
"""As in the settings: what is measured here is what an organiser waits for."""


@contextmanager
def database_aside(path: Path | None = None) -> Iterator[None]:
    """An empty SQLite file in place of the program's own database; at the end it is gone.

    path: where it is to lie for others who read it; then it is theirs to remove.
    """
    with TemporaryDirectory(prefix="domino-aside-") as folder, _own_put_back():
        go_aside(path or Path(folder) / "aside.sqlite3")
        yield


@contextmanager
def server_aside(server: str) -> Iterator[str]:
    """An empty database on a PostgreSQL server in place of the program's own; at the end it is gone.

    server: the address of any database there, `postgres://…`, by an account that may make others. Gives the address
    of the new one, for other processes. Raises CommandError where that can't be.
    """
    name = f"domino_aside_{token_hex(4)}"
    _tell(server, sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'").format(sql.Identifier(name)))
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    try:
        with _own_put_back():
            _go_to(environ.Env.db_url_config(url) | {"OPTIONS": {}, "CONN_MAX_AGE": 0})
            yield url
    finally:
        _tell(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def same_engine_aside() -> Iterator[None]:
    """An empty database of the engine that the program uses; with PostgreSQL on the same server."""
    aside = database_aside() if connection.vendor == "sqlite" else server_aside(environ.Env().str("DATABASE_URL"))
    with aside:
        yield


def go_aside(path: Path) -> None:
    """A new SQLite file in place of the program's own database, from now on.

    The program's own isn't asked for anything, whatever it is, and needn't even run.
    """
    _go_to({"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": OPTIONS})


@contextmanager
def _own_put_back() -> Iterator[None]:
    own, settings = connections[DEFAULT_DB_ALIAS], connections.settings[DEFAULT_DB_ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = own
        connections.settings[DEFAULT_DB_ALIAS] = settings


def _go_to(settings: Mapping[str, Any]) -> None:
    own = connections[DEFAULT_DB_ALIAS].settings_dict
    aside = own | dict(settings)
    # Of these, other threads make theirs.
    connections.settings[DEFAULT_DB_ALIAS] = aside
    connections[DEFAULT_DB_ALIAS] = load_backend(aside["ENGINE"]).DatabaseWrapper(aside)
    call_command("migrate", verbosity=0)


def _tell(server: str, statement: sql.Composed) -> None:
    try:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(statement)
    except psycopg.Error as error:
        raise CommandError(f"The database server can't be used: {str(error).splitlines()[0]}") from error
