"""A database aside: work that must leave the user's data alone is done there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
"""As in the settings: what is measured here is what an organiser waits for."""


@contextmanager
def database_aside(path: Path | None = None) -> Iterator[None]:
    """An empty SQLite file in place of the program's own database, for this thread; at the end it is gone.

    path: where it is to lie for others who read it; then it is theirs to remove.
    """
    own = connections[DEFAULT_DB_ALIAS]
    with TemporaryDirectory(prefix="domino-aside-") as folder:
        try:
            go_aside(path or Path(folder) / "aside.sqlite3")
            yield
        finally:
            connections[DEFAULT_DB_ALIAS].close()
            connections[DEFAULT_DB_ALIAS] = own


def go_aside(path: Path) -> None:
    """A new SQLite file in place of the program's own database, for this thread, from now on.

    The program's own isn't asked for anything, whatever it is, and needn't even run.
    """
    own = connections[DEFAULT_DB_ALIAS].settings_dict
    settings = own | {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": OPTIONS}
    connections[DEFAULT_DB_ALIAS] = DatabaseWrapper(settings)
    call_command("migrate", verbosity=0)
