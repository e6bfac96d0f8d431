"""Asking for a place without an account: the form, what keeps programs out of it, and the private page of a request."""

import time
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, EntryRequestFactory, PaymentFactory
from tests.pages import errors_of, messages_of
from tournament.entries.mail import key_of
from tournament.jobs import run_queued
from tournament.models import EntryRequest, EntryTerms, Tournament
from tournament.public import guard

URL = reverse("public:register", args=["cup"])
TYPED = {
    "player_1": "Ким К.",
    "player_2": "Ли Л.",
    "contact_name": "Ким",
    "email": "kim@example.org",
    "consent": "on",
}
STALE = (
    "This form was open for very long, or was sent by a program. What you typed is still here: look through it and "
    "send it again."
)


@pytest.fixture(autouse=True)
def _opened(cup: Tournament) -> None:
    EntryTerms.objects.create(tournament=cup, is_open=True)
    cache.clear()


def send(browser: Client, **typed: str) -> Any:
    stamp = {} if "stamp" in typed else {"stamp": guard.stamp(time.time() - 60)}
    return browser.post(URL, TYPED | stamp | typed)


def own_page(request: EntryRequest, route: str = "public:request") -> str:
    return reverse(route, args=["cup", key_of(request)])


@pytest.mark.parametrize(
    "typed",
    ["http://evil.example", "Win at www.evil.example", "evil.com", "Ким\n\nКлик: https://evil.example", "a@b.c"],
)
def test_nobody_writes_letters_to_strangers_in_our_name(client: Client, cup: Tournament, typed: str) -> None:
    """A name is written into a letter to the address that is typed beside it: it leads nowhere."""
    for field in ("contact_name", "player_1", "club"):
        answer = send(client, **{field: typed})
        assert errors_of(answer) == {field: ["Only a name belongs here, without an address of a page or of e-mail."]}
    run_queued()
    assert (EntryRequest.objects.count(), mail.outbox) == (0, [])


def test_a_name_is_one_line_of_a_letter(client: Client, cup: Tournament) -> None:
    send(client, contact_name="Ким\r\n\r\nВы выиграли!")

    assert EntryRequest.objects.get().contact_name == "Ким Вы выиграли!"


# -- the form ------------------------------------------------------------------------------------------------


def test_the_page_of_the_tournament_leads_to_the_form_while_it_is_open(client: Client, cup: Tournament) -> None:
    front = reverse("public:tournament", args=["cup"])
    assert f'href="{URL}"' in client.get(front).content.decode()
    EntryTerms.objects.update(is_open=False)
    assert f'href="{URL}"' not in client.get(front).content.decode()
    assert client.get(URL).context["closed"] == "Registration isn't open. Ask the organiser."


def test_a_request_is_kept_with_its_contact_and_answered_with_a_private_page(client: Client, cup: Tournament) -> None:
    answer = send(client, club="Спартак", country="Россия", phone="+7 900", message="Приедем накануне")
    request = EntryRequest.objects.get()
    assert answer["Location"] == own_page(request)
    assert (request.players, request.club, request.country, request.state) == (
        ["Ким К.", "Ли Л."],
        "Спартак",
        "Россия",
        "new",
    )
    assert (request.contact_name, request.email, request.phone, request.message) == (
        "Ким",
        "kim@example.org",
        "+7 900",
        "Приедем накануне",
    )


def test_its_sender_is_told_by_e_mail(client: Client) -> None:
    send(client)
    run_queued()
    (letter,) = mail.outbox
    assert (letter.to, own_page(EntryRequest.objects.get()) in letter.body) == (["kim@example.org"], True)


def test_one_player_of_an_individual_event(client: Client, cup: Tournament) -> None:
    """R1.3."""
    Tournament.objects.filter(pk=cup.pk).update(event="individual")
    send(client)
    assert EntryRequest.objects.get().players == ["Ким К."]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"player_2": ""}, "player_2"),
        ({"consent": ""}, "consent"),
        ({"contact_name": ""}, "contact_name"),
        ({"email": "kim"}, "email"),
        ({"email": "", "phone": ""}, "email"),
        ({"player_1": "И" * 201}, "player_1"),
        ({"player_2": "ким к."}, "player_2"),
        ({"message": "!" * 1001}, "message"),
    ],
)
def test_what_is_missing_or_cannot_be_is_said_at_its_field(client: Client, typed: dict[str, str], field: str) -> None:
    answer = send(client, **typed)
    assert (answer.status_code, list(errors_of(answer)), EntryRequest.objects.count()) == (422, [field], 0)


def test_a_telephone_is_enough(client: Client) -> None:
    send(client, email="", phone="+7 900")
    assert EntryRequest.objects.count() == 1


def test_a_tournament_that_is_not_public_has_no_form(client: Client, cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(is_public=False)
    assert (client.get(URL).status_code, send(client).status_code, EntryRequest.objects.count()) == (404, 404, 0)


# -- programs ------------------------------------------------------------------------------------------------


def test_the_field_that_nobody_sees_has_to_stay_empty(client: Client) -> None:
    answer = send(client, website="https://spam.example.org")
    assert (answer.status_code, errors_of(answer), EntryRequest.objects.count()) == (
        422,
        {"__all__": ["A field that nobody sees was filled in. Leave it empty and send the form again."]},
        0,
    )


@pytest.mark.parametrize(
    "stamp",
    ["", "forged", guard.stamp(time.time() - guard.LONGEST - 60), guard.stamp(time.time() + 3600)],
    ids=["none", "forged", "stale", "sent before it was given out"],
)
def test_a_form_that_nobody_can_have_filled_in_is_given_out_again(client: Client, stamp: str) -> None:
    answer = send(client, stamp=stamp)
    assert (answer.status_code, errors_of(answer), EntryRequest.objects.count()) == (422, {"__all__": [STALE]}, 0)
    assert answer.context["form"]["player_1"].value() == "Ким К."


def test_a_form_sent_twice_is_one_request(client: Client) -> None:
    stamp = guard.stamp(time.time() - 60)
    first, second = send(client, stamp=stamp), send(client, stamp=stamp)
    assert (first["Location"], EntryRequest.objects.count()) == (second["Location"], 1)


def test_a_browser_that_sends_without_end_is_stopped_and_the_hall_behind_its_address_is_not(client: Client) -> None:
    for number in range(guard.SENDINGS.browser):
        send(client, player_1=f"Игрок {number}-1", player_2=f"Игрок {number}-2")
    assert list(errors_of(send(client))) == ["__all__"]
    other = Client()
    assert (send(other).status_code, EntryRequest.objects.count()) == (302, guard.SENDINGS.browser + 1)


def test_a_request_without_a_token_is_refused() -> None:
    assert send(Client(enforce_csrf_checks=True)).status_code == 403


# -- the private page ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["1", "1:forged", ":", "x:y", "1:" + "a" * 500])
def test_nobody_makes_up_the_link(client: Client, cup: Tournament, key: str) -> None:
    EntryRequestFactory(tournament=cup)
    assert client.get(reverse("public:request", args=["cup", key])).status_code == 404


def test_the_link_opens_nothing_in_another_tournament(client: Client, cup: Tournament) -> None:
    elsewhere = EntryRequestFactory()
    assert client.get(reverse("public:request", args=["cup", key_of(elsewhere)])).status_code == 404


def test_it_is_kept_by_no_cache_and_no_search_engine(client: Client, cup: Tournament) -> None:
    page = client.get(own_page(EntryRequestFactory(tournament=cup)))
    assert "no-store" in page["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in page.content.decode()


def test_it_says_which_place_in_the_line_one_has(client: Client, cup: Tournament) -> None:
    first, second = (EntryRequestFactory(tournament=cup, state="listed") for _each in range(2))
    assert [client.get(own_page(each)).context["place_in_line"] for each in (first, second)] == [1, 2]


def test_it_says_what_is_still_to_be_paid(client: Client, cup: Tournament) -> None:
    EntryTerms.objects.update(fee=1500)
    entry = EntryFactory(tournament=cup)
    request = EntryRequestFactory(tournament=cup, state="accepted", entry=entry)
    assert client.get(own_page(request)).context["account"].rest == 1500
    PaymentFactory(entry=entry, amount=1500)
    assert client.get(own_page(request)).context["account"].rest == 0


def test_its_sender_withdraws_and_is_told(client: Client, cup: Tournament) -> None:
    entry = EntryFactory(tournament=cup)
    request = EntryRequestFactory(tournament=cup, state="accepted", entry=entry, told="accepted")
    page = client.post(own_page(request, "public:withdraw"), follow=True)
    assert (messages_of(page), cup.entries.count()) == (["Your request is withdrawn."], 0)
    run_queued()
    assert [letter.subject for letter in mail.outbox] == ["Кубок: your request (withdrawn)"]


def test_an_offered_place_is_taken_once(client: Client, cup: Tournament) -> None:
    request = EntryRequestFactory(tournament=cup, state="offered", players=["Ким К.", "Ли Л."])
    assert client.get(own_page(request)).context["offered"] is True
    messages = [messages_of(client.post(own_page(request, "public:take"), follow=True)) for _each in range(2)]
    assert messages == [
        ["You are entered as number 1."],
        ["Request 1 has been decided meanwhile: it is accepted."],
    ]
    assert str(cup.entries.get()) == "Ким К. / Ли Л."


@pytest.mark.parametrize("route", ["public:take", "public:withdraw"])
def test_acts_are_posted(client: Client, cup: Tournament, route: str) -> None:
    assert client.get(own_page(EntryRequestFactory(tournament=cup), route)).status_code == 405
