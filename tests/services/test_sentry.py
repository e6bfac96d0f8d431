"""An error is told to the Sentry that is named, without what opens a door; without its package nothing starts."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import brotli
import pytest

pytestmark = [pytest.mark.services, pytest.mark.once]

ROOT = Path(__file__).resolve().parents[2]
# The database has no tables, so each page fails, and really.
FAIL = """
from wsgiref.util import setup_testing_defaults
from django.core.wsgi import get_wsgi_application
asked = {"PATH_INFO": "/table/Zq7secret/", "QUERY_STRING": "next=Zq7secret", "HTTP_HOST": "testserver"}
asked |= {"HTTP_X_REQUEST_ID": "of-the-request", "HTTP_AUTHORIZATION": "Bearer Zq7secret", "HTTP_COOKIE": "a=Zq7secret"}
setup_testing_defaults(asked)
answer = get_wsgi_application()(asked, lambda status, headers: print(status))
b"".join(answer)
answer.close()
import sentry_sdk
sentry_sdk.flush(30)
"""


@contextmanager
def sentry() -> Iterator[tuple[str, list[bytes]]]:
    """A server that keeps what it is sent; gives its DSN."""
    received: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append({"gzip": gzip.decompress, "br": brotli.decompress}[self.headers["Content-Encoding"]](body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            """Nothing on the terminal."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", received
        server.shutdown()


def run(program: str, dsn: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    variables = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "SENTRY_DSN": dsn,
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/empty.sqlite3",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, text=True, check=False)


def test_an_error_is_told_without_what_opens_a_door(tmp_path: Path) -> None:
    with sentry() as (dsn, received):
        done = run(FAIL, dsn, tmp_path)
    assert done.stdout == "500 Internal Server Error\n"

    sent = [json.loads(line) for body in received for line in body.splitlines()]
    [event, *_more] = [line for line in sent if "exception" in line]
    request: dict[str, Any] = event["request"]
    assert request == {"method": "GET", "url": "http://testserver/table/…/"}
    assert event["exception"]["values"][-1]["type"] == "OperationalError"
    assert event["tags"]["request_id"] == "of-the-request"
    assert "Zq7secret" not in json.dumps(sent)


def test_without_the_package_it_says_what_to_do(tmp_path: Path) -> None:
    """A program that were silent about its errors would be worse than one that doesn't start."""
    without = "import sys; sys.modules['sentry_sdk'] = None\nimport django; django.setup()"
    done = run(without, "http://key@127.0.0.1:9/1", tmp_path)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "django.core.exceptions.ImproperlyConfigured: SENTRY_DSN is set, but its package is not installed: "
        "pip install sentry-sdk (or take SENTRY_DSN away)."
    )
