"""Two contents of a sheet, and what differs in words."""

from typing import Any

import pytest

from tests.tournament.documents.contents import deal, protocol, ruling
from tournament.corrections.tables import differences


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({}, {}, []),
        (
            {"deals": [deal(1)]},
            {"deals": [deal(1), deal(2, extra=True)]},
            ["Deal 2 is added: 10 : 0."],
        ),
        ({"deals": [deal(1), deal(2)]}, {"deals": [deal(1)]}, ["Deal 2 is struck off: 10 : 0."]),
        (
            {"deals": [deal(1)]},
            {"deals": [deal(1) | {"ending": "broken", "closer": None, "pips": None, "ends": None, "laid": None}]},
            ["Deal 1: ending Domino → Broken; closed by seat 1 → —; pips 0, 4, 5, 1 → —; ends 6–4 → —; laid 21 → —."],
        ),
        ({"parts": [[100, 60]]}, {"parts": [[100, 60], [20, 100]]}, ["Part 2: — → 20 : 100."]),
        (
            {"time_call": None},
            {"time_call": {"after_deals": 3, "in_progress": True}},
            ["When time ran out is written otherwise."],
        ),
        ({"rulings": [ruling()]}, {"rulings": [ruling(withdrawn="ошибка")]}, ["Rulings: 1 → 0."]),
        ({}, {"kind": "void"}, ["Result: 120 : 0 → void."]),
    ],
)
def test_each_difference_is_a_sentence(before: dict[str, Any], after: dict[str, Any], said: list[str]) -> None:
    assert differences(protocol() | before, protocol() | after) == said
