"""/metrics: there for whoever bears the token, and otherwise not there at all."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from tournament.models import Job

pytestmark = pytest.mark.django_db

TOKEN = "a-token-of-the-one-who-watches"


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """By name and labels; their format puts labels in the order of the alphabet."""
    answer = client.get(reverse("monitoring:metrics"), headers={"Authorization": f"Bearer {TOKEN}"})
    assert (answer.status_code, answer["Cache-Control"].split(",")[0]) == (200, "max-age=0")
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


@pytest.fixture
def counting(settings: Settings) -> None:
    """What METRICS_TOKEN makes of the settings."""
    settings.METRICS_TOKEN = TOKEN
    before, after = settings.MIDDLEWARE[:1], settings.MIDDLEWARE[1:]
    settings.MIDDLEWARE = [*before, "tournament.monitoring.figures.middleware", *after]


def test_without_a_setting_there_is_nothing(client: Client) -> None:
    assert client.get(reverse("monitoring:metrics"), headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer ", TOKEN, f"Bearer {TOKEN}x", "Bearer ёж"])
def test_without_the_token_there_is_nothing(client: Client, settings: Settings, given: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get(reverse("monitoring:metrics"), headers={"Authorization": given}).status_code == 404


@pytest.mark.usefixtures("counting")
def test_answers_are_counted_by_view_and_status() -> None:
    client = Client()
    before = figures(client)
    client.get(reverse("monitoring:healthz"))
    client.get(reverse("monitoring:healthz"))
    client.get("/no/such/address/")
    client.get("/nor/this/one/")
    now = figures(client)

    def more(*key: str) -> float:
        return now[key] - before.get(key, 0)

    assert more("domino_requests_total", "GET", "200", "monitoring:healthz") == 2
    assert more("domino_requests_total", "GET", "404", "-") == 2
    assert more("domino_request_seconds_count", "monitoring:healthz") == 2
    assert more("domino_request_seconds_bucket", "+Inf", "monitoring:healthz") == 2


@pytest.mark.usefixtures("counting")
def test_work_that_waits_is_counted_by_queue_with_its_age(client: Client) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    paper, letter = "tournament.documents.tasks.make", "tournament.notices.tasks.deliver"
    for task, due in ((paper, now - hour), (paper, None), (letter, now + hour)):
        Job.objects.create(task=task, due=due)
    Job.objects.create(task=letter, status=Job.Status.FAILED, finished=now - hour)
    Job.objects.create(task=letter, status=Job.Status.FAILED, finished=now - 25 * hour)
    said = figures(client)

    assert {queue: said["domino_jobs_queued", queue] for queue in ("default", "documents", "webhooks")} == {
        "default": 0,
        "documents": 2,
        "webhooks": 0,
    }
    assert 3600 <= said["domino_jobs_oldest_seconds", "documents"] < 3600 + 300
    assert said["domino_jobs_failed", "webhooks"] == 1
    assert said["domino_papers_waiting",] == 0
