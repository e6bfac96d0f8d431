"""Whatever a form does is one transaction: all of it is written or nothing. Watched in every test of the program.

Most tests run inside a transaction of their own; the outermost block of the program is the first one inside that.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import connection

WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(tournament_\w+)"')
ASIDE = {
    # An account that is logged in, seen, or has given a wrong code: of no tournament, and before or after the act.
    "tournament_signin",
    "tournament_user",
}


@contextmanager
def watched(told: list[str]) -> Iterator[None]:
    """Adds to `told` each request that wrote in more than one transaction, with the tables of each."""
    transactions: dict[Any, list[str]] = {}
    asked: list[str] = []

    def begun(environ: dict[str, Any], **_: Any) -> None:
        asked[:] = [f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"]
        transactions.clear()

    def done(**_: Any) -> None:
        if asked and len(transactions) > 1:
            told.append(f"{asked[0]}: {' | '.join(', '.join(tables) for tables in transactions.values())}")
        asked.clear()

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        own = [block for block in connection.atomic_blocks if not block._from_testcase]
        try:
            result = execute(sql, params, many, context)
        except Exception:
            # All of it is undone, and may be done once more.
            transactions.pop(own[0] if own else None, None)
            raise
        found = WRITES.match(sql)
        if asked and found and found[1] not in ASIDE:
            # A statement outside of any block is a transaction of its own.
            transactions.setdefault(own[0] if own else len(transactions), []).append(found[1])
        return result

    request_started.connect(begun)
    request_finished.connect(done)
    try:
        with connection.execute_wrapper(look):
            yield
    finally:
        request_started.disconnect(begun)
        request_finished.disconnect(done)
