"""Each task of the program may run twice, and may be killed at any of its writes: what is there at last is as if once.

A killed process loses the transaction that is open and keeps what it has committed; so does an exception that nothing
catches. What is sent over the wire is sent once more where nobody knows whether it arrived, under the same id.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as in_use
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from tests.factories import (
    EntryFactory,
    EntryRequestFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    official,
)
from tests.tournament.documents.conftest import make_cup
from tests.tournament.draw.play import stage_of
from tests.tournament.jobs.test_queues import tasks_of_the_program
from tests.tournament.webhooks.receiver import Receiver, receiving
from tournament.api.tasks import deliver as deliver_webhook
from tournament.audit.services import Author
from tournament.backups import store
from tournament.backups import tasks as backups
from tournament.documents import batches
from tournament.documents import tasks as documents
from tournament.entries import tasks as entries
from tournament.models import (
    AuditRecord,
    Document,
    EntryRequest,
    EntryTerms,
    Job,
    Notice,
    Protocol,
    Upstream,
    WebhookEvent,
)
from tournament.moving import services as moving
from tournament.moving.tasks import push
from tournament.notices.tasks import deliver as deliver_notice
from tournament.rehearsals.tasks import play
from tournament.sweeping import tasks as sweeping
from tournament.webhooks import services as webhooks

pytestmark = [pytest.mark.once, pytest.mark.django_db]
BY = Author()
SITE = "https://domino.example.org"
PLACES = 3
"""At so many of its writes each task is killed, spread over all of them."""


class Killed(BaseException):
    """The process is no more: nothing in the program catches it."""


@dataclass(frozen=True)
class Case:
    """scene: what there is before, and the task's arguments; outcome: what there is at last."""

    task: Any
    scene: Callable[[], tuple[Any, ...]]
    outcome: Callable[[], Any]


# -- papers ---------------------------------------------------------------------------------------------------


def a_paper() -> tuple[int]:
    return (make_cup().issue().pk,)


def papers() -> Any:
    ready = list(Document.objects.all())
    sealed = AuditRecord.objects.filter(action="document.seal").count()
    return [(each.state, each.revision) for each in ready], sealed, _on_disk(ready)


def _on_disk(ready: list[Document]) -> bool:
    there = {path.name: path for path in Path(in_use.MEDIA_ROOT).rglob("*") if path.is_file()}
    said = {f"{each.code}.pdf": each.sha256 for each in ready if each.file}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in there.items()} == said


def a_batch() -> tuple[int]:
    cup = make_cup()
    cup.add_table()
    return (batches.order(round_=cup.round, language="en", by=Author(cup.organiser)).pk,)


def issued() -> Any:
    made = Job.objects.filter(task=documents.make.name).values_list("arguments", flat=True)
    return Document.objects.count(), sorted(set(Document.objects.values_list("state", flat=True))), len(made)


# -- over the wire ----------------------------------------------------------------------------------------------

listening: list[Receiver] = []


def a_webhook() -> tuple[int]:
    cup = TournamentFactory(slug="cup", is_public=True)
    webhook = webhooks.add(tournament=cup, url=listening[0].url, site=SITE, by=BY)
    for _message in range(2):
        webhooks.send_test(webhook=webhook, by=BY)
    return (webhook.pk,)


def told_programs() -> Any:
    arrived = {message.headers["webhook-id"] for message in listening[0].received}
    return list(WebhookEvent.objects.values_list("state", flat=True)), len(arrived)


def an_upstream() -> tuple[int]:
    upstream = moving.name_upstream(tournament=stage_of(4).tournament, url=listening[0].url, token="x", by=BY)
    return (upstream.pk,)


def sent_up() -> Any:
    upstream = Upstream.objects.select_related("tournament").get()
    looks = Job.objects.filter(task=push.name, status="queued").count()
    return (
        upstream.version == upstream.tournament.version,
        looks,
        len({each.body for each in listening[0].received}) > 0,
    )


def a_notice() -> tuple[int]:
    cup = TournamentFactory(slug="cup", is_public=True)
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    ProtocolFactory(partida=PartidaFactory(round=round_))
    facts = {"kind": "draw", "channel": "email", "address": "judge@example.org", "language": "en", "site": SITE}
    return (Notice.objects.create(tournament=cup, round_number=1, created_by=official(cup), **facts).pk,)


def told_people() -> Any:
    return list(Notice.objects.values_list("state", flat=True)), {tuple(letter.to) for letter in mail.outbox}


# -- requests ---------------------------------------------------------------------------------------------------


def requests() -> tuple[int, str]:
    cup = TournamentFactory(slug="cup")
    for number in (1, 2):
        EntryRequestFactory(tournament=cup, email=f"{number}@example.org", state="listed", listed_at=timezone.now())
    return cup.pk, SITE


def tried_once() -> tuple[int, str, int]:
    return *requests(), 1


def lapsed_offers() -> tuple[int, str]:
    cup, site = requests()
    EntryTerms.objects.create(tournament_id=cup, is_open=True, capacity=1, offer_hours=1)
    EntryRequest.objects.filter(number=1).update(state="offered", offered_until=timezone.now())
    return cup, site


def told_registrants() -> Any:
    known = EntryRequest.objects.order_by("number").values_list("state", "told")
    waiting = Job.objects.filter(status="queued").values_list("task", flat=True)
    return list(known), sorted(waiting), {tuple(letter.to) for letter in mail.outbox}


# -- the rest ---------------------------------------------------------------------------------------------------


def a_rehearsal() -> tuple[int]:
    cup = TournamentFactory(slug="cup", is_rehearsal=True, rules__deals=4)
    round_ = RoundFactory(stage=StageFactory(tournament=cup), started_at=timezone.now())
    for _table in range(2):
        pairs = [EntryFactory(tournament=cup) for _side in range(2)]
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs))
    return (round_.pk,)


def played() -> Any:
    confirmed = AuditRecord.objects.filter(action="protocol.confirmed").count()
    return list(Protocol.objects.values_list("state", flat=True)), confirmed


def nothing() -> tuple[()]:
    return ()


def whole_backups() -> Any:
    for each in store.stored():
        store.require_whole(each)
    return bool(store.stored()), [each.name for each in store.root().glob(".making-*")]


def one_backup() -> Any:
    return len(store.stored()), Job.objects.filter(task=backups.by_schedule.name).count(), whole_backups()


def left_files() -> tuple[()]:
    """A file of a paper and one that belongs to nothing, both of the day before yesterday."""
    make_cup().made()
    for name in ("documents/cup/.stray.0a1b2c3d", "photos/cup/stray.jpg"):
        place = Path(in_use.MEDIA_ROOT) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"x")
    for path in Path(in_use.MEDIA_ROOT).rglob("*.*"):
        os.utime(path, (0, 0))
    Job.objects.create(task="x", status="done", finished=timezone.now() - timedelta(days=365))
    return ()


def swept() -> Any:
    waiting = Job.objects.filter(task=sweeping.by_schedule.name, status="queued").count()
    return papers(), Job.objects.filter(task="x").count(), waiting


CASES = [
    Case(documents.make, a_paper, papers),
    Case(documents.issue_batch, a_batch, issued),
    Case(deliver_webhook, a_webhook, told_programs),
    Case(push, an_upstream, sent_up),
    Case(deliver_notice, a_notice, told_people),
    Case(entries.tell_registrants, requests, told_registrants),
    Case(entries.tell_again, tried_once, told_registrants),
    Case(entries.pass_on_offers, lapsed_offers, told_registrants),
    Case(play, a_rehearsal, played),
    Case(backups.now, nothing, whole_backups),
    Case(backups.by_schedule, nothing, one_backup),
    Case(sweeping.by_schedule, left_files, swept),
]


def test_no_task_is_left_out() -> None:
    assert sorted(case.task.name for case in CASES) == tasks_of_the_program()


@pytest.fixture(autouse=True)
def _world(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """Folders of its own, and another program that listens."""
    settings.WEBHOOKS_PRIVATE = True
    settings.EMAIL_URL = "smtp://localhost"
    settings.DATA_DIR = tmp_path
    with receiving() as receiver:
        listening[:] = [receiver]
        yield


@contextmanager
def a_world_of_its_own(settings: Settings, folder: Path) -> Iterator[None]:
    """Everything as it was before: rows, files, letters, what others have received."""
    settings.MEDIA_ROOT, settings.BACKUP_DIR = folder / "files", folder / "backups"
    settings.MEDIA_ROOT.mkdir(parents=True)
    mail.outbox.clear()
    listening[0].received.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def time_passes() -> None:
    """The minute is over for which what is being sent belongs to its sender."""
    for model in (WebhookEvent, Notice):
        model.objects.update(due=timezone.now())


@contextmanager
def killed_at(place: int) -> Iterator[list[str]]:
    """The process ends at this write, which isn't done; gives the writes so far."""
    done: list[str] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql[:6] in ("INSERT", "UPDATE", "DELETE"):
            if len(done) == place:
                raise Killed
            done.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield done


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.task.name.removeprefix("tournament."))
def test_twice_and_killed_in_the_middle_come_to_the_same_as_once(
    case: Case, settings: Settings, tmp_path: Path
) -> None:
    with a_world_of_its_own(settings, tmp_path / "once"):
        arguments = case.scene()
        with killed_at(-1) as writes:
            case.task(*arguments)
        once = case.outcome()

    with a_world_of_its_own(settings, tmp_path / "twice"):
        arguments = case.scene()
        case.task(*arguments)
        time_passes()
        case.task(*arguments)
        assert case.outcome() == once

    for place in sorted({round(step * (len(writes) - 1) / PLACES) for step in range(PLACES + 1)} if writes else ()):
        with a_world_of_its_own(settings, tmp_path / f"killed-at-{place}"):
            arguments = case.scene()
            with killed_at(place), pytest.raises(Killed):
                case.task(*arguments)
            # What Django deletes without a savepoint is undone with the process.
            transaction.set_rollback(False)
            time_passes()
            case.task(*arguments)
            assert case.outcome() == once, f"killed at write {place}: {writes[place]}"
