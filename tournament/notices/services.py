"""Telling people: each address gets a message of its own, which is tried again for a day."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language

from tournament.audit.services import Author, act
from tournament.jobs.task import ask_on_commit
from tournament.models import Job, Notice, Round, Tournament
from tournament.phrases import Refused

from . import sending
from .addresses import recipients
from .words import draw_words, words_of

DELIVER = "tournament.notices.tasks.deliver"
PAUSES = [timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 720)]
"""How long after each failed attempt the next one follows; one more that fails, and the notice is given up."""
LEASE = timedelta(minutes=1)
"""After which a notice that was being sent is sent again: its sender has died."""

WAITING, SENT, DROPPED, GIVEN_UP = (
    Notice.State.WAITING.value,
    Notice.State.SENT.value,
    Notice.State.DROPPED.value,
    Notice.State.GIVEN_UP.value,
)
EMAIL, TELEGRAM = Notice.Channel.EMAIL.value, Notice.Channel.TELEGRAM.value


def set_chat(*, tournament: Tournament, chat: str, by: Author) -> None:
    """Name the Telegram chat to which draws are announced; empty: none."""
    with act(tournament, "notices.chat_set", by) as doing:
        before = doing.tournament.telegram_chat
        if before == chat:
            doing.unchanged()
            return
        doing.data = {"before": {"chat": before}, "after": {"chat": chat}}
        Tournament.objects.filter(pk=doing.tournament.pk).update(telegram_chat=chat)


def announce(*, tournament: Tournament, round_: Round, channels: list[str], by: Author, site: str = "") -> list[Notice]:
    """Tell people of the draw of a round, as far as everybody may read it.

    site: the address the program was asked at, for links where PUBLIC_URL isn't set.
    """
    with act(tournament, "notices.announced", by) as doing:
        current = doing.tournament.rounds.get(pk=round_.pk)
        if draw_words(doing.tournament, current) is None:
            raise Refused("notice.not_released", round=current.number)
        addressed = [(channel, address) for channel in channels for address in _addresses(doing.tournament, channel)]
        notices = [
            Notice.objects.create(
                tournament=doing.tournament,
                kind=Notice.Kind.DRAW.value,
                channel=channel,
                address=address,
                language=get_language() or settings.LANGUAGE_CODE,
                round_number=current.number,
                site=site,
                created_by=by.user,
            )
            for channel, address in addressed
        ]
        for notice in notices:
            ask_on_commit(DELIVER, notice.pk)
        doing.subject = f"round {current.number}"
        doing.data = {channel: sum(each == channel for each, _address in addressed) for channel in channels}
    return notices


def _addresses(tournament: Tournament, channel: str) -> list[str]:
    if channel == TELEGRAM:
        if not (settings.TELEGRAM_TOKEN and tournament.telegram_chat):
            raise Refused("notice.no_telegram", field="channels")
        return [tournament.telegram_chat]
    if not settings.EMAIL_URL:
        raise Refused("notice.no_email", field="channels")
    if not (found := recipients(tournament)):
        raise Refused("notice.nobody", field="channels")
    return found


def _ask_again(notice: Notice) -> None:
    """Somebody else is sending it, or has died sending it: the job of a dead one may come back before it is due."""
    due = Notice.objects.filter(pk=notice.pk, state=WAITING).values_list("due", flat=True).first()
    asked = Job.objects.filter(status=Job.Status.QUEUED.value, task=DELIVER, arguments=[notice.pk], due=due)
    if due is not None and not asked.exists():
        ask_on_commit(DELIVER, notice.pk, due=due)


def deliver(*, notice: Notice) -> None:
    """Send a notice that is due, if it may still be said; else never. Another worker may have been quicker."""
    now = timezone.now()
    mine = Notice.objects.filter(pk=notice.pk)
    if not mine.filter(state=WAITING, due__lte=now).update(due=now + LEASE, attempts=F("attempts") + 1):
        _ask_again(notice)
        return
    notice.refresh_from_db()
    words = words_of(notice)
    if words is None:
        mine.update(state=DROPPED)
        return
    outcome = sending.send(notice, words)
    if not outcome.fault:
        mine.update(state=SENT, fault="", sent_at=timezone.now())
    elif outcome.lasting or notice.attempts > len(PAUSES):
        mine.update(state=GIVEN_UP, fault=outcome.fault)
    else:
        due = timezone.now() + PAUSES[notice.attempts - 1]
        mine.update(due=due, fault=outcome.fault)
        ask_on_commit(DELIVER, notice.pk, due=due)
