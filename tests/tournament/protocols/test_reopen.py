"""Opening a sheet again that isn't confirmed yet."""

import pytest

from tests.pages import browser_of, messages_of
from tournament.models import Protocol

from .sheets import address, afresh

SIGNED = (
    "The players have signed this sheet: it is opened again only with a reason, which the referee at the table reads "
    "(R11.2)."
)


@pytest.mark.parametrize(
    ("state", "then", "said"),
    [
        ("entered", "open", "The protocol is open again; it has to be signed anew."),
        ("accepted", "accepted", SIGNED),
        ("confirmed", "confirmed", "Only a sheet that is being signed can be opened again; this one is confirmed."),
    ],
)
def test_it_is_open_again_unless_it_counts_already(played: Protocol, state: str, then: str, said: str) -> None:
    Protocol.objects.filter(pk=played.pk).update(state=state)
    browser = browser_of(played.partida.round.tournament, "referee")

    response = browser.post(address("protocols:reopen"), {"version": 0}, follow=True)

    assert (afresh(played.partida).state, messages_of(response)) == (then, [said])


def test_the_second_official_sends_a_signed_sheet_back_and_the_referee_reads_why(played: Protocol) -> None:
    """R11.2"""
    Protocol.objects.filter(pk=played.pk).update(state="accepted")
    cup = played.partida.round.tournament
    secretary, referee = browser_of(cup, "secretary"), browser_of(cup, "referee")

    secretary.post(address("protocols:reopen"), {"version": 0, "reason": "Нет раздачи 5"})

    page = referee.get(address("protocols:entry")).content.decode()
    assert afresh(played.partida).state == "open"
    assert "This protocol was sent back.</strong> Нет раздачи 5" in page


def test_a_sheet_that_was_changed_meanwhile_is_not_sent_back(played: Protocol) -> None:
    Protocol.objects.filter(pk=played.pk).update(state="accepted", version=4)
    browser = browser_of(played.partida.round.tournament, "secretary")

    browser.post(address("protocols:reopen"), {"version": 3, "reason": "Нет раздачи 5"})

    assert afresh(played.partida).state == "accepted"
