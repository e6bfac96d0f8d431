"""The page of an announcement: what it will say, by which ways, and what became of it."""

import json
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tests.tournament.webhooks.receiver import Receiver
from tournament.models import Notice, Round, Tournament
from tournament.notices.tasks import deliver

ROUTE = "notices:announce"


def address(cup: Tournament, number: int = 1) -> str:
    return reverse(ROUTE, args=[cup.slug, number])


def test_the_preview_says_what_will_be_sent(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    browser = browser_of(cup)

    page = browser.get(address(cup))
    browser.post(address(cup), {"channels": "telegram"})

    deliver(Notice.objects.get().pk)
    assert json.loads(telegram.received[0].body)["text"] == page.context["words"].text


def test_it_is_sent_and_listed(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    page = browser_of(cup).post(address(cup), {"channels": "telegram"}, follow=True)

    assert messages_of(page) == ["1 message is on its way."]
    assert [(row[0], row[1]) for row in rows_of(page)] == [("@cup", "to be sent")]


def test_ways_that_arent_set_up_arent_offered(cup: Tournament, round_: Round) -> None:
    browser = browser_of(cup)

    assert browser.get(address(cup)).context["form"].fields["channels"].choices == []
    page = browser.post(address(cup), {"channels": "email"})
    assert (page.status_code, list(errors_of(page)), Notice.objects.count()) == (422, ["channels"], 0)


def test_a_draw_that_isnt_public_has_no_preview(cup: Tournament, round_: Round, telegram: Receiver) -> None:
    Tournament.objects.update(is_public=False)
    browser = browser_of(cup)

    assert browser.get(address(cup)).context["words"] is None
    page = browser.post(address(cup), {"channels": "telegram"})
    assert errors_of(page)["__all__"] == ["The draw of round 1 isn't public: publish it first, then announce it."]


@pytest.mark.parametrize("chat", ["@domino_cup", "-1001234567890", ""])
def test_the_organiser_names_the_chat(cup: Tournament, round_: Round, chat: str) -> None:
    browser_of(cup).post(reverse("notices:chat", args=["cup", 1]), {"chat": chat})

    cup.refresh_from_db()
    assert cup.telegram_chat == chat


@pytest.mark.parametrize("chat", ["domino", "@a", "https://t.me/domino", "1; drop"])
def test_what_is_no_chat_is_said(cup: Tournament, round_: Round, chat: str) -> None:
    page = browser_of(cup).post(reverse("notices:chat", args=["cup", 1]), {"chat": chat})

    cup.refresh_from_db()
    assert (page.status_code, cup.telegram_chat) == (422, "@cup")
    assert list(page.context["chat_form"].errors["chat"]) == ["A chat is @name or a number."]


def test_a_round_that_isnt_there_and_another_tournaments_organiser(cup: Tournament, round_: Round) -> None:
    assert browser_of(cup).get(address(cup, 2)).status_code == 404
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


def test_one_notice_and_three_take_as_many_queries(
    cup: Tournament, round_: Round, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    def notice() -> None:
        Notice.objects.create(
            tournament=cup, kind="draw", channel="email", address="a@b.c", language="ru", round_number=1
        )

    browser = browser_of(cup)
    notice()
    with django_assert_max_num_queries(20) as one:
        browser.get(address(cup))
    notice()
    notice()
    with django_assert_num_queries(len(one)):
        assert len(rows_of(browser.get(address(cup)))) == 3
