"""What `celery -A tournament` looks for. Nothing else imports this: without Redis there is no Celery."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from tournament.jobs.broker import app  # noqa: E402 - the models behind it need Django to be set up

__all__ = ["app"]
