"""Django's `migrate`, after a backup of what is there; and once for SQLite the switch to write-ahead logging.

With that readers never wait for a writer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as MigrateCommand
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament.backups.services import take
from tournament.phrases import Refused


class Command(MigrateCommand):
    def add_arguments(self, parser: Any) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="change the database without a backup before")

    def handle(self, *args: Any, **options: Any) -> str | None:
        if options["database"] == DEFAULT_DB_ALIAS and not options.get("no_backup") and _has_data_to_change():
            self._back_up()
        connection = connections[options["database"]]
        if connection.vendor == "postgresql":
            with _directly(connection), connection.cursor() as cursor:
                # A large table may take longer than any request is given; a lock isn't waited for any longer.
                cursor.execute("SET statement_timeout = 0")
                return super().handle(*args, **options)
        outcome = super().handle(*args, **options)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
        return outcome

    def _back_up(self) -> None:
        try:
            folder = take(reason="update").folder
        except Refused as refusal:
            raise CommandError(
                _("Nothing is changed, for no backup could be made before: %(why)s (--no-backup goes on without one)")
                % {"why": refusal}
            ) from None
        self.stderr.write(_("Backup before the database is brought up to date: %(folder)s") % {"folder": folder})


@contextmanager
def _directly(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """To PostgreSQL itself where PgBouncer stands before it: what a connection is told then holds for nobody else."""
    if not settings.DATABASE_DIRECT:
        yield
        return
    ours = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict |= settings.DATABASE_DIRECT
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict |= ours


def _has_data_to_change() -> bool:
    """Whether there are migrations to come, and rows that they could spoil: an empty database needs no backup."""
    if "tournament_tournament" not in connection.introspection.table_names():
        return False
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM tournament_tournament LIMIT 1")
        return cursor.fetchone() is not None
