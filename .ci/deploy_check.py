"""Django's own check of a production installation: settings from the environment, as a server has them."""

import os
import sys
import tempfile

from django.core.management import execute_from_command_line

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "SECRET_KEY": "a-secret-of-fifty-characters-as-a-server-would-have-0123456789",
    "ALLOWED_HOSTS": "domino.example.org",
    "PUBLIC_URL": "https://domino.example.org",
    "HTTPS": "true",
    "DEBUG": "false",
    "STATIC_BUILT": "true",
}

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(PRODUCTION, DATA_DIR=folder)
        sys.path.insert(0, os.getcwd())
        execute_from_command_line(["manage.py", "check", "--deploy", "--fail-level", "WARNING"])
