"""Protests in a tournament file: carried there and back, and what can't be is said where it is (R11.5)."""

import pytest

from tests.tournament.exchange.documents import PROTESTS, Document, small
from tournament.audit.services import Author
from tournament.exchange.checks import problems
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.models import Protest

FIRST = "stages[0].rounds[0].partidas[0]"
OPEN: Document = {"side": "a", "text": "Раздача 1"}


def cup(protests: list[Document], partida: int = 0) -> Document:
    document = small()
    document["stages"][0]["rounds"][0]["partidas"][partida]["protests"] = protests
    return document


@pytest.mark.django_db
@pytest.mark.parametrize("protests", PROTESTS[1:])
def test_they_come_back_as_they_were(protests: list[Document]) -> None:
    tournament = load(cup(protests), Author())

    assert dump(tournament)["stages"][0]["rounds"][0]["partidas"][0]["protests"] == protests
    kept = [(protest.number, protest.side, protest.decided_at is None) for protest in Protest.objects.all()]
    assert kept == [(number, each["side"], "state" not in each) for number, each in enumerate(protests, 1)]


@pytest.mark.parametrize(
    ("protests", "path", "sentence"),
    [
        (
            [OPEN | {"state": "upheld"}],
            "protests[0].reason",
            "Give the reason for the decision: it is printed (R11.5).",
        ),
        (
            [OPEN, OPEN],
            "protests[1].side",
            "A protest of this pair is open already; the chief referee decides it first.",
        ),
        ([OPEN | {"refused_seat": 2}], "protests[0].refused_seat", "Seat 2 isn't one of the pair that protests."),
        ([OPEN | {"side": "c"}], "protests[0].side", '"c" isn\'t one of: "a", "b".'),
        ([{"side": "a"}], "protests[0].text", "The key «text» is missing."),
    ],
)
def test_what_can_not_be_is_said_where_it_is(protests: list[Document], path: str, sentence: str) -> None:
    found = [(problem.path, problem.sentence) for problem in problems(cup(protests))]

    assert found == [(f"{FIRST}.{path}", sentence)]


def test_a_bye_has_nobody_who_protests() -> None:
    (found,) = problems(cup([OPEN], partida=1))

    assert found.path == "stages[0].rounds[0].partidas[1].protests"
