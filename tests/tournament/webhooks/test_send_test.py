"""A test is sent to an address."""

import json

from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.jobs import run_queued
from tournament.models import Tournament, Webhook
from tournament.webhooks import services

from .receiver import Receiver

ROUTE = "webhooks:send_test"


def test_a_test_is_sent(cup: Tournament, webhook: Webhook, receiver: Receiver) -> None:
    page = browser_of(cup).post(reverse(ROUTE, args=["cup", webhook.pk]), follow=True)
    run_queued()

    said = f"A test is on its way to {webhook.url}. Reload this page to see what it answers."
    assert messages_of(page) == [said]
    assert [json.loads(message.body)["type"] for message in receiver.received] == ["test"]


def test_to_an_address_that_is_switched_off_nothing_is_sent(cup: Tournament, webhook: Webhook) -> None:
    services.switch_off(webhook=webhook, by=Author())

    page = browser_of(cup).post(reverse(ROUTE, args=["cup", webhook.pk]), follow=True)

    assert messages_of(page) == ["This address is switched off, so nothing is sent to it. Switch it on first."]
    assert webhook.events.count() == 0


def test_nothing_is_sent_by_looking(cup: Tournament, webhook: Webhook) -> None:
    assert browser_of(cup).get(reverse(ROUTE, args=["cup", webhook.pk])).status_code == 405


def test_another_tournaments_address_is_not_found(webhook: Webhook) -> None:
    other = TournamentFactory()

    assert browser_of(other).post(reverse(ROUTE, args=[other.slug, webhook.pk])).status_code == 404
    assert webhook.events.count() == 0
