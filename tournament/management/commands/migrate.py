"""Django's `migrate`, and once for SQLite the switch to write-ahead logging: readers never wait for a writer."""

from typing import Any

from django.core.management.commands.migrate import Command as MigrateCommand
from django.db import connections


class Command(MigrateCommand):
    def handle(self, *args: Any, **options: Any) -> str | None:
        outcome = super().handle(*args, **options)
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA journal_mode=WAL")
        return outcome
