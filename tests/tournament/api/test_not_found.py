"""Addresses under /api/v1/ that lead nowhere."""

import pytest

from tests.tournament.api.asking import SITE, address, why_not

ROUTE = "api:not_found"


@pytest.mark.parametrize(
    "rest",
    [
        "nothing",
        "tournaments/",
        "tournaments/Кубок",
        "tournaments/a%00b",
        "a%0Ab",
        "tournaments/cup%0A/rounds",
        "tournaments/cup/rounds/1",
        "x" * 9000,
    ],
)
def test_the_reason_is_data_too(db: None, rest: str) -> None:
    said = f"There is nothing at this address. All addresses are listed at {SITE}/api/v1/."

    assert address(ROUTE, "nothing") == "/api/v1/nothing"
    assert why_not(f"/api/v1/{rest}") == (404, said)
