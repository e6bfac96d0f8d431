"""Folders of their own for data and backups; databases that were opened are gone at the end."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.DATA_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "files"
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.DATA_DIR.mkdir()
    yield
    if connection.vendor == "postgresql":
        for name in _databases_opened():
            with psycopg.connect(_server(), autocommit=True) as server:
                server.execute(f'DROP DATABASE "{name}"')  # type: ignore[arg-type]


def _server() -> str:
    return "host={HOST} port={PORT} user={USER} dbname=postgres".format(**connection.settings_dict)


def _databases_opened() -> list[str]:
    with psycopg.connect(_server()) as server:
        rows = server.execute("SELECT datname FROM pg_database WHERE datname LIKE 'domino\\_%'").fetchall()
    return [row[0] for row in rows]
