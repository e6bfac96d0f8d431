"""An address is told nothing more."""

from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tournament.models import Tournament, Webhook

ROUTE = "webhooks:switch_off"


def test_it_is_switched_off(cup: Tournament, webhook: Webhook) -> None:
    page = browser_of(cup).post(reverse(ROUTE, args=["cup", webhook.pk]), follow=True)

    webhook.refresh_from_db()
    said = f"Switched off: {webhook.url} is told nothing more. What still waits for it waits on."
    assert (messages_of(page), webhook.is_on) == ([said], False)


def test_nothing_is_switched_by_looking(cup: Tournament, webhook: Webhook) -> None:
    assert browser_of(cup).get(reverse(ROUTE, args=["cup", webhook.pk])).status_code == 405


def test_another_tournaments_address_is_not_found(webhook: Webhook) -> None:
    other = TournamentFactory()

    answer = browser_of(other).post(reverse(ROUTE, args=[other.slug, webhook.pk]))

    webhook.refresh_from_db()
    assert (answer.status_code, webhook.is_on) == (404, True)
