"""An address that was switched off is told of events again."""

from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.models import Tournament, Webhook
from tournament.webhooks import services

ROUTE = "webhooks:switch_on"


def test_it_is_switched_on(cup: Tournament, webhook: Webhook) -> None:
    services.switch_off(webhook=webhook, by=Author())

    page = browser_of(cup).post(reverse(ROUTE, args=["cup", webhook.pk]), follow=True)

    webhook.refresh_from_db()
    said = f"Switched on: {webhook.url} is told of events from now on, and first of what has waited."
    assert (messages_of(page), webhook.is_on) == ([said], True)


def test_nothing_is_switched_by_looking(cup: Tournament, webhook: Webhook) -> None:
    assert browser_of(cup).get(reverse(ROUTE, args=["cup", webhook.pk])).status_code == 405


def test_another_tournaments_address_is_not_found(webhook: Webhook) -> None:
    other = TournamentFactory()

    assert browser_of(other).post(reverse(ROUTE, args=[other.slug, webhook.pk])).status_code == 404
