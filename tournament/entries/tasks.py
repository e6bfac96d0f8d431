"""What is done after the answer has gone out."""

import logging
import smtplib
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournament.audit.services import Author
from tournament.jobs import ask_on_commit, job
from tournament.models import EntryRequest, Job, Tournament
from tournament.phrases import Refused

from . import registration
from .mail import are_sent, letter
from .waiting_list import next_lapse

logger = logging.getLogger(__name__)

PAUSES = [timedelta(minutes=each) for each in (1, 5, 15, 60, 180, 720)]
"""How long after each attempt that failed the letters are tried again; one more, and they wait for the next act."""


@job
def tell_registrants(tournament_id: int, site: str) -> None:
    """Write to everybody whose request has another state than he was told of, and see to what is due of offers.

    site: how addresses begin in the letters. A letter that fails is tried again by itself.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is not None:
        _ask_to_pass_on(tournament, site)
        _tell(tournament, site, 0)


@tell_registrants.given_up
def later(tournament_id: int, site: str) -> None:
    """Its senders died of something else, most likely: the letters are tried again."""
    ask_on_commit(tell_again.name, tournament_id, site, 1, due=timezone.now() + PAUSES[-1])


@job
def tell_again(tournament_id: int, site: str, failed: int) -> None:
    """The letters that have failed so often, once more."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is not None:
        _tell(tournament, site, failed)


@job
def pass_on_offers(tournament_id: int, site: str) -> None:
    """Places that were offered and not taken in time go to the next, and all who are concerned are told."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return
    try:
        with transaction.atomic():
            registration.pass_on(tournament=tournament, by=Author())
            tell_registrants.delay_once_on_commit(tournament_id, site)
    except Refused as refusal:
        logger.info("No offer of %s is passed on: %s", tournament.slug, refusal)


def _tell(tournament: Tournament, site: str, failed: int) -> None:
    if not are_sent():
        return
    if _all_told(tournament, site):
        return
    if failed == len(PAUSES):
        logger.error("Letters about requests of %s are given up, until the next act", tournament.slug)
    elif not _waits(tell_again.name, tournament):
        ask_on_commit(tell_again.name, tournament.pk, site, failed + 1, due=timezone.now() + PAUSES[failed])


def _all_told(tournament: Tournament, site: str) -> bool:
    """Write what is to be written; whether all of it went out. Where no server answers, the rest isn't tried."""
    told = True
    for request in tournament.entry_requests.exclude(email="").select_related("tournament", "entry"):
        if request.told == request.state:
            continue
        try:
            letter(request, site).send()
        except OSError as error:
            logger.warning("A letter about request %s of %s failed: %s", request.number, tournament.slug, error)
            told = False
            if not isinstance(error, smtplib.SMTPResponseException | smtplib.SMTPRecipientsRefused):
                break
        else:
            EntryRequest.objects.filter(pk=request.pk).update(told=request.state)
    return told


def _ask_to_pass_on(tournament: Tournament, site: str) -> None:
    due = next_lapse(tournament)
    if due is not None and not _waits(pass_on_offers.name, tournament, due__lte=due):
        ask_on_commit(pass_on_offers.name, tournament.pk, site, due=due)


def _waits(task: str, tournament: Tournament, **more: object) -> bool:
    return Job.objects.filter(task=task, status=Job.Status.QUEUED, arguments__0=tournament.pk, **more).exists()
