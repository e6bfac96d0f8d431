"""The whole program on a machine that goes wrong: a disk that is full, one that is read-only, a clock that jumps.

A laptop's installation, with SQLite, on a disk of its own of a few megabytes, and a phone at table 1.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.pages import browser_of
from tests.services import servers
from tests.tournament.protocols.sheets import DEALS, posted, protocol_with

ROOT = Path(__file__).parents[2]
SHEET = "/desk/cup/protocols/1/1/"
DISK = "12m"
pytestmark = [pytest.mark.services, pytest.mark.once, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def disk() -> Iterator[Path]:
    """A disk of its own, small enough to be filled."""
    with tempfile.TemporaryDirectory(prefix="domino-disk-") as name:
        folder = Path(name)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", name], capture_output=True)
        if mounted.returncode:
            pytest.skip("Only root may mount a disk that can be filled: run the tests as root.")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


class Installation:
    """A process of the program with a database and files on that disk, and a referee's phone."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, servers.free_port()
        self.database = folder / "domino.sqlite3"
        referee = browser_of(protocol_with().partida.round.tournament, "referee")
        self.cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in referee.cookies.items())
        _copy(Path(connection.settings_dict["NAME"]), self.database)

    def environment(self, **more: str) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "SECRET_KEY": "only-for-tests",
            "DATA_DIR": str(self.folder),
            "DATABASE_URL": f"sqlite:///{self.database}",
            "LANGUAGE_CODE": "en",
            "BACKUP_HOURS": "0",
            **more,
        }

    @contextmanager
    def running(self, program: str = "tournament.wsgi", **more: str) -> Iterator[None]:
        command = [sys.executable, "-m", "gunicorn", "--log-level", "warning", "--worker-class", "gthread"]
        process = subprocess.Popen(
            [*command, "--bind", f"127.0.0.1:{self.port}", program], cwd=ROOT, env=self.environment(**more)
        )
        with servers.stopped_at_the_end(process):
            servers.wait_until(lambda: servers.is_open(self.port), process)
            yield

    def ask(self, path: str, fields: dict[str, Any] | None = None, accept: str = "text/html") -> tuple[int, str]:
        """Status and text of an answer; fields: what is sent with it."""
        token = "x" * 32
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode() if fields else None
        cookies = f"{self.cookies}; csrftoken={token}"
        headers = {"Cookie": cookies, "Accept": accept, "Accept-Language": "en"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - its own server, over http
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def send(self, number: int) -> tuple[int, str]:
        """A deal from the phone; its key is its number."""
        fields = posted(DEALS[number], version=number, key=f"k{number}")
        status, said = self.ask(SHEET, fields, "application/json")
        return status, json.loads(said).get("detail", "")

    def written(self) -> list[str]:
        with closing(sqlite3.connect(self.database)) as there:
            return [row[0] for row in there.execute("SELECT key FROM tournament_deal ORDER BY number")]


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=WAL")


def fill(folder: Path) -> Path:
    """To the last byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (100_000, 1_000, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


def test_a_full_disk_is_said_what_is_there_can_be_read_and_with_room_all_goes_on(disk: Path) -> None:
    hall = Installation(disk)
    with hall.running():
        assert hall.send(0) == (201, "")
        filler = fill(disk)
        # What room SQLite has kept for itself in its log is used up by deals that are written.
        answers = [hall.send(1)]
        assert answers == [
            (503, "The server's disk is full. Tell the administrator: he has to make room. Nothing was written.")
        ]
        assert hall.ask(SHEET)[0] == 200
        assert json.loads(hall.ask("/readyz")[1])["disk"]["state"] == "disk.full"
        filler.unlink()
        assert [hall.send(number)[0] for number in (1, 1, 2)] == [201, 200, 201]
    assert hall.written() == ["k0", "k1", "k2"]


def remounted(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def test_a_disk_that_is_read_only_is_said_and_nothing_is_lost(disk: Path) -> None:
    """A disk with errors is mounted so by the system: the program begins all the same, and says what is wrong."""
    hall = Installation(disk)
    with hall.running():
        assert hall.send(0) == (201, "")
    remounted(disk, "ro")
    with hall.running():
        away = "The server's database can't be reached at the moment. Nothing was written."
        assert (hall.send(1), hall.ask(SHEET)[0], hall.ask("/")[0]) == ((503, away), 503, 503)
        assert json.loads(hall.ask("/readyz")[1])["disk"]["state"] == "folder.closed"
    remounted(disk, "rw")
    with hall.running():
        assert hall.send(1) == (201, "")
    assert hall.written() == ["k0", "k1"]


def test_a_clock_that_jumps_neither_loses_nor_reorders_anything(tmp_path: Path) -> None:
    """An hour forwards, then two back, while the program runs; nobody is logged out, no deal is refused."""
    hall, clock = Installation(tmp_path), tmp_path / "clock"
    clock.write_text("0")
    with hall.running("tests.services.jumping", CLOCK_FILE=str(clock)):
        assert hall.send(0) == (201, "")
        clock.write_text("3600")
        assert (hall.send(1)[0], hall.ask(SHEET)[0]) == (201, 200)
        clock.write_text("-3600")
        assert [hall.send(number)[0] for number in (1, 2)] == [200, 201]
        assert hall.ask(SHEET)[0] == 200
    with closing(sqlite3.connect(hall.database)) as there:
        moments = [row[0] for row in there.execute("SELECT at FROM tournament_auditrecord ORDER BY number")]
    assert hall.written() == ["k0", "k1", "k2"]
    # The clock has jumped indeed; the order is that of the numbers, and the chain holds.
    assert moments[2] < moments[0] < moments[1]
    verified = [sys.executable, "manage.py", "verify_journal", "cup"]
    subprocess.run(verified, cwd=ROOT, env=hall.environment(), stdout=subprocess.DEVNULL, check=True)
