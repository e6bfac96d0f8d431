"""Files of strangers are taken apart behind a fence: in a process of its own with little memory and little time.

Parsers of PDFs and workbooks unpack what they are told to; a few kilobytes unfold into gigabytes, or into work without
end. Behind the fence that ends the process that reads the file, and nobody else's. It gets no secret: neither the
environment of the program nor its database, and it can write no file.
"""

import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

MEMORY = 768 * 1024 * 1024
"""Bytes of addresses that the process may have; the libraries take a third of it."""
SECONDS = 10
"""Of work, on a processor."""
PATIENCE = 30.0
"""Seconds by the clock until it is given up, on a machine that has much else to do."""
AT_ONCE = 2
"""So many files are taken apart at a time by one process of the program; who comes later waits for his turn."""

_turns = threading.BoundedSemaphore(AT_ONCE)


class Fenced(Exception):
    """The file was too much for the limits, or what reads it broke; the words are for the log."""


def behind(function: str, data: bytes) -> bytes:
    """What a function of ours, named as `module:name`, makes of the bytes of a stranger. Raises Fenced."""
    if not _turns.acquire(timeout=PATIENCE):
        raise Fenced("no turn came")
    try:
        done = subprocess.run(  # noqa: S603 - this very program; what is from outside is its input
            [sys.executable, "-m", "tournament.fence", function, str(MEMORY), str(SECONDS)],
            input=data,
            cwd=Path(__file__).resolve().parent.parent,
            env={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Fenced(f"more than {PATIENCE:.0f} seconds") from None
    finally:
        _turns.release()
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Fenced(f"ended with {done.returncode}: {words[-1] if words else 'no word'}"[:300])
    return done.stdout


def _limit(memory: int, seconds: int) -> None:
    # Not on every system; where it is missing, the time by the clock remains.
    try:
        import resource
    except ImportError:
        return
    for what, most in (("AS", memory), ("CPU", seconds), ("FSIZE", 0), ("CORE", 0)):
        resource.setrlimit(getattr(resource, f"RLIMIT_{what}"), (most, most))


def _main(function: str, memory: str, seconds: str) -> None:
    module, _colon, name = function.partition(":")
    do = getattr(import_module(module), name)
    _limit(int(memory), int(seconds))
    sys.stdout.buffer.write(do(sys.stdin.buffer.read()))


if __name__ == "__main__":
    _main(*sys.argv[1:])
