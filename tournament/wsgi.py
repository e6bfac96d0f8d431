"""The door for a WSGI server: `gunicorn tournament.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()

from tournament import jobs  # noqa: E402 - its models need Django to be set up

jobs.start()
