"""docs/security.md names for each danger a test that is there; and what a server's settings make of cookies."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def _lines() -> list[str]:
    """The rows of tables that name tests in their last cell."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    tables = [block.splitlines() for block in re.findall(r"(?:^\|.*\n)+", text, re.M)]
    return [line for table in tables if table[0].rstrip(" |").endswith("shown by") for line in table[2:]]


def test_each_danger_names_a_test_that_shows_it() -> None:
    assert len(_lines()) > 40
    assert [line for line in _lines() if not NAMED.search(line.rsplit("|", 2)[1])] == []


def test_each_test_that_is_named_is_there() -> None:
    named = {found for line in _lines() for found in NAMED.findall(line)}
    missing = [
        f"{file}::{name}"
        for file, name in sorted(named)
        if not (ROOT / "tests" / file).exists()
        or not re.search(rf"^def {name}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.M)
    ]
    assert missing == []


ASKED = """
import json
from django.conf import settings
names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE",
         "CSRF_COOKIE_SAMESITE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS",
         "DEBUG", "SILENCED_SYSTEM_CHECKS")
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


def test_a_server_sends_its_cookies_by_https_alone(tmp_path: Path) -> None:
    """The profile of a server (`HTTPS=true`); `check --deploy` finds nothing and silences nothing (`make check`)."""
    server = {"HTTPS": "true", "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=ROOT,
        env={**os.environ, **server},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout.splitlines()[-1]) == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SAMESITE": "Lax",
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "DEBUG": False,
        "SILENCED_SYSTEM_CHECKS": [],
    }
