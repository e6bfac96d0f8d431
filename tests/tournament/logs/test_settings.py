"""What the environment makes of the log, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once


def _settings(folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    ask = "from django.conf import settings as s; print(s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_HOST, s.EMAIL_PORT)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings", "DATA_DIR": str(folder), **variables}
    return subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("variables", "mail"),
    [
        ({}, "console None 25"),
        ({"LOG_FORMAT": "json"}, "dummy None 25"),
        (
            {"LOG_FORMAT": "json", "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587"},
            "smtp mail.example.org 587",
        ),
    ],
)
def test_a_server_without_e_mail_writes_no_letter_into_its_log(
    tmp_path: Path, variables: dict[str, str], mail: str
) -> None:
    """A letter names its recipient and the address that opens his request."""
    assert _settings(tmp_path, **{"EMAIL_URL": "", **variables}).stdout.strip() == mail


def test_a_format_that_is_none_is_said(tmp_path: Path) -> None:
    said = _settings(tmp_path, LOG_FORMAT="yaml").stderr.splitlines()[-1]

    assert said == "django.core.exceptions.ImproperlyConfigured: LOG_FORMAT is line or json, not 'yaml'."
