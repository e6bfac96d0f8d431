"""The door for a WSGI server: `gunicorn tournament.wsgi`."""

import gc
import os
import sys

from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()
# Python lets a thread work for 5 ms before another gets a turn, and a short answer needs several turns: while a page is
# drawn, its readers would wait. With turns of half a millisecond much of the time goes on changing between threads.
sys.setswitchinterval(0.002)

from tournament import jobs  # noqa: E402 - its models need Django to be set up
from tournament.backups.tasks import start as backup_when_due  # noqa: E402 - as above
from tournament.sweeping.tasks import start as sweep_when_due  # noqa: E402 - as above

jobs.start()
backup_when_due()
sweep_when_due()

# The lines above have asked the database, in a thread that makes no answers. SQLite's log is written back to its file
# when the last connection is closed, and one that is set aside never would be.
connections.close_all()
# All that the program consists of stays for good. Looking through it for what nobody needs any more would make an
# answer wait for a tenth of a second now and then; so it is set aside, with the views, which the first request loads.
get_resolver().url_patterns  # noqa: B018 - to be loaded
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 5)
