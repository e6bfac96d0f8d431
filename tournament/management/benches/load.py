"""A hall of readers: hundreds poll the standings while protocols are confirmed, from a process of their own.

The program runs as on a server: gunicorn with two workers, its own data in a folder of its own. Afterwards `wrk` asks
as fast as it can for what is kept, for 304, and for a bare Django view, in turns, so that whatever else the machine
does disturbs all three alike.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

from django.core.management.base import CommandError
from django.urls import reverse

from tournament.audit.services import Author
from tournament.management.aside import database_aside
from tournament.management.server import Size, serving
from tournament.models import Partida, User
from tournament.protocols import services as protocols

from .full_hall import full_hall

HELP = "Hundreds of readers poll the standings while protocols are confirmed; requests a second beside a bare view's."

BARE = "tournament.management.benches.bare"
TURNS, TURN_SECONDS = 5, 2
"""Each kind of answer is asked for so often and so long; the median counts."""
SLOWEST = {"304": 100.0, "200": 500.0}
"""Milliseconds that 99 of 100 answers may take: of those that say “nothing new”, and of changed pages."""
SHARES = {"cached page": 1 / 4, "304": 1 / 3}
"""Of the requests a second of a bare Django view."""


def add_arguments(parser: ArgumentParser) -> None:
    """How large the hall is, and how long it is watched."""
    for name, default, of in (
        ("pairs", 300, "pairs in the standings"),
        ("rounds", 5, "rounds played before"),
        ("readers", 500, "readers"),
        ("every", 5, "seconds from one question of a reader to the next"),
        ("confirm", 100, "protocols confirmed meanwhile"),
        ("seconds", 100, "how long the hall is watched"),
        ("workers", 2, "workers of the server"),
        ("threads", 4, "threads of each worker"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{of} ({default})")


def run(write: Callable[[str], Any], *, pairs: int, rounds: int, **options: Any) -> None:
    """Prints what was measured; an error where a limit isn't kept, or any answer was one."""
    if shutil.which("wrk") is None:
        raise CommandError("wrk is not installed: apt-get install wrk")
    with TemporaryDirectory(prefix="domino-load-") as folder, database_aside(Path(folder) / "domino.sqlite3"):
        tournament, tables = full_hall(pairs, rounds)
        write(f"{pairs} pairs after {rounds} rounds, {len(tables)} signed protocols wait.")
        size = Size(options["workers"], options["threads"])
        with serving("tournament.wsgi", folder, size) as port, serving(BARE, folder, size) as bare:
            path = reverse("public:tournament", args=[tournament.slug])
            _warm(port, path)
            missed = _watched(port, path, tables, write, options)
            missed += _pressed(port, path, bare, write)
    if missed:
        raise CommandError("Not kept: " + "; ".join(missed))


def _warm(port: int, path: str) -> None:
    """Each worker has drawn the page once: what a process does only once isn't what is measured."""
    for each in range(20):
        urlopen(Request(f"http://127.0.0.1:{port}{path}?warm={each}"), timeout=60).read()


# -- the hall ------------------------------------------------------------------------------------------------------


def _watched(
    port: int, path: str, tables: list[Partida], write: Callable[[str], Any], options: dict[str, Any]
) -> list[str]:
    """Readers ask while protocols are confirmed at an even pace; the limits that weren't kept."""
    seconds, script = options["seconds"], Path(__file__).with_name("readers.py")
    how = [str(options[name]) for name in ("readers", "every", "seconds")]
    command = [sys.executable, str(script), str(port), path, *how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as readers:  # noqa: S603 - ourselves
        confirmed = _confirm(tables[: options["confirm"]], seconds)
        said = json.loads(readers.communicate()[0])
    hall = f"{options['readers']} readers, every {options['every']} s for {seconds} s"
    write(f"{hall}; {confirmed} protocols confirmed meanwhile:")
    missed = [f"{said['fault_count']} answers failed: {said['faults']}"] if said["fault_count"] else []
    for status, what in (("304", "nothing new (304)"), ("200", "changed page")):
        times = said["times"].get(status, [])
        if len(times) < 2:
            missed.append(f"no answer {status}")
            continue
        p50, p99 = median(times), quantiles(times, n=100)[98]
        write(f"  {what:18} {len(times):6}  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms  (at most {SLOWEST[status]:.0f})")
        if p99 >= SLOWEST[status]:
            missed.append(f"p99 of {what}: {p99:.0f} ms")
    write(f"  {'errors':18} {said['fault_count']:6}")
    return missed


def _confirm(tables: list[Partida], seconds: float) -> int:
    """Another official confirms these, evenly spread over the first half of the time; how many.

    In that half nearly every question finds news, in the other half none.
    """
    checker = Author(user=User.objects.create_user("checker"))
    began, pause = time.monotonic(), seconds / 2 / max(len(tables), 1)
    for number, partida in enumerate(tables, 1):
        time.sleep(max(0.0, began + number * pause - time.monotonic()))
        protocols.confirm(partida=partida, by=checker)
    return len(tables)


# -- as fast as it goes --------------------------------------------------------------------------------------------


def _pressed(port: int, path: str, bare: int, write: Callable[[str], Any]) -> list[str]:
    """Requests a second of what is kept and of 304, beside a bare view's; the shares that weren't reached."""
    url, plain = f"http://127.0.0.1:{port}{path}", f"http://127.0.0.1:{bare}/"
    with urlopen(Request(url), timeout=60) as answer:
        etag = answer.headers["ETag"]
    asked: dict[str, list[str]] = {
        "bare Django view": [plain],
        "cached page": ["-H", "Accept-Encoding: gzip", url],
        "304": ["-H", f"If-None-Match: {etag}", url],
    }
    measured: dict[str, list[float]] = {what: [] for what in asked}
    for _turn in range(TURNS):
        for what, arguments in asked.items():
            measured[what].append(_wrk(arguments))
    rates = {what: median(found) for what, found in measured.items()}
    for what, rate in rates.items():
        share = rate / rates["bare Django view"]
        limit = f", {share:.2f} of it (at least {SHARES[what]:.2f})" if what in SHARES else ""
        write(f"  {what:18} {rate:6.0f} requests/s{limit}")
    return [what for what, least in SHARES.items() if rates[what] < least * rates["bare Django view"]]


def _wrk(arguments: list[str]) -> float:
    """Requests a second, as wrk counts them, each by a connection of its own; an error where any answer is one.

    Connections that stay are now and then all taken by one of the workers, which then works alone.
    """
    command = ["wrk", "-t1", "-c16", f"-d{TURN_SECONDS}s", "-H", "Connection: close", *arguments]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - fixed
    rate = re.search(r"Requests/sec:\s+([\d.]+)", said)
    if rate is None or "Non-2xx" in said:
        raise CommandError(f"wrk says: {said}")
    return float(rate[1])
