"""What a connection of the program is set to, in a process as it is served: durability, and how long anybody waits."""

import json
import subprocess
import sys
from collections.abc import Iterable

import pytest
from django.db import connection

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

ASK = """
import json, django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    said = {}
    for name in NAMES:
        cursor.execute(("PRAGMA " if connection.vendor == "sqlite" else "SHOW ") + name)
        said[name] = str(cursor.fetchone()[0])
print(json.dumps(said))
"""
# `synchronous` 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
ON_SQLITE = {"synchronous": "2", "busy_timeout": "20000", "foreign_keys": "1"}
ON_POSTGRESQL = {
    "synchronous_commit": "on",
    "lock_timeout": "8s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "1min",
}


def asked(names: Iterable[str], environment: dict[str, str]) -> dict[str, str]:
    """How these settings stand on a connection of a process that is told this."""
    command = [sys.executable, "-c", ASK.replace("NAMES", repr(list(names)))]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    said: dict[str, str] = json.loads(answer.stdout.splitlines()[-1])
    return said


def test_what_was_answered_as_written_is_on_the_disk_and_nobody_waits_for_ever(environment: dict[str, str]) -> None:
    promised = ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL

    assert asked(promised, environment) == promised
