"""The program in a process whose clock is ahead by as many seconds as a file says: it jumps when that is written.

libfaketime would do it for any program, but for Python's: `time.sleep` fails under it (0.9.10, Python 3.11).
"""

import os
import time
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

_now, _seconds = timezone.now, time.time


def _ahead() -> float:
    return float(Path(os.environ["CLOCK_FILE"]).read_text(encoding="ascii"))


timezone.now = lambda: _now() + timedelta(seconds=_ahead())
time.time = lambda: _seconds() + _ahead()

from tournament.wsgi import application  # noqa: E402, F401 - the clock first
