"""Who has to sign a protocol (R11.3)."""

import pytest

from scoring import missing_signatures, preset


@pytest.mark.parametrize(
    ("signers", "signed", "winner", "missing"),
    [
        ("all_players", (), "a", (1, 2, 3, 4)),
        ("all_players", (1, 4), "a", (2, 3)),
        ("all_players", (1, 2, 3, 4), "a", ()),
        ("one_of_each_pair", (), "a", (1, 2, 3, 4)),
        ("one_of_each_pair", (3,), "a", (2, 4)),
        ("one_of_each_pair", (3, 2), "a", ()),
        ("losing_pair", (), "a", (2, 4)),
        ("losing_pair", (1,), "b", ()),
        ("losing_pair", (2,), "b", (1, 3)),
        ("losing_pair", (2,), None, (1, 3)),
        ("pairs_and_referee", (1,), "b", (2, 4)),
    ],
)
def test_who_still_has_to_sign(signers, signed, winner, missing):
    """R11.3: where a pair signs one of its players is enough; without a winner both pairs sign."""
    regulations = preset("fdr").replace(signers=signers)
    assert missing_signatures(regulations, signed, winner) == missing
