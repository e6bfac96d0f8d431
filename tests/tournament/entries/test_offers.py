"""A place that is offered is kept for so long as the organiser says; then it goes to the next by itself."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.factories import EntryFactory, EntryRequestFactory
from tests.pages import browser_of
from tournament.audit.services import Author
from tournament.entries import services, tasks
from tournament.entries.mail import key_of
from tournament.jobs import run_queued
from tournament.models import EntryRequest, EntryTerms, Job, Tournament

SITE = "https://domino.example.org"


@pytest.fixture
def line(cup: Tournament) -> Tournament:
    """One place, which is taken; two wait for it, and whoever has it withdraws: an offer that holds for a day."""
    EntryTerms.objects.create(tournament=cup, is_open=True, capacity=1, offer_hours=24)
    entry = EntryFactory(tournament=cup)
    for number in (1, 2):
        EntryRequestFactory(
            tournament=cup, email=f"{number}@example.org", state="listed", listed_at=timezone.now(), language="en"
        )
    services.withdraw(entry=entry, from_round=1, reason="Болезнь", by=Author())
    return cup


def states(cup: Tournament) -> list[str]:
    return list(cup.entry_requests.order_by("number").values_list("state", flat=True))


def first(cup: Tournament) -> EntryRequest:
    return cup.entry_requests.get(number=1)


def a_day_passes() -> None:
    """Nobody can wait for it in a test: what was due in a day is due now."""
    EntryRequest.objects.exclude(offered_until=None).update(offered_until=timezone.now())
    Job.objects.filter(status="queued").update(due=timezone.now())
    run_queued()


def test_it_says_until_when_and_goes_to_the_next_by_itself(line: Tournament, client: Client) -> None:
    tasks.tell_registrants(line.pk, SITE)
    until = first(line).offered_until
    assert until is not None
    assert timedelta(hours=23) < until - timezone.now() <= timedelta(hours=24)
    assert "It is kept for you until" in mail.outbox[0].body
    assert "It is kept for you until" in client.get(f"/t/cup/register/{key_of(first(line))}/").content.decode()
    assert "then the place goes to the next" in browser_of(line).get("/desk/cup/entries/requests/").content.decode()
    mail.outbox.clear()

    a_day_passes()

    assert states(line) == ["declined", "offered"]
    assert first(line).reason == "The place that was offered wasn't taken in time."
    assert [letter.to for letter in mail.outbox] == [["1@example.org"], ["2@example.org"]]
    record = line.journal.latest("number")
    assert (record.action, record.data) == ("offers.lapsed", {"lapsed": [1], "offered": [2]})


def test_who_has_taken_it_keeps_it(line: Tournament, client: Client) -> None:
    tasks.tell_registrants(line.pk, SITE)
    client.post(f"/t/cup/register/{key_of(first(line))}/take/")

    a_day_passes()

    assert states(line) == ["accepted", "listed"]


def test_without_a_time_it_is_kept_until_the_organiser_decides(line: Tournament) -> None:
    EntryRequest.objects.update(offered_until=None)
    tasks.tell_registrants(line.pk, SITE)

    a_day_passes()

    assert states(line) == ["offered", "listed"]
    assert not Job.objects.filter(task=tasks.pass_on_offers.name).exists()
