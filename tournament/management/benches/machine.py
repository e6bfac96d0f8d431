"""On what something was measured: the lines that stand above the figures of each document."""

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.utils import timezone

PARTS = ("Django", "gunicorn", "celery", "psycopg")


def described(*more: str) -> str:
    """When, on which machine, and with what; more: versions of servers."""
    parts = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in PARTS)]
    parts += [f"SQLite {sqlite3.sqlite_version}", *more]
    return (
        f"Measured on {timezone.now():%Y-%m-%d} with version {settings.VERSION}, on {os.cpu_count()} cores of "
        f"{_processor()} with {_memory():.0f} GB, {platform.system()} {platform.release()}; {', '.join(parts)}."
    )


def _processor() -> str:
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _memory() -> float:
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemTotal"):
            return int(line.split()[1]) / 1024**2
    return 0.0


def _lines(file: str) -> list[str]:
    path = Path(file)
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
