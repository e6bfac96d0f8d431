"""Opening a sheet again that isn't confirmed yet."""

import pytest

from tests.pages import browser_of, messages_of
from tournament.models import Protocol

from .sheets import address, afresh


@pytest.mark.parametrize(
    ("state", "then", "said"),
    [
        ("entered", "open", "The protocol is open again; it has to be signed anew."),
        ("accepted", "open", "The protocol is open again; it has to be signed anew."),
        ("confirmed", "confirmed", "Only a sheet that is being signed can be opened again; this one is confirmed."),
    ],
)
def test_it_is_open_again_unless_it_counts_already(played: Protocol, state: str, then: str, said: str) -> None:
    Protocol.objects.filter(pk=played.pk).update(state=state)
    browser = browser_of(played.partida.round.tournament, "referee")

    response = browser.post(address("protocols:reopen"), {"version": 0}, follow=True)

    assert (afresh(played.partida).state, messages_of(response)) == (then, [said])
