"""The papers of a round by real workers: a killed one and a Redis that goes away lose nothing and double nothing.

`make papers` does the same with a full hall and as long as it takes in life: 300 tables, a Redis that is away for a
minute, and jobs of dead workers that are found by themselves.
"""

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.services import servers, workers
from tests.tournament.documents.conftest import Cup, make_cup
from tournament.audit.services import Author
from tournament.documents import batches, tasks
from tournament.jobs import broker
from tournament.models import AuditRecord, Batch, Document, Job

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLES = int(os.environ.get("PAPERS", "30"))
"""Of the round in whose middle a worker is killed."""
AWAY = float(os.environ.get("REDIS_AWAY", "0"))
"""Seconds for which Redis is away; none in the usual run, in which a minute without a sign of life isn't waited for."""
PATIENCE = 240.0 + 10 * TABLES
"""Seconds for a round's papers on a busy machine."""


@pytest.fixture
def files(environment: dict[str, str], settings: Settings) -> Path:
    """The folder of the workers' files, which this process uses, too."""
    settings.MEDIA_ROOT = Path(environment["DATA_DIR"]) / "files"
    return settings.MEDIA_ROOT


def a_round_of(tables: int) -> Cup:
    cup = make_cup()
    for _table in range(tables - 1):
        cup.add_table()
    return cup


def order(cup: Cup) -> Batch:
    """As the view does it; its author is a chief referee, so nothing waits for an approval."""
    with transaction.atomic():
        batch = batches.order(round_=cup.round, language="en", by=Author(cup.organiser))
        tasks.issue_batch.delay_once_on_commit(batch.pk)
    return batch


def ready() -> int:
    return Document.objects.filter(state="ready").count()


def assert_each_is_there_once(cup: Cup, tables: int, files: Path) -> None:
    """One paper for each table, one file for each paper, one seal in the journal for each file."""
    papers = list(Document.objects.order_by("protocol__partida__table"))
    assert [paper.protocol and paper.protocol.partida.table for paper in papers] == list(range(1, tables + 1))
    assert {(paper.state, paper.revision) for paper in papers} == {("ready", 1)}
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files.rglob("*") if file.is_file()}
    assert found == {f"{paper.code}.pdf": paper.sha256 for paper in papers}
    sealed = AuditRecord.objects.filter(tournament=cup.tournament, action="document.seal")
    assert sorted(sealed.values_list("subject", flat=True)) == sorted(f"protocol {paper.code}" for paper in papers)


def say(words: str) -> None:
    """What `make papers` prints."""
    sys.stdout.write(f"{words}\n")


@pytest.mark.timeout(2 * PATIENCE)
def test_a_worker_that_is_killed_in_the_middle_loses_and_doubles_none(
    redis: str, environment: dict[str, str], files: Path
) -> None:
    cup = a_round_of(TABLES)

    with workers.worker(environment, redis) as first:
        order(cup)
        servers.wait_until(lambda: ready() >= TABLES // 3, first, PATIENCE)
        servers.kill_group(first)
    assert ready() < TABLES
    say(f"killed with {ready()} of {TABLES} papers ready and {running()} being made")

    if not AWAY:
        # What a minute without a sign of life does.
        Job.objects.filter(status="running").update(lease_until=timezone.now() - timedelta(seconds=1))
    with workers.worker(environment, redis) as second:
        servers.wait_until(lambda: ready() == TABLES, second, PATIENCE)
    assert_each_is_there_once(cup, TABLES, files)
    say(f"after a restart {ready()} papers, each once, with one file and one seal in the journal")


def running() -> int:
    return Job.objects.filter(status="running").count()


def test_while_redis_is_away_papers_wait_and_the_page_says_so(
    use_redis: Callable[[str], None], environment: dict[str, str], files: Path
) -> None:
    cup, port = a_round_of(6), servers.free_port()
    use_redis(f"redis://127.0.0.1:{port}/0")
    organiser = Client()
    organiser.force_login(cup.organiser)

    with ExitStack() as until_the_end:
        with servers.redis(port) as url:
            worker = until_the_end.enter_context(workers.worker(environment, url))
            servers.wait_until(is_listening, worker)
        batch = order(cup)
        said = organiser.get(reverse("documents:batch", args=[cup.tournament.slug, batch.pk])).content.decode()
        assert re.findall(r"\d of \d papers are ready\.", said) == ["0 of 6 papers are ready."]
        assert "The work goes on" in said
        time.sleep(AWAY)
        say(f"Redis was away for {AWAY:.0f} s; the page said: 0 of 6 papers are ready. The work goes on …")

        with servers.redis(port):
            servers.wait_until(lambda: ready() == 6, worker, PATIENCE)
    assert_each_is_there_once(cup, 6, files)
    say("with Redis back all 6 were made, each once")


def is_listening() -> bool:
    """Whether a worker has connected to the Redis of this process."""
    return bool(broker.app.control.ping(timeout=0.5))
