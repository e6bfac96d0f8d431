"""What was corrected after it had been confirmed (R11.4)."""

from dataclasses import replace

import pytest

from tests.tournament.api.asking import address, read
from tests.tournament.corrections.confirmed import confirmed
from tests.tournament.protocols.sheets import DEALS, SECOND
from tournament.audit.services import Author
from tournament.corrections.queries import Correction
from tournament.corrections.services import correct
from tournament.models import Protocol, Release, Tournament

ROUTE = "api:errata"


@pytest.fixture
def corrected(db: None) -> Protocol:
    """B +72 in place of +22: the other pair has won."""
    protocol = confirmed()
    deals = (DEALS[0], replace(SECOND, pips=(30, 0, 8, 34)), *DEALS[2:])
    correct(partida=protocol.partida, correction=Correction(deals=deals), reason="Иванов описался", by=Author())
    Tournament.objects.update(is_public=True)
    return protocol


def test_the_result_before_and_after(corrected: Protocol) -> None:
    (row,) = read(address(ROUTE, "cup"))["items"]

    assert {name: row[name] for name in ("round", "table", "before", "after", "reason")} == {
        "round": 1,
        "table": 1,
        "before": {"kind": "played", "points": [77, 50], "parts": None, "winner": "a"},
        "after": {"kind": "played", "points": [77, 100], "parts": None, "winner": "b"},
        "reason": "Иванов описался",
    }
    assert (row["a"]["players"], row["b"]["entries"]) == (["Иванов И.", "Петров П."], [2])


def test_beside_initials_no_reason_names_anybody(corrected: Protocol) -> None:
    Tournament.objects.update(names_shown="initials")

    (row,) = read(address(ROUTE, "cup"))["items"]
    assert (row["reason"], row["a"]["players"]) == ("", ["И. И.", "П. П."])


def test_a_result_that_is_held_back_has_none(corrected: Protocol) -> None:
    Release.objects.create(tournament=corrected.partida.round.tournament, kind="results", level="officials")

    assert read(address(ROUTE, "cup"))["items"] == []
