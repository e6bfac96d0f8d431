"""What the deal in the form would bring, before it is written."""

from typing import Any

import pytest
from django.test import Client

from tournament.models import AuditRecord, Protocol

from .sheets import SECOND, address, afresh, posted


def words(response: Any) -> str:
    """What stands in the answer, without its marks."""
    text = response.content.decode()
    while "<" in text:
        before, _, rest = text.partition("<")
        text = f"{before} {rest.partition('>')[2]}"
    return " ".join(text.split())


def test_the_deal_is_told_in_words_and_not_written(referee: Client, protocol: Protocol) -> None:
    response = referee.post(address("protocols:preview"), posted(SECOND))

    assert words(response) == "Side B Ким К. / Ли Л. +22 → 31 : 22"
    assert (afresh(protocol.partida).deals.count(), AuditRecord.objects.count()) == (1, 0)


AGAIN = "The broken deal is played again with the same lead."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"ending": "fish", "closer": 1, "pips_1": 8, "pips_2": 6, "pips_3": 4, "pips_4": 6},
            "The sums are equal: nobody scores (R5.3). → 31 : 0",
        ),
        ({"ending": "broken"}, f"The deal is broken: nobody scores (R5.6). → 31 : 0 {AGAIN}"),
        ({"pips_4": 5}, "23 pips are left, but with the open ends 3 and 3 it is an even number. Rule R5.4"),
        # What is merely not written yet is no mistake.
        ({"pips_4": ""}, ""),
        ({"end_1": None, "end_2": None}, ""),
    ],
)
def test_what_it_brings_or_breaks(referee: Client, change: dict[str, Any], said: str) -> None:
    response = referee.post(address("protocols:preview"), posted(SECOND, **change))

    assert (response.status_code, words(response)) == (200, said)
