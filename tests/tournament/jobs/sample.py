"""Tasks for the tests of jobs; workers in other processes import them by name, so they stand in a module."""

import time
from pathlib import Path

from django.db import OperationalError

from tournament.jobs import job, report_progress


@job
def write_line(path: str, line: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


@job
def take_time(path: str, seconds: float) -> None:
    write_line(path, "begun")
    time.sleep(seconds)
    write_line(path, "ended")


@job
def fail(table: int) -> None:
    raise ValueError(f"Table {table} has no protocol.")


@job
def take_all_memory() -> None:
    bytearray(1 << 56)


@job
def lose_the_database() -> None:
    raise OperationalError("the connection is closed")


@job
def do_three_of_eight() -> None:
    report_progress(3, 8)
    raise RuntimeError("stopped after three")


def lines(path: str | Path) -> list[str]:
    """What tasks have written so far."""
    path = Path(path)
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
