"""kill -9 in the middle of a hall that writes: nothing acknowledged is lost, nothing is there twice, all papers come.

Referees write at once on the pages of a whole installation, papers of the round before are made, other programs and
people are told, and meanwhile somebody kills one process after another at random moments: web, worker, Redis,
PostgreSQL, PgBouncer. `make faults` does it with a full hall, each ten times, and writes what came of it to
docs/faults.md.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import Settings

from tests.factories import UserFactory
from tests.services import installation, servers
from tests.services.installation import Installation
from tests.services.killer import Killer
from tests.tournament.notices.post_office import PostOffice, post_office
from tests.tournament.webhooks.receiver import Receiver, receiving
from tournament.audit.chain import verify
from tournament.documents import batches, tasks
from tournament.management.benches.machine import described
from tournament.management.simulation import hall
from tournament.management.simulation.hall import BY, Hall
from tournament.management.simulation.phones import Written
from tournament.models import AuditRecord, Deal, Document, Job, Notice, Protocol, Round, Staff, Tournament, WebhookEvent
from tournament.notices import services as notices
from tournament.planning import services as planning
from tournament.webhooks import services as webhooks

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.once, pytest.mark.django_db(transaction=True)]

KILLS = int(os.environ.get("FAULTS", "1"))
"""How often each is killed."""
WHOLE = KILLS > 2
HALL = Hall(80, 40, pause=6.0, patience=180.0) if WHOLE else Hall(8, 4, deals=4, pause=1.5, patience=180.0)
REST = 2.0 if WHOLE else 0.2
"""Seconds until systemd starts something again."""
PAUSE = 4.0 if WHOLE else 1.0
PATIENCE = 900.0
"""Seconds for what was ordered while everything was killed."""
INTO = os.environ.get("FAULTS_INTO", "")
"""The document that is written; none in the usual run."""


INTRODUCTION = """# Killed in the middle

Written by `make faults` (`FAULTS=10`), which does all of it again. Referees, a process each, write deals at once and
repeat under the same key what got no answer, as the page does ([offline.md](offline.md)), only sooner; some answers are
lost and some deals sent twice on purpose. Meanwhile papers of the round before are made, letters and messages to other
programs go out, and SIGKILL hits one process after another at random moments; each is begun again two seconds after it
ended, as the units of [deploy/](../deploy/README.md) have it, the port of the pages staying open. PostgreSQL runs with
`fsync` and `synchronous_commit`, Redis keeps nothing. Whatever stands here was compared with the database afterwards,
and anything else would have been a failure of the run. A small run of the same is among the tests
(`tests/services/test_faults.py`). Other bad moments, and what is to be done then: [reliability.md](reliability.md).
"""


@dataclass
class Outside:
    """Who is told by the program: a mail server and another program."""

    mail: PostOffice
    program: Receiver

    @property
    def environment(self) -> dict[str, str]:
        return {"EMAIL_URL": f"smtp://127.0.0.1:{self.mail.port}", "WEBHOOKS_PRIVATE": "true"}


@pytest.fixture
def outside(settings: Settings) -> Iterator[Outside]:
    with post_office() as mail, receiving() as program:
        its = Outside(mail, program)
        settings.EMAIL_URL = its.environment["EMAIL_URL"]
        settings.WEBHOOKS_PRIVATE = True
        yield its


@pytest.fixture(scope="module")
def report() -> Iterator[dict[str, list[str]]]:
    """What is written into the document, by heading, once all tests have said theirs."""
    said: dict[str, list[str]] = {}
    yield said
    if INTO and len(said) == 3:
        Path(INTO).write_text(document(said), encoding="utf-8")


@dataclass
class Event:
    """A tournament that is played while processes are killed, and all that its referees were told."""

    cup: Tournament
    total: Written = field(default_factory=Written)
    rounds: int = 0

    def keys(self) -> dict[str, list[str]]:
        """The deals that are there, by the address of their protocol, in their order."""
        found: dict[str, list[str]] = {}
        rows = Deal.objects.filter(protocol__partida__round__tournament=self.cup).order_by("protocol", "number")
        for deal in rows.select_related("protocol__partida__round__tournament"):
            found.setdefault(hall.path_of(deal.protocol.partida), []).append(str(deal.key))
        return found


def order(last: Round | None, now: Round) -> None:
    """While the referees write: the papers of the round before, and letters about the draw of this one."""
    notices.announce(tournament=now.tournament, round_=now, channels=["email"], by=BY, site="http://127.0.0.1")
    if last is None:
        return
    with transaction.atomic():
        batch = batches.order(round_=last, language="ru", by=BY, site="http://127.0.0.1")
        tasks.issue_batch.delay_once_on_commit(batch.pk)


def played(its: Installation, killer: Killer, outside: Outside) -> Event:
    """Round after round, until all that is to be killed has been; from the second on, which has papers to make."""
    stage = HALL.opened()
    cup = stage.tournament
    planning.change_tournament(tournament=cup, name=cup.name, venue="", timezone="UTC", is_public=True, by=BY)
    webhooks.add(tournament=cup, url=outside.program.url, by=BY, site="http://127.0.0.1")
    for number in range(3):
        Staff.objects.create(tournament=cup, user=UserFactory(email=f"{number}@domino.example"), role="referee")
    event, last = Event(cup), None
    with HALL.phones(its.port) as phones:
        while killer.left or last is None:
            # A connection that has seen a killed server is no good any more.
            connection.close()
            round_ = HALL.drawn(stage)
            order(last, round_)
            with killer.at_work() if last else nullcontext():
                written = HALL.written(round_, phones, after=connection.close)
            event.total.add(written)
            event.rounds += 1
            assert written.faults == []
            hall.close(round_)
            last = round_
    return event


def asked_for() -> QuerySet[Job]:
    """The jobs that somebody waits for, not those of a schedule, after which there is always one more."""
    return Job.objects.exclude(task__endswith=".by_schedule")


def finished() -> bool:
    """Whether nothing is left to be done; in the usual run no minute without a sign of life is waited for."""
    left = asked_for().exclude(status__in=["done", "failed"])
    if not left.exists():
        return True
    if not WHOLE:
        silent = timezone.now() - timedelta(seconds=5)
        left.filter(status="running", started__lt=silent).update(lease_until=timezone.now() - timedelta(seconds=1))
        Notice.objects.filter(state="waiting").update(due=timezone.now())
        WebhookEvent.objects.filter(state="waiting").update(due=timezone.now())
        left.filter(status="queued").update(due=None)
    return False


def assert_nothing_is_lost_or_double(event: Event) -> None:
    """Every acknowledged deal by its key, in its order, and no other; every total is that of its deals."""
    assert event.keys() == {path: [each["key"] for each in taken] for path, taken in event.total.taken.items()}
    assert set(Protocol.objects.values_list("state", flat=True)) == {"confirmed"}


def assert_the_journal_holds(event: Event) -> None:
    assert verify(list(event.cup.journal.all())).faults == []
    recorded = event.cup.journal.filter(action="deal.recorded").count()
    assert recorded == len(event.total.times)


def assert_all_papers_came(event: Event, files: Path) -> int:
    """Each once, with one file, and one seal in the journal."""
    papers = list(Document.objects.order_by("pk"))
    ordered = Protocol.objects.filter(partida__round__number__lt=event.rounds).count()
    assert [(paper.state, paper.revision) for paper in papers] == [("ready", 1)] * ordered
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files.rglob("*") if file.is_file()}
    assert found == {f"{paper.code}.pdf": paper.sha256 for paper in papers}
    sealed = AuditRecord.objects.filter(action="document.seal").values_list("subject", flat=True)
    assert sorted(sealed) == sorted(f"protocol {paper.code}" for paper in papers)
    return len(papers)


def assert_all_were_told(event: Event, outside: Outside) -> tuple[int, int]:
    """Each letter and each message has gone out; a receiver knows one that came twice by its id."""
    letters, messages = Notice.objects.all(), WebhookEvent.objects.all()
    assert (letters.count(), set(letters.values_list("state", flat=True))) == (3 * event.rounds, {"sent"})
    assert len(outside.mail.letters) >= 3 * event.rounds
    assert set(messages.values_list("state", flat=True)) == {"delivered"}
    came = {message.headers["webhook-id"] for message in outside.program.received}
    assert came == {str(key) for key in messages.values_list("key", flat=True)}
    return letters.count(), messages.count()


def judged(its: Installation, killer: Killer, event: Event, outside: Outside) -> list[str]:
    """All of it must hold; what is said about it."""
    connection.close()
    servers.wait_until(finished, patience=PATIENCE)
    assert {job.status: job.error for job in asked_for()} == {"done": ""}
    assert_nothing_is_lost_or_double(event)
    assert_the_journal_holds(event)
    papers = assert_all_papers_came(event, its.folder / "files")
    letters, messages = assert_all_were_told(event, outside)
    total = event.total
    again = asked_for().filter(attempts__gt=1).count()
    return [
        f"{its.about}. {HALL.pairs} pairs, {HALL.referees} referees, {event.rounds} rounds, {total.seconds:.0f} s.",
        "",
        "| killed | times | longest until ready | requests without an answer |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in killer.table(total.outages)),
        "",
        "| what | came of it |",
        "|---|---|",
        f"| deals acknowledged | {len(total.times)}, each there once under its key; 0 lost, 0 double |",
        f"| sent once more | {total.sent - len(total.times)} |",
        f"| no answer, or a calm 503 | {len(total.outages)} ({kinds(total)}) |",
        f"| error pages | {len(total.faults)} |",
        f"| a deal is acknowledged | half in {total.p50:.0f} ms, the last after {max(total.times) / 1000:.1f} s |",
        f"| papers | {papers} ordered and ready, one file and one seal each |",
        f"| letters, messages to programs | {letters} and {messages}, all sent |",
        f"| jobs | {asked_for().count()} done, {again} of them begun more than once; 0 failed, 0 left |",
        f"| journal | {event.cup.journal.count()} records, the chain holds |",
    ]


def kinds(total: Written) -> str:
    """Why requests got no answer."""
    why = [each for _when, each in total.outages]
    return ", ".join(f"{each} {why.count(each)}" for each in sorted(set(why))) or "none"


@contextmanager
def or_skip(made: AbstractContextManager[Installation]) -> Iterator[Installation]:
    try:
        with made as its:
            yield its
    except servers.Missing as missing:
        pytest.skip(str(missing))


@pytest.mark.timeout(3600 if WHOLE else 600)
@pytest.mark.parametrize("behind_pgbouncer", [False, True], ids=["alone", "behind PgBouncer"])
def test_a_server_whose_processes_are_killed_loses_and_doubles_nothing(
    behind_pgbouncer: bool,
    outside: Outside,
    settings: Settings,
    use_redis: Callable[[str], None],
    report: dict[str, list[str]],
) -> None:
    with or_skip(installation.server(REST, outside.environment, behind_pgbouncer)) as its:
        use_redis(its.redis)
        killer = Killer.of(its.targets, KILLS, PAUSE)
        event = played(its, killer, outside)
        heading = "A server behind PgBouncer" if behind_pgbouncer else "A server"
        report[heading] = said = judged(its, killer, event, outside)
        killed = Counter(blow.what for blow in killer.blows)
        assert killed == dict.fromkeys(its.targets, KILLS)
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            said[0] = said[0].replace("PostgreSQL", f"PostgreSQL {cursor.fetchone()[0].split()[0]}")


@pytest.mark.timeout(3600 if WHOLE else 600)
def test_a_laptop_that_is_killed_loses_and_doubles_nothing(outside: Outside, report: dict[str, list[str]]) -> None:
    with or_skip(installation.laptop(REST, outside.environment)) as its:
        killer = Killer.of(its.targets, KILLS + 1, PAUSE)
        event = played(its, killer, outside)
        report["A laptop"] = judged(its, killer, event, outside)


def document(said: Mapping[str, list[str]]) -> str:
    """docs/faults.md: how it is repeated, and what came of it."""
    lines = [INTRODUCTION, described()]
    for heading, its in said.items():
        lines += ["", f"## {heading}", "", *its]
    return "\n".join([*lines, ""])
