"""/healthz and /readyz: each part is really taken away, and said by a word."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.services.servers import free_port
from tournament.safety import health

ALL_READY = {"database": "ready", "broker": "ready", "cache": "ready", "disk": "ready", "clock": "ready"}


def _asked(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get(reverse("monitoring:readyz"))
    said: dict[str, Any] = answer.json()
    assert said.pop("ready") is (answer.status_code == 200)
    assert [part["ms"] >= 0 for part in said.values()] == [True] * 5
    return answer.status_code, {name: part["state"] for name, part in said.items()}


def test_who_lives_says_so_and_asks_nobody(client: Client) -> None:
    """Without the mark for the database: a query would be an error."""
    answer = client.get(reverse("monitoring:healthz"))

    assert (answer.status_code, answer.content, answer["Content-Type"]) == (
        200,
        b"alive\n",
        "text/plain; charset=utf-8",
    )


@pytest.mark.django_db(transaction=True)
def test_what_is_ready_says_so_for_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(2):
        assert _asked(client) == (200, ALL_READY)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_gone(client: Client, tmp_path: Path) -> None:
    connection.close()
    said = connection.settings_dict
    before = dict(said)
    # A folder cannot be opened as a database; nobody listens at a free port.
    said |= {"NAME": str(tmp_path)} if connection.vendor == "sqlite" else {"HOST": "127.0.0.1", "PORT": free_port()}
    try:
        assert _asked(client) == (503, {**ALL_READY, "database": "database.away", "clock": "database.away"})
    finally:
        connection.close()
        said.update(before)


@pytest.mark.django_db(transaction=True)
def test_a_redis_that_is_away_and_the_cache_in_it(client: Client, settings: Settings) -> None:
    url = f"redis://:Zq7secret@127.0.0.1:{free_port()}/0"
    settings.REDIS_URL = url
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "tournament.redis_cache.RedisCache", "LOCATION": url},
    }
    answer = client.get(reverse("monitoring:readyz"))

    assert _asked(client) == (503, {**ALL_READY, "broker": "broker.away", "cache": "cache.away"})
    assert b"Zq7secret" not in answer.content


@pytest.mark.django_db(transaction=True)
def test_a_folder_in_which_nothing_can_be_written(client: Client, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.MEDIA_ROOT = tmp_path / "file" / "papers"

    assert _asked(client) == (503, {**ALL_READY, "disk": "folder.closed"})


@pytest.mark.django_db(transaction=True)
def test_a_disk_with_too_little_space(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE", 10**18)

    assert _asked(client) == (503, {**ALL_READY, "disk": "disk.full"})


@pytest.mark.parametrize("name", ["healthz", "readyz", "metrics"])
def test_only_asking_is_allowed(client: Client, name: str) -> None:
    assert client.post(reverse(f"monitoring:{name}")).status_code == 405
