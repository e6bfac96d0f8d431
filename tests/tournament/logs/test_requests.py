"""The log of a server: a line of JSON for each request and each job, by which one finds the other."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tests.tournament.jobs.sample import fail, write_line
from tournament.jobs import run_queued
from tournament.logs.context import request_id
from tournament.logs.formats import Json

pytestmark = pytest.mark.django_db(transaction=True)

OWN = ("tournament.logs.requests", "tournament.jobs.execution", "tournament.jobs.task")


class Log:
    """What a server with LOG_FORMAT=json writes."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def lines(self, logger: str = "") -> list[dict[str, Any]]:
        said = [json.loads(line) for line in self.stream.getvalue().splitlines()]
        return [line for line in said if line["logger"].startswith(logger)]


@pytest.fixture
def log() -> Iterator[Log]:
    made = Log()
    handler = logging.StreamHandler(made.stream)
    handler.setFormatter(Json())
    logging.root.addHandler(handler)
    before = {name: logging.getLogger(name).level for name in OWN}
    for name in OWN:
        logging.getLogger(name).setLevel(logging.INFO)
    yield made
    logging.root.removeHandler(handler)
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


def test_a_request_is_one_line(client: Client, log: Log) -> None:
    cup = TournamentFactory(is_public=True)
    user = UserFactory()
    client.force_login(user)

    answer = client.get(reverse("public:entries", args=[cup.slug]), headers={"X-Request-ID": "abc-12345678"})
    [line] = log.lines("tournament.logs")

    assert answer["X-Request-ID"] == "abc-12345678"
    assert line.pop("ms") > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {
        "level": "INFO",
        "logger": "tournament.logs.requests",
        "message": f"GET /t/{cup.slug}/entries/ 200",
        "request": "abc-12345678",
        "method": "GET",
        "path": f"/t/{cup.slug}/entries/",
        "view": "public:entries",
        "tournament": cup.slug,
        "user": user.pk,
        "status": 200,
    }


def test_what_has_not_changed_is_a_line_as_well(client: Client, log: Log) -> None:
    page = reverse("public:entries", args=[TournamentFactory(is_public=True).slug])
    client.get(page, headers={"If-None-Match": client.get(page)["ETag"]})

    assert [(line["status"], line["view"]) for line in log.lines("tournament.logs")] == [
        (200, "public:entries"),
        (304, "public:entries"),
    ]


@pytest.mark.parametrize("given", ["", "short", "with space in it", "x" * 65, "evil\n{}-evil"])
def test_an_id_that_is_none_is_replaced(client: Client, given: str) -> None:
    answer = client.get(reverse("login"), headers={"X-Request-ID": given})

    assert re.fullmatch(r"[0-9a-f]{32}", answer["X-Request-ID"])


def test_after_the_answer_nobody_is_asking(client: Client) -> None:
    client.get(reverse("login"))

    assert request_id.get() == ""


def test_a_failed_request_has_its_error_and_no_secret(client: Client, log: Log) -> None:
    """A wrong table link, a wrong invitation, a wrong log-in by e-mail: each is a line, none tells its secret."""
    cup = TournamentFactory(is_public=True)
    EntryFactory(tournament=cup)
    for address in ("/table/Zq7secret/", "/table/Zq7secret", "/invitation/Zq7secret/", "/verify/Zq7secret"):
        client.get(address, {"next": "/table/Zq7secret/"})
    client.get(f"/t/{cup.slug}/register/Zq7secret/")
    client.post(reverse("login"), {"username": "ivanov@example.org", "password": "Zq7secret"})

    written = log.stream.getvalue()
    assert len(log.lines("tournament.logs")) == 6
    assert ("Zq7secret" in written, "ivanov" in written) == (False, False)


def test_a_job_names_itself_and_the_request_that_asked_for_it(log: Log, tmp_path: Any) -> None:
    token = request_id.set("of-the-request")
    job = write_line.delay_on_commit(str(tmp_path / "log"), "x")
    request_id.reset(token)
    run_queued()

    assert [(line["message"], line["request"], line.get("job")) for line in log.lines("tournament.jobs")] == [
        (f"Job {job.pk} is asked for: {write_line.name}", "of-the-request", None),
        (f"Job {job.pk} is done: {write_line.name}", "of-the-request", job.pk),
    ]


def test_a_job_that_no_request_asked_for_names_none(log: Log, tmp_path: Any) -> None:
    write_line.delay_on_commit(str(tmp_path / "log"), "x")
    run_queued()

    assert [line.get("request") for line in log.lines("tournament.jobs")] == [None, None]


def test_the_error_of_a_job_is_one_line_too(log: Log) -> None:
    job = fail.delay_on_commit(7)
    run_queued()

    _asked, error, done = log.lines("tournament.jobs")
    assert (error["level"], error["job"]) == ("ERROR", job.pk)
    assert error["exception"].splitlines()[-1] == "ValueError: Table 7 has no protocol."
    assert (done["task"], done["status"]) == (fail.name, "failed")
