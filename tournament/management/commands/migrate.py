"""Django's `migrate`, after a backup of what is there; and once for SQLite the switch to write-ahead logging.

With that readers never wait for a writer.
"""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as MigrateCommand
from django.db import DEFAULT_DB_ALIAS, connection, connections
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
            with connection.cursor() as cursor:
                # A large table may take longer than any request is given; a lock isn't waited for any longer.
                cursor.execute("SET statement_timeout = 0")
        outcome = super().handle(*args, **options)
        if connection.vendor == "sqlite":
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
