"""Addresses come and go; what happens is written down for them, sent, tried again, and at last given up.

A row is written in the transaction of the act itself, and so is the job that sends it: what is committed is told,
whatever becomes of the broker or of the process, and what is rolled back is not.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone

from tournament.audit.services import Act, Author, act
from tournament.jobs import ask_on_commit
from tournament.models import Job, Tournament, Webhook, WebhookEvent
from tournament.phrases import Refused

from . import queries, sending, signature

WAITING, HELD, DELIVERED, GIVEN_UP = (state.value for state in WebhookEvent.State)
PUBLISHED, TAKEN_BACK = WebhookEvent.Kind.DRAW_PUBLISHED.value, WebhookEvent.Kind.DRAW_TAKEN_BACK.value

DELIVER = "tournament.api.tasks.deliver"
"""The task that sends. What a message says is known on the floor of published data, far above."""
MOST_ADDRESSES = 10
AT_ONCE = 20
"""Messages that one job sends before others get their turn."""
PAUSES = [timedelta(seconds=20), *(timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 360, 720))]
"""How long after each failed attempt the next one follows; one more that fails, and the message is given up."""
LEASE = timedelta(minutes=1)
"""After which a message that was being sent is sent again: its sender has died."""

# What a message says; None while that isn't public.
BodyOf = Callable[[WebhookEvent], Mapping[str, Any] | None]


# -- addresses ----------------------------------------------------------------------------------------------------


def add(*, tournament: Tournament, url: str, by: Author, site: str = "") -> Webhook:
    """Tell this address of the tournament's events from now on.

    site: the address the program was asked at, for links where PUBLIC_URL is not set.
    """
    with act(tournament, "webhook.added", by) as doing:
        if doing.tournament.is_rehearsal:
            raise Refused("webhook.rehearsal")
        mine = doing.tournament.webhooks
        if mine.filter(url=url).exists():
            raise Refused("webhook.known", field="url")
        if mine.filter(switched_off_at=None).count() >= MOST_ADDRESSES:
            raise Refused("webhook.too_many", limit=MOST_ADDRESSES)
        doing.data = {"url": url}
        return mine.create(url=url, site=site, nonce=secrets.token_hex(16), created_by=by.user)


def switch_off(*, webhook: Webhook, by: Author) -> None:
    """Tell it nothing more; what still waits for it waits on."""
    with act(webhook.tournament, "webhook.switched_off", by) as doing:
        _switch(doing, webhook, on=False)


def switch_on(*, webhook: Webhook, by: Author) -> None:
    """Tell it again, first what has waited; what happened meanwhile it isn't told."""
    with act(webhook.tournament, "webhook.switched_on", by) as doing:
        if doing.tournament.webhooks.filter(switched_off_at=None).exclude(pk=webhook.pk).count() >= MOST_ADDRESSES:
            raise Refused("webhook.too_many", limit=MOST_ADDRESSES)
        _switch(doing, webhook, on=True)
        _try_now(queries.waiting(webhook))


def _switch(doing: Act, webhook: Webhook, *, on: bool) -> None:
    doing.data = {"url": webhook.url}
    before = Webhook.objects.filter(pk=webhook.pk, switched_off_at__isnull=not on)
    if not before.update(switched_off_at=None if on else timezone.now()):
        doing.unchanged()


def send_test(*, webhook: Webhook, by: Author) -> None:
    """Send a message that says nothing but that it is a test."""
    with act(webhook.tournament, "webhook.tested", by) as doing:
        current = doing.tournament.webhooks.get(pk=webhook.pk)
        if not current.is_on:
            raise Refused("webhook.off")
        doing.data = {"url": current.url}
        _write(current, WebhookEvent.Kind.TEST.value)


# -- what they are told -------------------------------------------------------------------------------------------


def tell(*, tournament: Tournament, kind: str, round_number: int, table: int | None = None) -> None:
    """Write an event down for every address that is switched on; within the act of the caller."""
    for webhook in Webhook.objects.filter(tournament=tournament, switched_off_at=None):
        _write(webhook, kind, round_number, table)


def tell_taken_back(*, tournament: Tournament, round_number: int) -> None:
    """Tell those who were told of a draw, or may have been, that it holds no more; the others hear nothing of it."""
    for webhook in Webhook.objects.filter(tournament=tournament, switched_off_at=None):
        about = webhook.events.filter(round_number=round_number, kind__in=(PUBLISHED, TAKEN_BACK))
        published = about.filter(kind=PUBLISHED).exclude(state=DELIVERED)
        published.filter(attempts=0).delete()
        last = about.last()
        # What an address has refused so far isn't told it once more when the round is drawn anew.
        published.exclude(state=GIVEN_UP).delete()
        if last is not None and last.kind == PUBLISHED:
            _write(webhook, TAKEN_BACK, round_number)


def _write(webhook: Webhook, kind: str, round_number: int | None = None, table: int | None = None) -> None:
    now, rest = timezone.now(), queries.rests_until(webhook)
    webhook.events.create(kind=kind, round_number=round_number, table=table, happened_at=now, due=rest or now)
    ask_on_commit(DELIVER, webhook.pk, due=rest)


def send_held(*, tournament: Tournament) -> None:
    """Send what was held back, as far as it is public now; within the act that has made something public."""
    _try_now(WebhookEvent.objects.filter(webhook__tournament=tournament, state=HELD))


def _try_now(events: QuerySet[WebhookEvent]) -> None:
    """Messages get all their attempts once more, and at once."""
    addresses = sorted(set(events.values_list("webhook", flat=True)))
    events.update(state=WAITING, due=timezone.now(), attempts=0, tried_at=None)
    for pk in addresses:
        ask_on_commit(DELIVER, pk)


def deliver(*, webhook: Webhook, body_of: BodyOf) -> None:
    """Send an address what is due, the oldest first; after one that gets no answer, the rest waits like it."""
    for _attempt in range(AT_ONCE):
        event = queries.due(webhook) if webhook.is_on else None
        if event is None or not _claimed(event):
            break
        body = body_of(event)
        if body is None:
            _hold(event, body_of)
        elif not _sent(event, body):
            break
    _ask_again(webhook)


def _claimed(event: WebhookEvent) -> bool:
    """Whether it is ours to send: another worker may have been quicker."""
    now = timezone.now()
    free = WebhookEvent.objects.filter(pk=event.pk, state=WAITING, due__lte=now)
    taken = free.update(due=now + LEASE, attempts=F("attempts") + 1)
    event.attempts += 1
    return bool(taken)


def _hold(event: WebhookEvent, body_of: BodyOf) -> None:
    """Hold a message back until something is made public, unless that has happened this very moment."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=event.webhook.tournament_id)
        state = HELD if body_of(event) is None else WAITING
        WebhookEvent.objects.filter(pk=event.pk).update(state=state, due=timezone.now(), attempts=0, tried_at=None)


def _sent(event: WebhookEvent, body: Mapping[str, Any]) -> bool:
    """Send a message and note what came of it; whether the address is there to be sent more."""
    data = json.dumps(body, ensure_ascii=False).encode()
    moment = int(timezone.now().timestamp())
    headers = signature.headers(event.webhook.nonce, str(event.key), moment, data)
    answer = sending.send(event.webhook.url, data, headers)
    noted = {"status": answer.status, "answer": answer.text[: sending.MOST_READ], "tried_at": timezone.now()}
    if answer.is_good:
        WebhookEvent.objects.filter(pk=event.pk).update(state=DELIVERED, **noted)
    else:
        _put_off(event, noted, alone=answer.status is not None)
    return answer.status is not None


def _put_off(event: WebhookEvent, noted: Mapping[str, Any], *, alone: bool) -> None:
    """Try a message again later, or give it up; with it all that would be sent before, if the address is dead."""
    tried = WebhookEvent.objects.filter(pk=event.pk)
    due = timezone.now() + PAUSES[min(event.attempts, len(PAUSES)) - 1]
    if event.attempts > len(PAUSES):
        tried.update(state=GIVEN_UP, **noted)
    else:
        tried.update(due=due, **noted)
    if not alone:
        behind = queries.waiting(event.webhook).filter(due__lt=due)
        behind.filter(attempts__gte=len(PAUSES)).update(state=GIVEN_UP, **noted)
        behind.update(due=due, attempts=F("attempts") + 1, **noted)


def _ask_again(webhook: Webhook) -> None:
    """See to it that what still waits is sent when it is due."""
    soonest = queries.waiting(webhook).aggregate(soonest=Min("due"))["soonest"]
    if soonest is None or not webhook.is_on:
        return
    asked = Job.objects.filter(status=Job.Status.QUEUED.value, task=DELIVER, arguments=[webhook.pk])
    if soonest <= timezone.now():
        ask_on_commit(DELIVER, webhook.pk)
    elif not asked.filter(due__lte=soonest).exists():
        ask_on_commit(DELIVER, webhook.pk, due=soonest)
