"""The figures for Prometheus: requests as they are counted, work and pool as they stand when they are asked for.

Imported only where `METRICS_TOKEN` is set. With several processes each counts in files of its own, in the folder
`PROMETHEUS_MULTIPROC_DIR` (settings.py), and whichever is asked adds them up.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

from django.db import connection
from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournament.jobs.delivery import QUEUES, queue_of
from tournament.logs.requests import route_of
from tournament.models import Document, Job

CONTENT_TYPE = CONTENT_TYPE_LATEST
NO_VIEW = "-"
"""For addresses that lead nowhere: each of them by its name would let anybody fill the memory."""
METHODS = ("GET", "HEAD", "POST")
LATELY = timedelta(days=1)

_requests = Counter("domino_requests", "Requests answered", ["view", "method", "status"])
_seconds = Histogram(
    "domino_request_seconds",
    "Time of an answer in seconds",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10),
)


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Counts each answer under the name of its view."""

    def answer(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        route = route_of(request)
        view = (route.view_name if route else "") or NO_VIEW
        method = request.method if request.method in METHODS else "other"
        _requests.labels(view, method, str(response.status_code)).inc()
        _seconds.labels(view).observe(time.perf_counter() - begun)
        return response

    return answer


def page() -> bytes:
    """All figures in the text format of Prometheus."""
    counted: CollectorRegistry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # it has no types
    now = CollectorRegistry()
    now.register(_Now())
    return generate_latest(counted) + generate_latest(now)


class _Now(Collector):
    """What is read when it is asked for."""

    def collect(self) -> Iterable[Metric]:
        yield from _jobs()
        waiting = Document.objects.filter(state=Document.State.QUEUED).count()
        yield GaugeMetricFamily("domino_papers_waiting", "Papers ordered and not made yet", waiting)
        yield from _pool()


def _jobs() -> Iterator[Metric]:
    now = timezone.now()
    queued = GaugeMetricFamily("domino_jobs_queued", "Jobs that could begin now", labels=["queue"])
    oldest = GaugeMetricFamily(
        "domino_jobs_oldest_seconds", "Since when the oldest of them could have begun", labels=["queue"]
    )
    failed = GaugeMetricFamily("domino_jobs_failed", "Jobs failed within a day", labels=["queue"])
    begins = Q(status=Job.Status.QUEUED) & (Q(due__isnull=True) | Q(due__lte=now))
    waits: dict[str, list[tuple[int, float]]] = {queue: [] for queue in QUEUES}
    since = Min(Coalesce("due", "created"))
    by_task = Job.objects.filter(begins).order_by().values_list("task").annotate(since=since, count=Count("pk"))
    for task, first, count in by_task:
        waits[queue_of(task)].append((count, (now - first).total_seconds()))
    lost = Job.objects.filter(status=Job.Status.FAILED, finished__gt=now - LATELY).values_list("task", flat=True)
    queues = [queue_of(task) for task in lost]
    for queue, found in waits.items():
        queued.add_metric([queue], sum(count for count, _age in found))
        oldest.add_metric([queue], max((age for _count, age in found), default=0))
        failed.add_metric([queue], queues.count(queue))
    yield from (queued, oldest, failed)


def _pool() -> Iterator[Metric]:
    """The connections of the process that answers; SQLite has no pool."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return
    figures = pool.get_stats()
    states = GaugeMetricFamily("domino_database_pool", "Connections of this process's pool", labels=["state"])
    states.add_metric(["open"], figures.get("pool_size", 0))
    states.add_metric(["free"], figures.get("pool_available", 0))
    states.add_metric(["most"], figures.get("pool_max", 0))
    states.add_metric(["waited_for"], figures.get("requests_waiting", 0))
    yield states
