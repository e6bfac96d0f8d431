"""The door for a WSGI server: `gunicorn tournament.wsgi`."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()
# Python lets a thread work for 5 ms before another gets a turn, and a short answer needs several turns. While a page is
# drawn beside its readers, that would make forty answers a second of two thousand.
sys.setswitchinterval(0.0005)

from tournament import jobs  # noqa: E402 - its models need Django to be set up
from tournament.backups.tasks import start as backup_when_due  # noqa: E402 - as above
from tournament.sweeping.tasks import start as sweep_when_due  # noqa: E402 - as above

jobs.start()
backup_when_due()
sweep_when_due()
