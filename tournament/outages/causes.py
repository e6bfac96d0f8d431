"""Which exceptions are bad moments of the machine, and which."""

import errno
import sqlite3
from dataclasses import dataclass
from typing import Any

from django.db import Error, InterfaceError, OperationalError

AWAY, SLOW, BUSY, COLLIDED, DISK_FULL, READ_ONLY, NO_MEMORY = (
    "away",
    "slow",
    "busy",
    "collided",
    "disk_full",
    "read_only",
    "no_memory",
)

RETRY_AFTER = {AWAY: 10, SLOW: 10, BUSY: 5, COLLIDED: 2, DISK_FULL: 60, READ_ONLY: 60, NO_MEMORY: 10}
"""Seconds after which asking again may help; while the disk is full, not before somebody has made room."""

# https://www.postgresql.org/docs/current/errcodes-appendix.html; by class where all of a class is alike.
SQLSTATES = {
    "40001": COLLIDED,
    "40P01": COLLIDED,
    "55P03": BUSY,
    "57014": SLOW,
    "25P03": SLOW,
    "53100": DISK_FULL,
    "53200": NO_MEMORY,
    "53300": BUSY,
    "25006": READ_ONLY,
}
SQLSTATE_CLASSES = {"08": AWAY, "57": AWAY, "58": AWAY}
# https://www.sqlite.org/rescode.html; the primary code is the lowest byte.
SQLITE_CODES = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_NOMEM: NO_MEMORY,
}
ERRNOS = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EIO: AWAY,
    errno.ENOMEM: NO_MEMORY,
    errno.EMFILE: BUSY,
    errno.ENFILE: BUSY,
}


@dataclass(frozen=True)
class Outage:
    """A bad moment: its code, and what the machine said, for the log.

    unsure: whether something may have been written all the same, since the word of it was lost.
    """

    code: str
    said: str
    unsure: bool = False

    @property
    def retry_after(self) -> int:
        return RETRY_AFTER[self.code]


def outage_in(error: BaseException | None) -> Outage | None:
    """The bad moment that an exception tells of; None: it's something else, such as a fault of the program."""
    code: str | None = None
    unsure = False
    if isinstance(error, Error):
        code = _of_database(error)
        # A file that can't be opened has taken nothing; of a connection that broke nobody knows what it has carried.
        unsure = code == AWAY and not hasattr(error.__cause__, "sqlite_errorcode")
    elif isinstance(error, OSError):
        code = ERRNOS.get(error.errno or 0)
    elif isinstance(error, MemoryError):
        code = NO_MEMORY
    said = (str(error).strip().splitlines() or [""])[0]
    return Outage(code, f"{type(error).__name__}: {said}", unsure) if code else None


def _of_database(error: Error) -> str | None:
    """By the code of the database itself, which Django keeps as the cause."""
    cause: Any = error.__cause__ or error
    if (state := getattr(cause, "sqlstate", None)) is not None:
        return SQLSTATES.get(state) or SQLSTATE_CLASSES.get(state[:2])
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return SQLITE_CODES.get(code & 0xFF)
    # Without a code: no connection could be had, or it broke.
    return AWAY if isinstance(error, OperationalError | InterfaceError) else None
