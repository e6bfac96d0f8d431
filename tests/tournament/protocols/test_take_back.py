"""Taking back the last deal: two minutes for whoever writes, later for those who may, with a reason."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.pages import browser_of, messages_of
from tournament.models import AuditRecord, Deal, Protocol
from tournament.protocols.sheets import UNDO_SECONDS

from .sheets import address, afresh

URL = "/desk/cup/protocols/1/1/"
TAKE_BACK = {"version": 0}


def written(seconds: float) -> None:
    """The last deal was written so long ago."""
    Deal.objects.update(recorded_at=timezone.now() - timedelta(seconds=seconds))


def test_the_last_deal_goes(referee: Client, protocol: Protocol) -> None:
    response = referee.post(address("protocols:take_back"), {"version": 0}, follow=True)

    assert messages_of(response) == ["The last deal is taken back."]
    assert afresh(protocol.partida).deals.count() == 0


def test_a_second_press_of_the_button_takes_back_nothing_more(referee: Client, protocol: Protocol) -> None:
    referee.post(address("protocols:take_back"), {"version": 0})

    again = referee.post(address("protocols:take_back"), {"version": 0}, follow=True)

    assert messages_of(again)[-1] == (
        "This protocol was changed on another device meanwhile (version 1, yours is 0). "
        "Look at what is written now and enter yours again if it is still missing."
    )


@pytest.mark.parametrize(("seconds", "deals"), [(UNDO_SECONDS - 20, 0), (UNDO_SECONDS + 1, 1)])
def test_a_referee_has_two_minutes(referee: Client, protocol: Protocol, seconds: int, deals: int) -> None:
    """By the server's clock, whatever the page shows (R6.5)."""
    written(seconds)

    referee.post(address("protocols:take_back"), TAKE_BACK | {"reason": "Описка"})

    assert afresh(protocol.partida).deals.count() == deals


def test_after_them_he_is_told_whom_to_call(referee: Client) -> None:
    written(UNDO_SECONDS + 1)

    response = referee.post(address("protocols:take_back"), TAKE_BACK, follow=True)

    assert messages_of(response) == [
        "The last deal was written more than 2 minutes ago. Call the chief referee or an organiser: they can still "
        "take it back, with a reason."
    ]


@pytest.mark.parametrize("role", ["chief_referee", "organiser"])
def test_the_chief_referee_and_an_organiser_can_still_take_it_back_and_say_why(protocol: Protocol, role: str) -> None:
    written(UNDO_SECONDS + 1)
    official = browser_of(protocol.partida.round.tournament, role)

    unsaid = official.post(address("protocols:take_back"), TAKE_BACK | {"reason": " "}, follow=True)
    assert messages_of(unsaid) == [
        "The last deal was written more than 2 minutes ago. Give the reason for taking it back: it stays in the "
        "journal."
    ]

    official.post(address("protocols:take_back"), TAKE_BACK | {"reason": "Описка"})
    assert afresh(protocol.partida).deals.count() == 0
    assert AuditRecord.objects.latest("pk").data["reason"] == "Описка"


@pytest.mark.parametrize(
    ("role", "seconds", "undo", "later"),
    [
        ("referee", 0, True, "call one of them"),
        ("referee", UNDO_SECONDS + 1, False, "call one of them"),
        ("chief_referee", UNDO_SECONDS + 1, False, "and the reason"),
    ],
)
def test_the_page_offers_what_can_be_done(protocol: Protocol, role: str, seconds: int, undo: bool, later: str) -> None:
    """The script shows the second part when the first has run out."""
    written(seconds)

    text = browser_of(protocol.partida.round.tournament, role).get(URL).content.decode()

    first, _, second = text.partition("data-undo-over")
    assert ("data-undo=" in first, second.startswith(" hidden"), later in second) == (undo, undo, True)


def test_the_page_counts_from_the_last_deal(referee: Client) -> None:
    written(50)

    assert 65 < referee.get(URL).context["sheet"].undo_seconds <= 70
