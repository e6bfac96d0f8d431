"""The page about other programs that are told of events."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, rows_of
from tournament.audit.services import Author
from tournament.jobs import run_queued
from tournament.models import Tournament, Webhook
from tournament.webhooks import services, signature

from .receiver import Receiver, saying

ROUTE = "webhooks:list"
URL = "https://example.org/domino"


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


@pytest.fixture
def organiser(cup: Tournament) -> Client:
    return browser_of(cup)


def add(browser: Client, cup: Tournament, url: str) -> Any:
    return browser.post(address(cup), {"url": url})


def test_an_address_is_added_and_its_secret_is_shown_once(organiser: Client, cup: Tournament) -> None:
    page = add(organiser, cup, URL)

    webhook = Webhook.objects.get()
    secret = signature.secret_of(webhook.nonce)
    assert (webhook.url, webhook.tournament, webhook.site) == (URL, cup, "http://testserver/")
    assert (page.status_code, secret in page.content.decode()) == (200, True)
    assert secret not in organiser.get(address(cup)).content.decode()
    assert "no-store" in page["Cache-Control"]


def test_what_happens_is_kept_in_the_journal(organiser: Client, cup: Tournament) -> None:
    add(organiser, cup, URL)

    assert list(cup.journal.values_list("action", "data")) == [("webhook.added", {"url": URL})]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "This field is required."),
        ("example.org", "Write a whole address that begins with https:// or http://."),
        ("ftp://example.org/", "Write a whole address that begins with https:// or http://."),
        ("https://", "Write a whole address that begins with https:// or http://."),
        ("https://example.org/\x00", "Null characters are not allowed."),
        ("https://a:b@example.org/", "Leave the name and the password out: messages are signed instead."),
        ("https://localhost:8000/", "This address lies in a private network."),
        ("http://192.168.1.7/", "This address lies in a private network."),
        ("http://[::1]/", "This address lies in a private network."),
        ("https://example.org/" + "x" * 500, "Ensure this value has at most 500 characters (it has 520)."),
    ],
)
def test_what_is_no_address_is_said_at_the_field(organiser: Client, cup: Tournament, url: str, said: str) -> None:
    page = add(organiser, cup, url)

    (error,) = errors_of(page)["url"][:1]
    assert (page.status_code, error[: len(said)], Webhook.objects.count()) == (422, said, 0)


def test_a_hall_without_internet_may_allow_its_own_network(
    organiser: Client, cup: Tournament, settings: Settings
) -> None:
    settings.WEBHOOKS_PRIVATE = True

    assert add(organiser, cup, "http://192.168.1.7/").status_code == 200


def test_letters_of_any_script_are_written_as_addresses_are(organiser: Client, cup: Tournament) -> None:
    add(organiser, cup, "https://example.org/тур?x=ё#part")

    assert Webhook.objects.get().url == "https://example.org/%D1%82%D1%83%D1%80?x=%D1%91"


def test_the_same_address_is_refused(organiser: Client, cup: Tournament) -> None:
    add(organiser, cup, URL)

    page = add(organiser, cup, URL)

    assert errors_of(page) == {
        "url": ["This address is on the list already. If it is switched off, switch it on again."]
    }
    assert Webhook.objects.count() == 1


def test_each_message_stands_there_with_its_answer(
    organiser: Client, cup: Tournament, webhook: Webhook, receiver: Receiver
) -> None:
    receiver.answers = [saying(200, "thanks"), saying(500, "<b>oops</b>")]
    services.send_test(webhook=webhook, by=Author())
    run_queued()
    services.send_test(webhook=webhook, by=Author())
    run_queued()
    webhook.events.create(
        kind="result.confirmed",
        round_number=3,
        table=7,
        state="held",
        happened_at="2026-05-09T09:00Z",
        due=timezone.now(),
    )

    rows = rows_of(organiser.get(address(cup)))

    assert [
        [what, state.partition(", again at")[0], attempts, answer] for _at, what, state, attempts, answer, _url in rows
    ] == [
        ["result confirmed: round 3, table 7", "held back: it isn't public yet", "0", "—"],
        ["test", "to be sent", "1", "500 <b>oops</b>"],
        ["test", "delivered", "1", "200 thanks"],
    ]
    assert rows[0][0] == "05/09/2026 12:00:00"


@pytest.mark.parametrize(
    ("fault", "said"),
    [("not a public address", "the address lies in a private network"), ("too slow", "no answer in time")],
)
def test_why_there_was_no_answer_is_said_in_words(
    organiser: Client, cup: Tournament, webhook: Webhook, fault: str, said: str
) -> None:
    webhook.events.create(kind="test", happened_at=timezone.now(), due=timezone.now(), answer=fault)

    assert rows_of(organiser.get(address(cup)))[0][4] == said


def test_the_same_number_of_queries_with_one_and_with_many(
    organiser: Client, cup: Tournament, webhook: Webhook, django_assert_num_queries: Any
) -> None:
    def fill(count: int) -> None:
        for number in range(count):
            other = services.add(tournament=cup, url=f"https://example.org/{webhook.pk}/{count}/{number}", by=Author())
            services.send_test(webhook=other, by=Author())

    fill(1)
    organiser.get(address(cup))
    with django_assert_num_queries(7):
        organiser.get(address(cup))
    fill(5)
    with django_assert_num_queries(7):
        organiser.get(address(cup))


def test_another_tournaments_addresses_are_not_there(webhook: Webhook) -> None:
    other = TournamentFactory()

    assert webhook.url not in browser_of(other).get(address(other)).content.decode()


@pytest.mark.parametrize("role", ["chief_referee", "secretary", "referee"])
def test_the_others_see_nothing_of_it(cup: Tournament, role: str) -> None:
    assert browser_of(cup, role).get(address(cup)).status_code == 403
