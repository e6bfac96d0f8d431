"""A server of two processes as a federation runs it: its probes, its figures added up, its log."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.db import connection

from tests.services import servers

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-the-one-who-watches"
SERVER = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "tournament.wsgi"]
ASKED = 20


def ask(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as answer:  # noqa: S310 - http
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_two_processes_are_watched_as_one(environment: dict[str, str], redis_url: str, tmp_path: Path) -> None:
    port = servers.free_port()
    log = tmp_path / "log"
    server = {
        **environment,
        "REDIS_URL": redis_url,
        "METRICS_TOKEN": TOKEN,
        "LOG_FORMAT": "json",
        "HTTPS": "true",
        "WEB_CONCURRENCY": "2",
        "BIND": f"127.0.0.1:{port}",
    }
    site = f"http://127.0.0.1:{port}"
    with log.open("wb") as stderr:
        web = subprocess.Popen(SERVER, env=server, cwd=ROOT, stderr=stderr)
        with servers.stopped_at_the_end(web):
            servers.wait_until(lambda: servers.is_open(port), web)
            alive = {ask(f"{site}/healthz") for _number in range(ASKED)}
            ready = ask(f"{site}/readyz")
            # Behind TLS everything else is asked for by https.
            through_proxy = ask(f"{site}/login/", **{"X-Forwarded-Proto": "https", "X-Request-ID": "of-the-proxy"})
            refused = ask(f"{site}/metrics")[0]
            _status, figures = ask(f"{site}/metrics", Authorization=f"Bearer {TOKEN}")

    assert alive == {(200, "alive\n")}
    assert (ready[0], {part["state"] for name, part in json.loads(ready[1]).items() if name != "ready"}) == (
        200,
        {"ready"},
    )
    assert (through_proxy[0], refused) == (200, 404)
    counted = 'domino_requests_total{method="GET",status="200",view="monitoring:healthz"} '
    assert [line for line in figures.splitlines() if line.startswith(counted)] == [f"{counted}{ASKED}.0"]
    if connection.vendor == "postgresql":
        assert 'domino_database_pool{state="most"} 16.0' in figures.splitlines()

    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["path"] for line in lines if line.get("request") == "of-the-proxy"] == ["/login/"]
    assert [line for line in lines if TOKEN in str(line)] == []
