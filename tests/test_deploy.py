"""What a server is made of fits the program, and is understood by those who read it."""

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from tournament.jobs.delivery import QUEUES

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"


def test_the_example_has_every_setting_and_no_other() -> None:
    code = (ROOT / "tournament" / "settings.py").read_text(encoding="utf-8")
    read = re.findall(r"\benv\.[a-z_]+\(\s*\"([A-Z_0-9]+)\"", code)
    example = re.findall(r"^#?([A-Z_0-9]+)=", (DEPLOY / ".env.example").read_text(encoding="utf-8"), re.M)

    assert sorted(example) == sorted(set(read))


@pytest.mark.parametrize(
    ("pool", "most", "cursors_off"),
    [(None, 16, False), ("4", 4, False), ("0", None, True)],
)
def test_connections_are_kept_unless_something_else_keeps_them(
    pool: str | None, most: int | None, cursors_off: bool, tmp_path: Path
) -> None:
    """Behind PgBouncer a connection is lent for a transaction: nothing may stay open on the server after it."""
    environment = {"DATABASE_URL": "postgres://domino@db/domino", "DATA_DIR": str(tmp_path), "PATH": os.defpath}
    said = subprocess.run(
        [sys.executable, "-c", "import json; from tournament.settings import *; print(json.dumps(DATABASES))"],
        cwd=ROOT,
        env=environment | ({"DATABASE_POOL": pool} if pool else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    database = json.loads(said.stdout)["default"]

    options = database["OPTIONS"]

    assert (options.get("pool", {}).get("max_size"), database["DISABLE_SERVER_SIDE_CURSORS"]) == (most, cursors_off)
    # Settings of a session would go on with whoever is lent the connection next.
    assert ("options" in options) is (most is not None)


def test_each_setting_of_the_example_is_explained() -> None:
    lines = (DEPLOY / ".env.example").read_text(encoding="utf-8").splitlines()
    setting = re.compile(r"^#?[A-Z_0-9]+=")
    bare = [
        line
        for before, line in pairwise(lines)
        if setting.match(line) and not setting.match(before) and not before.startswith("# ")
    ]
    assert bare == []


def test_there_is_a_worker_for_each_queue() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    in_compose = [re.search(r"--queues (\w+)", str(each.get("command", ""))) for each in services.values()]
    in_readme = re.findall(r"domino-worker@(\w+)", (DEPLOY / "README.md").read_text(encoding="utf-8"))

    assert tuple(sorted(found[1] for found in in_compose if found)) == QUEUES
    assert tuple(sorted(set(in_readme) - {"documents.service"})) == QUEUES


def test_what_compose_mounts_and_builds_is_there() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    mounted = [volume.split(":")[0] for each in services.values() for volume in each.get("volumes", ())]

    assert [path for path in mounted if path.startswith("./") and not (DEPLOY / path).is_file()] == []
    assert (DEPLOY / services["web"]["build"]["context"] / services["web"]["build"]["dockerfile"]).is_file()


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed: apt-get install systemd"
)
def test_systemd_understands_its_units(tmp_path: Path) -> None:
    """With programs that are there: it looks for them."""
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text(encoding="utf-8")
        (tmp_path / unit.name).write_text(re.sub(r"/opt/domino/current/\.venv/bin/\w+", "/bin/true", text))
    (tmp_path / "domino-worker@.service").rename(tmp_path / "domino-worker@documents.service")
    units = sorted(tmp_path.iterdir())
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units]
    said = subprocess.run(verify, capture_output=True, text=True, check=False)

    assert (said.stderr, said.returncode) == ("", 0)
