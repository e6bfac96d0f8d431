"""Bad moments, made for real: another who holds the lock, a full database, one that may not be written, a deadlock."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import psycopg
from django.db import OperationalError, connection
from django.utils import timezone

from tests.factories import TournamentFactory
from tournament.models import AuditRecord

PATIENCE = 30.0


def beside() -> Any:
    """A connection to the database of the test that Django knows nothing of."""
    said = connection.settings_dict
    if connection.vendor == "sqlite":
        return sqlite3.connect(said["NAME"], isolation_level=None, check_same_thread=False)
    named = {"host": said["HOST"], "port": said["PORT"], "user": said["USER"], "dbname": said["NAME"]}
    return psycopg.connect(**{name: value for name, value in named.items() if value}, autocommit=True)


@contextmanager
def somebody_writes(slug: str) -> Iterator[None]:
    """A transaction of another that doesn't end; who waits for it gives up after a moment and not after 8 or 20 s."""
    impatient = "PRAGMA busy_timeout = 100" if connection.vendor == "sqlite" else "SET lock_timeout = '100ms'"
    with connection.cursor() as cursor:
        cursor.execute(impatient)
    other = beside()
    if connection.vendor == "sqlite":
        other.execute("BEGIN IMMEDIATE")
    else:
        other.execute("BEGIN")
        other.execute("SELECT 1 FROM tournament_tournament WHERE slug = %s FOR UPDATE", [slug])
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
        connection.close()


@contextmanager
def full_database() -> Iterator[None]:
    """No room for another row: SQLite by its own limit; PostgreSQL has none, so its refusal is raised by a trigger."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
            _fill_up()
        else:
            cursor.execute(REFUSING.format(code="53100"))
            cursor.execute(TRIGGER)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1000000" if connection.vendor == "sqlite" else UNDONE)


def _fill_up() -> None:
    """Another's journal takes what room there is left in the pages of the journal."""
    other, number = TournamentFactory(slug="another"), count(1)
    for letters in (2000, 200, 20, 0):
        with suppress(OperationalError):
            while True:
                data = {"reason": "x" * letters}
                record = AuditRecord(tournament=other, number=next(number), at=timezone.now(), data=data)
                AuditRecord.objects.bulk_create([record])


REFUSING = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '{code}'; END $$
"""
TRIGGER = "CREATE TRIGGER no_room BEFORE INSERT ON tournament_auditrecord EXECUTE FUNCTION no_room()"
UNDONE = "DROP FUNCTION no_room() CASCADE"


@contextmanager
def read_only_database() -> Iterator[None]:
    """As a replica, or a file on a disk that was mounted read-only: everything can be read and nothing written."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if sqlite else "SET default_transaction_read_only = on")
    try:
        yield
    finally:
        connection.close()


@contextmanager
def slow_database() -> Iterator[None]:
    """PostgreSQL: a statement takes longer than it may, as on a machine that has too much to do."""

    def slow(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        what = ("SELECT pg_sleep(30)", None) if sql.startswith("INSERT") else (sql, params)
        return execute(*what, many, context)

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = '500ms'")
    try:
        with connection.execute_wrapper(slow):
            yield
    finally:
        connection.close()


@contextmanager
def in_the_way(slug: str) -> Iterator[None]:
    """PostgreSQL: another holds the protocol, and wants the tournament as soon as the request waits for it.

    The request finds the deadlock, since the other looks for one later; so the request is given up.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET deadlock_timeout = '50ms'")
    other = beside()
    other.execute("SET deadlock_timeout = '60s'")
    other.execute("BEGIN")
    other.execute("SELECT 1 FROM tournament_protocol FOR UPDATE")
    thread = threading.Thread(target=_want_the_tournament, args=(other, slug))
    thread.start()
    try:
        yield
    finally:
        thread.join(PATIENCE)
        connection.close()


def _want_the_tournament(other: Any, slug: str) -> None:
    watch, deadline = beside(), time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if watch.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
            break
        time.sleep(0.02)
    other.execute("SELECT 1 FROM tournament_tournament WHERE slug = %s FOR UPDATE", [slug])
    for each in (other, watch):
        each.execute("ROLLBACK")
        each.close()


@contextmanager
def deadlock_told(times: int) -> Iterator[None]:
    """What PostgreSQL says to who is given up, so often, at the last statement of an act: where none can be had."""
    left = [times]

    def give_up(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if left[0] and sql.startswith('INSERT INTO "tournament_auditrecord"'):
            left[0] -= 1
            raise OperationalError("deadlock detected") from psycopg.errors.DeadlockDetected("deadlock detected")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(give_up):
        yield


@contextmanager
def failing_at_the_last_write() -> Iterator[None]:
    """No room for the last thing that an act writes: the version of its tournament, after everything else."""

    def no_room(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith('UPDATE "tournament_tournament" SET "version"'):
            raise OperationalError("database or disk is full") from psycopg.errors.DiskFull("no space")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(no_room):
        yield
