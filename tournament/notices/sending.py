"""One notice over the wire: by the installation's own mail server, or through the interface of Telegram's bots."""

import json
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMessage

from tournament.models import Notice
from tournament.webhooks import sending

from .words import Words

LONGEST_FAULT = 200


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt. fault: empty where it was taken; lasting: another attempt would fare no better."""

    fault: str = ""
    lasting: bool = False


def send(notice: Notice, words: Words) -> Outcome:
    """Send a notice; whatever goes wrong is the outcome."""
    return _by_telegram(notice, words) if notice.channel == Notice.Channel.TELEGRAM.value else _by_email(notice, words)


def _by_email(notice: Notice, words: Words) -> Outcome:
    if not settings.EMAIL_URL:
        return Outcome("EMAIL_URL", lasting=True)
    message = EmailMessage(words.subject, words.text, to=[notice.address])
    try:
        message.send()
    except Exception as fault:  # a mail server, a name server, a broken address: each raises its own
        return Outcome(f"{type(fault).__name__}: {fault}"[:LONGEST_FAULT])
    return Outcome()


def _by_telegram(notice: Notice, words: Words) -> Outcome:
    if not settings.TELEGRAM_TOKEN:
        return Outcome("TELEGRAM_TOKEN", lasting=True)
    said = {"chat_id": notice.address, "text": words.within(), "link_preview_options": {"is_disabled": True}}
    body = json.dumps(said, ensure_ascii=False).encode()
    answer = sending.send(f"{settings.TELEGRAM_URL}/bot{settings.TELEGRAM_TOKEN}/sendMessage", body, {})
    if answer.is_good:
        return Outcome()
    fault = f"{answer.status or ''} {answer.text}".strip().replace(settings.TELEGRAM_TOKEN, "…")
    # A chat that isn't there, or a bot that isn't in it; but 429 only says: later.
    lasting = answer.status is not None and 400 <= answer.status < 500 and answer.status != 429
    return Outcome(fault[:LONGEST_FAULT], lasting=lasting)
