"""Processes that are started again whenever they end, as systemd does it by the units of deploy/systemd."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from tests.services.servers import PATIENCE

# What systemd does with a socket that it keeps open: it's the third file, and the process is told that it is meant.
HANDED_ON = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); "
    "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1'); os.execv(sys.argv[2], sys.argv[2:])"
)


class Kept:
    """A command that runs until the end of the block; whatever ends it, it is begun again after a rest.

    rest: seconds, RestartSec in a unit. polite: the signal that asks it to stop. how: further arguments of Popen.
    starts: how often it was begun.
    """

    def __init__(
        self, command: Sequence[str], *, rest: float, polite: signal.Signals = signal.SIGTERM, **how: Any
    ) -> None:
        self.command, self.rest, self.polite, self.how = command, rest, polite, how
        self.starts, self._killed, self._ending = 0, 0, False

    def __enter__(self) -> Self:
        self._start()
        self._keeper = threading.Thread(target=self._keep, daemon=True)
        self._keeper.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ending = True
        self.process.send_signal(self.polite)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self._kill_rest()
        self._keeper.join(PATIENCE)

    def kill(self) -> None:
        """SIGKILL to its first process; what is left of it then is killed, too, as systemd does."""
        self._killed = self.starts
        os.kill(self.process.pid, signal.SIGKILL)

    @property
    def is_begun_again(self) -> bool:
        """Whether it was begun since it was killed: for a moment what is left of it still answers."""
        return self.starts > self._killed

    def children(self) -> list[int]:
        """The processes that it has begun."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return list(map(int, found.read_text().split())) if found.exists() else []

    def _start(self) -> None:
        self.process = subprocess.Popen(self.command, start_new_session=True, **self.how)
        self.starts += 1

    def _keep(self) -> None:
        while True:
            self.process.wait()
            self._kill_rest()
            if self._ending:
                return
            time.sleep(self.rest)
            if self._ending:
                return
            self._start()

    def _kill_rest(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


def kept_at_a_socket(door: socket.socket, command: Sequence[str], **how: Any) -> Kept:
    """A server whose port stays open while it is started again: who asks in that moment waits (domino-web.socket)."""
    handed_on = [sys.executable, "-c", HANDED_ON, str(door.fileno()), *command]
    return Kept(handed_on, pass_fds=[door.fileno()], **how)


def kill_one_child(kept: Kept) -> Callable[[], None]:
    """Kills one of the processes that a kept one has begun, another each time."""

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.kill(kept.children()[-1], signal.SIGKILL)

    return kill
