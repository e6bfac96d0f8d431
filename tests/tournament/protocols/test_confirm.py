"""A second official confirms (R11.2)."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import official
from tests.pages import browser_of, messages_of
from tournament.models import Protocol

from .sheets import address, afresh


@pytest.fixture
def accepted(played: Protocol) -> Protocol:
    played.state = "accepted"
    played.save()
    return played


def confirm(browser: Client, version: int = 0) -> Any:
    return browser.post(address("protocols:confirm"), {"version": version}, follow=True)


def test_a_second_official_confirms(accepted: Protocol) -> None:
    response = confirm(browser_of(accepted.partida.round.tournament, "secretary"))

    assert messages_of(response) == ["Confirmed: the result counts in the standings now."]
    assert afresh(accepted.partida).counts is True


def test_whoever_wrote_it_is_told_to_find_another(accepted: Protocol) -> None:
    writer = official(accepted.partida.round.tournament, "referee")
    Protocol.objects.filter(pk=accepted.pk).update(entered_by=writer)
    browser = Client()
    browser.force_login(writer)

    response = confirm(browser)

    assert messages_of(response) == [
        "You wrote this protocol yourself. Another official has to check and confirm it (R11.2)."
    ]
    assert response.context["wrote_it"] is True
    assert address("protocols:confirm") not in response.content.decode()
    assert afresh(accepted.partida).state == "accepted"


def test_what_was_changed_meanwhile_is_not_confirmed(accepted: Protocol) -> None:
    confirm(browser_of(accepted.partida.round.tournament, "secretary"), version=7)

    assert afresh(accepted.partida).state == "accepted"
