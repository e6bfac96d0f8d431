"""Settings of the tests: the program's own, with nothing left behind on the disk and no thread of its own.

Each process has its own folder, so that parallel runs don't meet. `DATABASE_URL` chooses the database.
"""

import atexit
import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="domino-tests-")
atexit.register(_folder.cleanup)
os.environ["DATA_DIR"] = _folder.name

from tournament.settings import *  # noqa: E402, F403 - the folder must be named first
from tournament.settings import CACHES, DATA_DIR, DATABASES  # noqa: E402 - as above

SECRET_KEY = "only-for-tests"
LANGUAGE_CODE = "en"
ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A test says when its jobs are done: `run_queued()`. The thread has tests of its own.
JOBS_THREAD = False
# Each client of a test begins the program anew, and would look for all static files; they have tests of their own.
WHITENOISE_USE_FINDERS = False
# Tests change rows behind the services' back, which no version tells; pages that are kept have tests of their own.
CACHES["pages"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
# A file, since the in-memory database has no WAL and locks otherwise between threads.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    # The data are thrown away: no need to wait for a disk.
    DATABASES["default"]["OPTIONS"] |= {"init_command": "PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;"}
else:
    # The pool would keep connections to the test database open that has to be dropped.
    DATABASES["default"]["OPTIONS"] = {}
