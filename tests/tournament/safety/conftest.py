"""Folders of their own for data and backups."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "var"
    settings.MEDIA_ROOT = tmp_path / "var" / "files"
    settings.BACKUP_DIR = tmp_path / "backups"
    (tmp_path / "var" / "files").mkdir(parents=True)
