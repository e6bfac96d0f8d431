"""Servers that live as long as the run, started by the first test that asks for one."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import kombu.pools
import pytest
from django.db import connection
from pytest_django import Settings

from tests.services import servers
from tournament.jobs import broker


def _or_skip(server: AbstractContextManager[str]) -> Iterator[str]:
    try:
        with server as url:
            yield url
    except servers.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    yield from _or_skip(servers.redis())


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    yield from _or_skip(servers.postgres())


def database_url() -> str:
    """The database of the running test, for a process beside it."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return "postgres://{USER}@{HOST}:{PORT}/{name}".format(**connection.settings_dict, name=name)


@pytest.fixture
def environment(transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """What a process of the program needs to work on the database of the test."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path / "var"),
        "JOBS_THREAD": "true",
        "REDIS_URL": "",
        # A backup by schedule would be one more job.
        "BACKUP_HOURS": "0",
    }


@pytest.fixture
def use_redis(settings: Settings) -> Iterator[Callable[[str], None]]:
    """Points this process at a Redis, as `REDIS_URL` does when a server starts."""

    def use(url: str) -> None:
        settings.REDIS_URL = url
        broker.app.conf.broker_url = url

    yield use
    # What a new process does: it forgets the connections of another.
    kombu.pools.reset()
    broker.app._after_fork()


@pytest.fixture
def redis(redis_url: str, use_redis: Callable[[str], None]) -> str:
    """A Redis that this process uses, too, with nothing waiting in it."""
    use_redis(redis_url)
    broker.app.control.purge()
    return redis_url
