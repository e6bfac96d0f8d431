"""A draw in words (R13.1, R13.7)."""

import pytest

from tests.tournament.draw.play import BY, stage_of, swiss_rounds
from tournament.draw import services
from tournament.draw.systems.board import BREACHES
from tournament.draw.systems.board import PRIORITIES as WEIGHED
from tournament.draw.systems.explanation import REASONS as CODES
from tournament.draw.words import (
    BROKEN,
    PRIORITIES,
    REASONS,
    drawn_tables,
    outlook,
    reason_sentence,
    verdict,
)
from tournament.protocols.lists import tables


def test_every_reason_and_every_priority_has_its_words() -> None:
    assert set(REASONS) - {"last", "taken_free"} == set(CODES)
    assert tuple(PRIORITIES) == WEIGHED
    assert {*BROKEN, "again"} == set(BREACHES)


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        (
            "same_wins",
            {"wins": 2, "count": 6, "first": 1, "second": 2},
            "Wins of both: 2. Of the 6 pairs with so many they are number 1 and 2.",
        ),
        ("free", {"entry": 9, "from_last": 0}, "9 stands last, so it is free."),
        ("free", {"entry": 8, "from_last": 1}, "8 is the lowest in the standings that can be free."),
        (
            "taken",
            {"entry": 1, "other": 2, "opponent": 5},
            "1 and 2 would be closer, but the whole draw is better with 2 against 5.",
        ),
        (
            "taken",
            {"entry": 1, "other": 2, "opponent": 0},
            "1 and 2 would be closer, but the whole draw is better with 2 free.",
        ),
    ],
)
def test_a_reason_is_a_sentence(code: str, params: dict[str, int], said: str) -> None:
    assert reason_sentence(code, params) == said


@pytest.mark.django_db
def test_each_table_says_why_unless_it_was_made_by_hand() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    round_ = services.propose_swiss(stage=stage, seed="1", by=BY)

    (first, second) = drawn_tables(round_, tables(round_))
    round_.draw["explanation"] = round_.draw["explanation"][:1]

    assert first.why == (
        "Wins of both: 1. Of the 2 pairs with so many they are number 1 and 2.",
        "By the standings they are exactly the ones who should meet.",
    )
    assert [table.why for table in drawn_tables(round_, tables(round_))] == [first.why, ()]
    assert (first.group, second.group) == ("", "")


def test_a_verdict_has_the_proof_in_words() -> None:
    said = verdict(
        {
            "cost": {"rematch": 1, "order": 4},
            "breaches": [["rematch", {"entry": 1, "other": 2, "times": 1}]],
            "proof": {"rules": ["rematch"], "removed": [3], "parts": [[1], [2], [4, 0, 5]]},
        }
    )

    assert said is not None
    assert said.broken == ("1 and 2 meet again.",)
    assert said.proof == (
        "Leave out 3, then look at these groups: 1; 2; 4, the free game, 5. Each has an odd number of members, and "
        "nobody may meet anyone of another group or of the rest. So in each group somebody is left who needs one of "
        "those left out, or breaks a rule. 3 groups against 1 left out: at least 1 pairing breaks a rule."
    )
    assert said.cost == (("repeated meetings", 1), ("distances from the ideal opponent, squared and summed", 4))


def test_a_draw_by_lots_has_no_verdict() -> None:
    assert verdict({"method": "lots", "seed": "1"}) is None


@pytest.mark.parametrize(
    ("entries", "rounds", "said"),
    [
        (16, None, ""),
        (1, 3, ""),
        (
            16,
            9,
            "9 rounds with 16 pairs are sure: however they come out, nobody has to meet twice. "
            "Everybody has nearly half of the others left, an odd number, and that still suffices.",
        ),
        (
            16,
            10,
            "10 rounds with 16 pairs are possible, but not sure: up to 9 nobody has to meet twice; after that it "
            "depends on who has met whom. There is a course of rounds after which no draw without a repeated meeting "
            "is left.",
        ),
        (
            9,
            10,
            "10 rounds with 9 pairs are impossible without repeated meetings: each has only 9 opponents, the free "
            "game counted. There are fewer opponents than rounds.",
        ),
    ],
)
def test_the_outlook_says_whether_the_rounds_are_sure_and_why(entries: int, rounds: int | None, said: str) -> None:
    assert outlook(entries, rounds) == said
