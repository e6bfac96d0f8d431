"""The program behind deploy/pgbouncer: a connection is lent for a transaction, and nothing told to it stays on it.

That a hall writes through it while it is killed: `test_faults.py`.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests.services import servers
from tests.services.bouncer import bouncer
from tests.services.test_promises_of_the_database import ON_POSTGRESQL, asked
from tournament.management.aside import server_aside

# It has a PostgreSQL of its own, whichever database the tests use.
pytestmark = [pytest.mark.services, pytest.mark.once, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def environment(postgres_url: str, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """What a process is told that works behind a PgBouncer with one connection: each is lent what another had."""
    with ExitStack() as until_the_end:
        folder, data = (until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="domino-")) for _ in range(2))
        until_the_end.enter_context(django_db_blocker.unblock())
        try:
            made = bouncer(folder, until_the_end.enter_context(server_aside(postgres_url)), connections=1)
        except servers.Missing as missing:
            pytest.skip(str(missing))
        process = subprocess.Popen(made.command, stderr=subprocess.DEVNULL, **made.how)
        until_the_end.enter_context(servers.stopped_at_the_end(process, servers.signal.SIGINT))
        servers.wait_until(lambda: servers.is_open(made.port), process)
        own = {"DJANGO_SETTINGS_MODULE": "tournament.settings", "DATA_DIR": data, "REDIS_URL": ""}
        yield os.environ | own | made.environment


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def lent(environment: dict[str, str], name: str) -> str:
    """How a setting stands on the connection that whoever comes next is lent."""
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        return str(connection.execute(f"SHOW {name}").fetchone()[0])


def test_its_role_tells_each_connection_what_the_program_promises(environment: dict[str, str]) -> None:
    assert asked(ON_POSTGRESQL, environment) == ON_POSTGRESQL


def test_a_backup_goes_past_it(environment: dict[str, str], tmp_path: Path) -> None:
    """`pg_dump` tells its connection to find no table by its bare name, and only then begins its transaction.

    So it doesn't ask PgBouncer for anything, and needn't even find it.
    """
    away = urlsplit(environment["DATABASE_URL"])
    url = away._replace(netloc=f"{away.username}:{away.password}@127.0.0.1:{servers.free_port()}").geturl()
    code = f"import pathlib; from tournament.backups.databases import dump; dump(pathlib.Path({str(tmp_path)!r}))"

    manage(environment | {"DATABASE_URL": url}, "shell", "--no-imports", "--command", code)

    assert [file.name for file in tmp_path.iterdir()] == ["database.pgdump"]


def test_a_migration_goes_past_it(environment: dict[str, str]) -> None:
    """It has as long as it takes; a page that is lent a connection afterwards hasn't."""
    manage(environment, "migrate", "--no-backup")

    assert lent(environment, "statement_timeout") == "30s"


def test_the_doctor_warns_where_nothing_says_what_is_past_it(environment: dict[str, str]) -> None:
    code = "from tournament.safety.health import database; print([each.code for each in database()])"
    said = [
        manage(environment | {"DATABASE_DIRECT": direct}, "shell", "--no-imports", "--command", code).split()[-1]
        for direct in (environment["DATABASE_DIRECT"], "")
    ]
    assert said == ["[]", "['database.not_direct']"]
