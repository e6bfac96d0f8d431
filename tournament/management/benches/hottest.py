"""Which queries a hall asks most in a minute, and whether the database finds what they ask for without reading all.

Each kind of request is made once, what it asks of the database is noted down, and counts as often as a full hall makes
such requests in a minute: 68 tables, one deal in two minutes at each, 500 readers.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from tournament.audit.services import Author
from tournament.jobs import run_queued
from tournament.protocols import services as protocols

from .costs import confirm, forget, nothing, open_sheet, page, page_of_round, read_figures, save_deal
from .scene import Scene

TEN = 10
SEVERAL = re.compile(r"\((%s, )+%s\)")
NOT_ASKED = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "EXPLAIN", "SET ")


SETTINGS = {
    **{f"enable_{way}": "off" for way in ("seqscan", "hashjoin", "mergejoin", "bitmapscan", "material", "memoize")},
    "cpu_tuple_cost": "1000",
    "cpu_index_tuple_cost": "1000",
}
"""PostgreSQL asked for the plan that reads the fewest rows: in small tables it would read all of them."""


@dataclass
class Query:
    """A statement, with one set of values that it was asked with, and how often a hall asks it in a minute."""

    sql: str
    values: Any
    times: float = 0.0

    def plan(self) -> list[str]:
        """How the database finds what is asked for: a line for each table, as SQLite or PostgreSQL says it."""
        return list(_postgresql(self) if connection.vendor == "postgresql" else _sqlite(self))

    @property
    def reads_all(self) -> list[str]:
        """The lines of the plan that read a whole table, or a whole index of one."""
        return [line for line in self.plan() if READS_ALL.match(line)]

    @property
    def sorts(self) -> list[str]:
        """The lines of the plan that sort what was found."""
        return [line for line in self.plan() if line.startswith(("USE TEMP B-TREE", "Sort"))]


# What stands in the statement itself, and parts of it that were found already, are no tables.
READS_ALL = re.compile(r"SCAN (?!CONSTANT|\d+ CONSTANT|\()|Seq Scan|Index (Only )?Scan \S+ without a condition")


def _sqlite(query: Query) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.values)
        yield from (said for *_place, said in cursor.fetchall())


def _postgresql(query: Query) -> Iterator[str]:
    """Asked for a plan that looks each row up, however few rows there are as yet."""
    with connection.cursor() as cursor:
        for name, value in SETTINGS.items():
            cursor.execute(f"SET {name} = {value}")
        try:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {query.sql}", query.values)
            (said,) = cursor.fetchone()
        finally:
            for name in SETTINGS:
                cursor.execute(f"RESET {name}")
    yield from _steps((json.loads(said) if isinstance(said, str) else said)[0]["Plan"])


def _steps(step: dict[str, Any]) -> Iterator[str]:
    kind, table = step["Node Type"], step.get("Relation Name", "")
    if table and kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in step:
        yield f"{kind} {table} without a condition: {step['Index Name']}"
    elif table or kind in ("Sort", "Incremental Sort"):
        yield " ".join(filter(None, (kind, table, step.get("Index Name", ""))))
    for below in step.get("Plans", ()):
        yield from _steps(below)


@dataclass
class Asked:
    """What was asked of the database, each statement once."""

    queries: dict[str, Query] = field(default_factory=dict)

    @contextmanager
    def noting(self, times: float) -> Iterator[None]:
        """Notes what this thread asks; each counts so often a minute."""

        def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
            if not many and not sql.startswith(NOT_ASKED):
                shape = SEVERAL.sub("(%s, …)", sql)
                self.queries.setdefault(shape, Query(sql, values)).times += times
            return execute(sql, values, many, context)

        with connection.execute_wrapper(note):
            yield


Request = Callable[[Scene, Any], object]


def _unchanged(scene: Scene, etag: Any) -> None:
    answer = scene.public.get(f"/t/{scene.cup.slug}/", headers={"If-None-Match": etag})
    if answer.status_code != 304:
        raise AssertionError(f"Something is new: {answer.status_code}")


def _etag(scene: Scene) -> str:
    return str(scene.public.get(f"/t/{scene.cup.slug}/").headers["ETag"])


def _once_more(scene: Scene) -> Any:
    forget(scene)
    return None


def _entered(scene: Scene, partida: Any) -> None:
    """What becomes of a whole sheet at the table: it is sent back, entered and signed again."""
    by = Author(user=scene.officials.writer)
    protocols.reopen(partida=partida, by=by, reason="miscounted")
    partida.protocol.refresh_from_db()
    protocols.enter(partida=partida, version=partida.protocol.version, by=by)
    protocols.sign(partida=partida, seats=[1, 2, 3, 4], by=by)


def _one_job(scene: Scene) -> None:
    run_queued()
    nothing.delay_on_commit()


_written: Callable[[Scene], Any] = lambda scene: scene.written(1)[0]  # noqa: E731 - a name for what two lines need
_signed: Callable[[Scene], Any] = lambda scene: scene.signed(1)[0]  # noqa: E731 - as above

HALL: tuple[tuple[float, Request, Callable[[Scene], Any]], ...] = (
    # 500 readers ask every five seconds; most is unchanged. A page of each kind is drawn anew every five seconds.
    (6000, _unchanged, _etag),
    (12, page("public:tournament"), _once_more),
    (12, page("public:standings"), _once_more),
    (12, page_of_round, _once_more),
    (12, page("hall:screen"), _once_more),
    (60, page("public:entry", 1), _once_more),
    (60, page("hall:my_table", 1), _once_more),
    (20, page("public:entries"), _once_more),
    # 68 referees: a page and a deal in two minutes each, and a sheet in half an hour.
    (34, open_sheet, _written),
    (34, save_deal, _written),
    (3, _entered, _signed),
    (3, confirm, _signed),
    # Five officials at the desk, whose pages renew themselves.
    (20, lambda scene, _: scene.get(scene.desk, "desk:now", scene.cup.slug), _once_more),
    (4, lambda scene, _: scene.get(scene.desk, "protocols:list", scene.cup.slug), _once_more),
    (1, lambda scene, _: scene.get(scene.desk, "desk:journal", scene.cup.slug), _once_more),
    # Whoever comes by, and other programs.
    (10, lambda scene, _: scene.get(scene.public, "public:index"), _once_more),
    (2, lambda scene, _: scene.get(scene.public, "public:player", scene.veteran.pk), _once_more),
    (4, lambda scene, _: scene.get(scene.public, "api:tournaments"), _once_more),
    (6, page("api:standings", 1), _once_more),
    (4, read_figures, _once_more),
    # Each worker looks for work four times a minute.
    (8, lambda scene, _: run_queued(), _one_job),
)
"""How often a minute a hall makes a request, the request, and what has to be there before."""


def asked_in_a_minute(scene: Scene) -> list[Query]:
    """All statements that a hall asks of the database, the most frequent first."""
    asked = Asked()
    # Nobody logs in meanwhile.
    scene.get(scene.referee, "desk:now", scene.cup.slug)
    scene.get(scene.desk, "desk:now", scene.cup.slug)
    for times, request, prepare in HALL:
        prepared = prepare(scene)
        with asked.noting(times):
            request(scene, prepared)
    return sorted(asked.queries.values(), key=lambda query: (-query.times, query.sql))


def hottest(scene: Scene) -> list[Query]:
    """The ten that are asked most."""
    return asked_in_a_minute(scene)[:TEN]
