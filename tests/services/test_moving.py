"""A hall's laptop and a federation's server, each with its own database: results go up while there is a net."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.services import servers
from tests.tournament.draw.play import stage_of, swiss_rounds
from tournament.audit.services import Author
from tournament.exchange.queries import dump
from tournament.models import Job, Tournament, Upstream
from tournament.moving import services, tasks

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.services, pytest.mark.once, pytest.mark.django_db(transaction=True)]

GIVE = """
from tournament.models import User
from tournament.moving.services import give_token
print("TOKEN", give_token(name="Hall", by=User.objects.create_superuser("admin"))[1])
"""


class Server:
    """A whole installation beside this one."""

    def __init__(self, folder: Path) -> None:
        self.port = servers.free_port()
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "DATA_DIR": str(folder),
            "LANGUAGE_CODE": "en",
            "BACKUP_HOURS": "0",
        }

    def command(self, *arguments: str) -> str:
        ran = [sys.executable, "manage.py", *arguments]
        return subprocess.run(ran, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True).stdout

    @contextmanager
    def running(self) -> Iterator[None]:
        command = [sys.executable, "-m", "gunicorn", "--log-level", "warning"]
        process = subprocess.Popen(
            [*command, "--bind", f"127.0.0.1:{self.port}", "tournament.wsgi"], cwd=ROOT, env=self.environment
        )
        with servers.stopped_at_the_end(process):
            servers.wait_until(lambda: servers.is_open(self.port), process)
            yield

    def standings(self) -> object:
        """As any program reads them there."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/tournaments/cup/standings") as answer:
            return json.load(answer)["rows"]


def test_results_go_up_whole_once_and_after_a_pause(tmp_path: Path, settings: Settings) -> None:
    settings.WEBHOOKS_PRIVATE, settings.DATA_DIR = True, tmp_path
    server = Server(tmp_path / "server")
    server.command("migrate", "--verbosity", "0")
    token = server.command("shell", "--no-imports", "-c", GIVE).rpartition("TOKEN ")[2].strip()
    stage = stage_of(6)
    cup = stage.tournament
    Tournament.objects.filter(pk=cup.pk).update(is_public=True)
    swiss_rounds(stage, 1)
    upstream = services.name_upstream(
        tournament=cup, url=f"http://127.0.0.1:{server.port}/receive/", token=token, by=Author()
    )

    # No net yet: it waits.
    tasks.push(upstream.pk)
    upstream.refresh_from_db()
    assert (upstream.version, bool(upstream.problem)) == (None, True)
    with server.running():
        tasks.push(upstream.pk)
        upstream.refresh_from_db()
        cup.refresh_from_db()
        assert (upstream.version, upstream.problem) == (cup.version, "")
        assert services.push(upstream=upstream) is None
    # The net is gone again, and the hall plays on.
    swiss_rounds(stage, 1, seed="2")
    with server.running():
        tasks.push(upstream.pk)
        assert Upstream.objects.get().version == Tournament.objects.get(pk=cup.pk).version
    there = json.loads(server.command("dump_tournament", "cup", "--unsigned"))
    assert there == dump(Tournament.objects.get(pk=cup.pk))
    # One look waits, however often it was looked.
    assert Job.objects.filter(task=tasks.push.name).count() == 1
