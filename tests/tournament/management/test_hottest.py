"""What a hall asks of the database in a minute is found by indices, however many tournaments there have been."""

import re
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from pytest_django import Settings

from tournament.management.benches.hottest import TEN, Query, asked_in_a_minute
from tournament.management.benches.scene import Scene, Size

MANY = 20
"""So many tournaments are in the installation."""
ORDERED_AT_ONCE = 8
"""PostgreSQL's `join_collapse_limit`: beyond so many tables, what a subquery finds is looked at last."""
IN_ORDER = ("tournament_public", "document_queued")
"""Indices of a part of their table, read from the beginning: a page of public tournaments, and what is counted."""


@pytest.fixture
def scene(db: None, settings: Settings, tmp_path: Path) -> Scene:
    settings.MEDIA_ROOT, settings.METRICS_TOKEN = tmp_path, "growth"
    found = Scene(Size(tournaments=MANY, pairs=12, rounds=2), deals=96 * MANY, most=MANY)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return found


def reads_all(queries: list[Query]) -> list[str]:
    """PostgreSQL reads all of a table that has hardly any rows, whatever there is; SQLite plans without knowing.

    So of PostgreSQL only those say something of which a tournament has many: tables, seats, deals, acts, papers.
    """
    apart = IN_ORDER if connection.vendor == "sqlite" else (*IN_ORDER, *tables_of_few())
    return [
        f"{line}: {query.sql}"
        for query in queries
        for line in query.reads_all
        if not any(re.search(rf"\b{name}\b", line) for name in apart)
    ]


def tables_of_few() -> list[str]:
    models = apps.get_app_config("tournament").get_models()
    return [model._meta.db_table for model in models if model._default_manager.count() < 4 * MANY]


@pytest.mark.slow
def test_a_hall_reads_no_whole_table_and_its_ten_hottest_queries_sort_nothing(scene: Scene) -> None:
    """Rows of one table come in the order in which its index has them. What is put together from several tables, or for
    several sheets at once, is sorted when it has been found: no index has that order.
    """
    asked = asked_in_a_minute(scene)
    hottest = asked[:TEN]

    assert len(asked) > 100, "the hall has hardly asked anything"
    assert [query.times for query in hottest] == sorted((query.times for query in asked), reverse=True)[:TEN]
    assert reads_all(asked) == []
    assert [
        query.sql for query in asked if query.sql.count(" JOIN ") >= ORDERED_AT_ONCE and "(SELECT" in query.sql
    ] == []
    alone = [query for query in hottest if " JOIN " not in query.sql and "IN (%s," not in query.sql]
    assert len(alone) >= 2, "hardly any of them is about one table"
    assert [f"{line}: {query.sql}" for query in alone for line in query.sorts] == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM tournament_deal WHERE recorded_at > %s",
        "SELECT count(*) FROM tournament_deal WHERE recorded_at > %s",
        "SELECT * FROM tournament_seat JOIN tournament_deal ON protocol_id = tournament_seat.id WHERE recorded_at > %s",
    ],
)
def test_a_query_without_an_index_is_found_out(db: None, monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MANY", 0)

    assert reads_all([Query(sql, ["2026-01-01T00:00:00Z"])]) != []


def test_a_query_without_an_order_of_its_own_is_found_out(db: None) -> None:
    query = Query("SELECT * FROM tournament_deal WHERE protocol_id = %s ORDER BY recorded_at", [1])

    assert len(query.sorts) == 1
