"""How a stage is drawn and who plays it, in the tournament file (R13)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.pages import browser_of
from tests.tournament.exchange.documents import Document, small
from tournament.audit.services import Author
from tournament.exchange.checks import problems
from tournament.exchange.queries import dump
from tournament.exchange.services import load


def stage(document: Document) -> Document:
    found: Document = document["stages"][0]
    return found


def said(document: Document) -> list[tuple[str, str]]:
    return [(problem.path, problem.sentence) for problem in problems(document)]


WRONG: dict[str, tuple[Callable[[Document], Any], list[tuple[str, str]]]] = {
    "a policy that contradicts itself": (
        lambda d: stage(d).update(policy={"double": True, "consolation": True}),
        [("stages[0].policy.double", "Double elimination has neither a partida for third place nor a consolation.")],
    ),
    "kept apart for ever": (
        lambda d: stage(d).update(policy={"apart": "always"}),
        [("stages[0].policy.apart", "always isn't a whole number from 1 to 99.")],
    ),
    "a ban on a stranger": (
        lambda d: stage(d).update(policy={"forbidden": [{"entries": [1, 9], "reason": "family"}]}),
        [("stages[0].policy.forbidden[0].entries[1]", "There is no entry 9 in this file.")],
    ),
    "a stranger in the lineup": (
        lambda d: stage(d).update(lineup=[[1, 2], [5, 9]]),
        [("stages[0].lineup[1][1]", "There is no entry 9 in this file.")],
    ),
    "twice in the lineup": (
        lambda d: stage(d).update(lineup=[[1, 2], [5, 1]]),
        [("stages[0].lineup[1][1]", "Entry 1 stands twice in this lineup; first in stages[0].lineup[0][0].")],
    ),
    "a stranger's lot": (
        lambda d: stage(d).update(lots=[{"seed": "6-6", "entries": [1, 9]}]),
        [("stages[0].lots[0].entries[1]", "There is no entry 9 in this file.")],
    ),
    "two lots for one": (
        lambda d: stage(d).update(lots=[{"seed": "6-6", "entries": [1, 2]}, {"seed": "5-5", "entries": [2]}]),
        [
            (
                "stages[0].lots[1].entries[0]",
                "Entry 2 has two lots in this stage; the first in stages[0].lots[0].entries[1].",
            )
        ],
    ),
    "seated past the lineup": (
        lambda d: stage(d).update(lineup=[[1, 2]]),
        [
            ("stages[0].rounds[0].partidas[1].a", "Entry 5 isn't in the lineup of this stage."),
            ("stages[0].rounds[1].partidas[0].b", "Entry 5 isn't in the lineup of this stage."),
            ("stages[0].rounds[2].partidas[0].a", "Entry 5 isn't in the lineup of this stage."),
        ],
    ),
    "one table for two": (
        lambda d: [entry.update(fixed_table=4) for entry in d["entries"][:2]],
        [("entries[1].fixed_table", "Table 4 is kept for two entries; first for that in entries[0].")],
    ),
    "a reason that is none": (
        lambda d: stage(d)["rounds"][0].update(draw={"explanation": [[[1, 2], ["met"]]]}),
        [
            (
                "stages[0].rounds[0].draw.explanation[0][1][0]",
                '"met" stands here where a list is needed.',
            )
        ],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_said_where_it_is(case: str) -> None:
    spoil, expected = WRONG[case]
    document = small()

    spoil(document)

    assert said(document) == expected


@pytest.mark.django_db
def test_policy_lineup_and_fixed_table_come_back_as_they_were() -> None:
    document = small()
    stage(document).update(policy={"best": 2, "ties": "lots"}, lineup=[[5, 1, 2]])
    document["entries"][0]["fixed_table"] = 1

    written = dump(load(document, Author()))

    assert (stage(written)["policy"], stage(written)["lineup"]) == ({"best": 2, "ties": "lots"}, [[5, 1, 2]])
    assert [entry.get("fixed_table") for entry in written["entries"]] == [1, None, None]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "draw",
    [
        {"method": "swiss", "cost": {"beauty": 3}, "explanation": [[[1, 2], [["star_sign", {}], ["met", {}]]]]},
        {"method": "swiss", "cost": {}, "breaches": [["rematch", {"entry": "x"}]], "proof": None},
        {"method": "knockout", "meetings": [["main9.9", 1, 2], ["other", 5, None]]},
        {"accepted": [["unheard"]]},
        {
            "accepted": [["rematch", 1, 2], ["rematch", "x", None]],
            "by_hand": [{"entries": [8], "by": "", "reason": ""}],
        },
        {"drawn": {"tables": [[1, 1, 2]], "record": {}}, "unconfirmed": [[1, 0]]},
    ],
)
def test_a_draw_of_another_version_is_shown_as_far_as_it_is_understood(draw: Document) -> None:
    document = small()
    stage(document).update(system="knockout", lineup=[[1, 2, 5]])
    stage(document)["rounds"][0]["draw"] = draw
    cup = load(document, Author())
    organiser = browser_of(cup)

    pages = [
        organiser.get(reverse("draw:overview", args=[cup.slug]) + "?round=1"),
        organiser.get(reverse("draw:bracket", args=[cup.slug, 1])),
    ]

    assert [page.status_code for page in pages] == [200, 200]
