"""What the page for the players sends, and what is kept of it."""

from typing import Any

from django.test import Client

from tests.tournament.protocols.sheets import address
from tournament.models import Protocol, Signature
from tournament.protocols.queries import sheet

INK = "[[[100,100,0],[300,200,40]],[[350,120,90],[350,220,130]]]"
DRAWN = [[[100, 100, 0], [300, 200, 40]], [[350, 120, 90], [350, 220, 130]]]


def shown(protocol: Protocol) -> str:
    """The fingerprint that the page shows now."""
    return sheet(protocol.partida).content_sha256


def draw(browser: Client, protocol: Protocol, seat: int = 1, **changes: Any) -> Any:
    fields = {"shown": shown(protocol), "strokes": INK} | changes
    return browser.post(address("signing:draw", seat), fields, follow=True)


def give_pin(browser: Client, protocol: Protocol, seat: int, pin: str, **changes: Any) -> Any:
    fields = {"shown": shown(protocol), "pin": pin} | changes
    return browser.post(address("signing:pin", seat), fields, follow=True)


def refuse(browser: Client, protocol: Protocol, seat: int, reason: str, **changes: Any) -> Any:
    fields = {"shown": shown(protocol), "reason": reason} | changes
    return browser.post(address("signing:refuse", seat), fields, follow=True)


def answers(protocol: Protocol) -> dict[int, str]:
    """How each seat has answered."""
    return dict(Signature.objects.filter(protocol=protocol).values_list("seat", "how"))
