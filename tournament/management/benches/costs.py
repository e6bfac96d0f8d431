"""What is measured in an installation: acts, pages and housekeeping, each with its seconds, queries and memory."""

import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter, process_time
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.utils.crypto import get_random_string

from tournament.audit.chain import verify
from tournament.audit.services import Author
from tournament.backups import databases, store
from tournament.backups.services import open_beside, take
from tournament.draw import services as draw
from tournament.jobs import job, run_queued
from tournament.protocols import services as protocols
from tournament.safety.health import examine
from tournament.standings.queries import table
from tournament.sweeping.services import sweep

from .scene import Scene

REPEATS = 5
"""Each is done so often; the quickest counts, since whatever disturbs it only ever adds."""


@dataclass(frozen=True)
class Cost:
    """Seconds at best, queries, and the most MB that Python held; None where that wasn't looked at."""

    seconds: float
    queries: int
    memory: float | None = None


@dataclass(frozen=True)
class Measured:
    """Something whose cost is measured.

    prepare: makes what one repetition needs, outside the time; its result is given to `work`. once: it takes long, and
    is done once. memory: whether what Python holds meanwhile matters.
    """

    name: str
    work: Callable[[Scene, Any], object]
    prepare: Callable[[Scene], Any] = lambda scene: None
    once: bool = False
    memory: bool = False
    after: Callable[[Any], object] = lambda done: None


def cost_of(measured: Measured, scene: Scene) -> Cost:
    """What it costs in this installation.

    With SQLite all is done in this process, so its processor's time counts, and other work on the machine doesn't; with
    PostgreSQL the clock's.
    """
    now = process_time if connection.vendor == databases.SQLITE else perf_counter
    took, queries = [], 0
    for _time in range(1 if measured.once else REPEATS):
        prepared = measured.prepare(scene)
        with counting() as counted:
            begun = now()
            done = measured.work(scene, prepared)
            took.append(now() - begun)
        measured.after(done)
        queries = counted.count
    return Cost(min(took), queries, _memory(measured, scene) if measured.memory else None)


def _memory(measured: Measured, scene: Scene) -> float:
    """MB; watching makes it slow, so it is done once more for that."""
    prepared = measured.prepare(scene)
    tracemalloc.start()
    try:
        done = measured.work(scene, prepared)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    measured.after(done)
    return peak / 1e6


@dataclass
class Counted:
    """How many statements were sent to the database."""

    count: int = 0


@contextmanager
def counting() -> Iterator[Counted]:
    """Counts what this thread asks of the database."""
    counted = Counted()

    def count(execute: Callable[..., Any], *arguments: Any) -> Any:
        counted.count += 1
        return execute(*arguments)

    with connection.execute_wrapper(count):
        yield counted


# -- acts -----------------------------------------------------------------------------------------------------------


def forget(scene: Scene) -> None:
    """Pages and answers that are kept are drawn anew."""
    for cache in caches.all():
        cache.clear()


def _keep(name: str, *more: object) -> Callable[[Scene], None]:
    """The page was asked for before."""

    def ask(scene: Scene) -> None:
        scene.get(scene.public, name, scene.cup.slug, *more)

    return ask


def page(name: str, *more: object, **asked: str) -> Callable[[Scene, Any], object]:
    return lambda scene, _: scene.get(scene.public, name, scene.cup.slug, *more, **asked)


def _desk(name: str, *more: object, **asked: str) -> Callable[[Scene, Any], object]:
    return lambda scene, _: scene.get(scene.desk, name, scene.cup.slug, *more, **asked)


def save_deal(scene: Scene, prepared: Any) -> None:
    partida, deal = prepared
    by, version = Author(user=scene.officials.writer), partida.protocol.version
    protocols.record_deal(partida=partida, deal=deal, version=version, key=get_random_string(24), by=by)


def confirm(scene: Scene, partida: Any) -> None:
    protocols.confirm(partida=partida, by=Author(user=scene.officials.checker))


def _draw(scene: Scene, _: Any) -> None:
    """Proposed and given up, for the next one; so all but the commit."""
    with transaction.atomic():
        draw.propose_swiss(stage=scene.stage, seed="growth", by=Author(user=scene.officials.organiser))
        transaction.set_rollback(True)


def open_sheet(scene: Scene, prepared: Any) -> object:
    partida, _next = prepared
    return scene.get(scene.referee, "protocols:entry", scene.cup.slug, scene.on.number, partida.table)


def page_of_round(scene: Scene, _: Any) -> object:
    return scene.get(scene.public, "public:round", scene.cup.slug, scene.on.number)


def _tables_by_api(scene: Scene, _: Any) -> object:
    return scene.get(scene.public, "api:tables", scene.cup.slug, scene.on.number)


def _begun(scene: Scene) -> Any:
    forget(scene)
    return scene.on


# -- housekeeping ---------------------------------------------------------------------------------------------------


@job
def nothing() -> None:
    """A job that has nothing to do: what is measured is how it is taken."""


def _restored(scene: Scene, backup: store.Backup) -> Any:
    return open_beside(backup=backup, folder=Path(mkdtemp(prefix="domino-growth-")) / "opened")


def _gone(opened: Any) -> None:
    """What was opened is thrown away."""
    shutil.rmtree(opened.data_dir.parent)
    if connection.vendor == databases.POSTGRESQL:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{opened.database_url.rpartition("/")[2]}" WITH (FORCE)')


def read_figures(scene: Scene, _: Any) -> object:
    answer = scene.public.get("/metrics", headers={"Authorization": f"Bearer {settings.METRICS_TOKEN}"})
    if answer.status_code != 200:
        raise AssertionError("There are no figures.")
    return answer


def _last_backup(scene: Scene) -> store.Backup:
    return (store.stored() or [take(reason="by_hand")])[0]


COSTS = (
    # Before the next round is drawn:
    Measured("a draw proposed", _draw, memory=True),
    Measured("standings reckoned", lambda scene, _: table(scene.stage), memory=True),
    Measured("page of standings, drawn", page("public:standings"), forget, memory=True),
    Measured("page of standings, kept", page("public:standings"), _keep("public:standings")),
    Measured("a search in the entries", page("public:entries", q="петров"), forget),
    Measured("page of an entry", page("public:entry", 1), forget),
    Measured("cross-table by the API", page("api:cross_table", 1), forget),
    Measured("standings by the API", page("api:standings", 1), forget),
    # The round that is on:
    Measured("page of a round", page_of_round, _begun),
    Measured("tables of a round by the API", _tables_by_api, _begun),
    Measured("a saved deal", save_deal, lambda scene: scene.written(1)[0]),
    Measured("a referee's page", open_sheet, lambda scene: scene.written(1)[0]),
    Measured("a confirmed protocol", confirm, lambda scene: scene.signed(1)[0]),
    Measured("the console", _desk("desk:now"), forget),
    Measured("list of protocols", _desk("protocols:list"), forget),
    Measured("a page of the journal", _desk("desk:journal")),
    Measured("a search in the journal", _desk("desk:journal", text="петров")),
    # The installation:
    Measured("list of tournaments", lambda scene, _: scene.get(scene.public, "public:index"), memory=True),
    Measured(
        "tournaments by the API", lambda scene, _: scene.get(scene.public, "api:tournaments"), forget, memory=True
    ),
    Measured("page of a player", lambda scene, _: scene.get(scene.public, "public:player", scene.veteran.pk), forget),
    Measured("desk: my tournaments", lambda scene, _: scene.get(scene.desk, "desk:index")),
    Measured("a job taken and done", lambda scene, _: run_queued(), lambda scene: nothing.delay_on_commit()),
    Measured("/metrics", read_figures),
    Measured("journal verified", lambda scene, _: verify(scene.cup.journal.all()), once=True, memory=True),
    Measured("old rows swept", lambda scene, _: sweep(), once=True),
    Measured("a backup", lambda scene, _: take(reason="by_hand"), once=True, memory=True),
    Measured("a backup opened", _restored, _last_backup, once=True, after=_gone),
    Measured("the doctor", lambda scene, _: examine(), once=True),
)
