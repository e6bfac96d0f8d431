"""The paper of a protocol in which everything happened, from the tournament to the printed words."""

from typing import Any

import pytest

from tests.factories import official
from tests.tournament.documents.test_pdf import text
from tournament.audit.services import Author
from tournament.documents import queries, services
from tournament.exchange.services import load
from tournament.models import Partida

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# Side A scores 31, a pass breaks the second deal and costs B 40, B scores 71: level at 31 after four deals.
FOR_A = {"ending": "domino", "closer": 3, "pips": [14, 6, 0, 11], "ends": [6, 5]}
FOR_B = {"ending": "domino", "closer": 2, "pips": [30, 0, 21, 20], "ends": [6, 5]}
DEALS = [
    {"lead": 1} | FOR_A,
    {"lead": 2, "ending": "broken"},
    {"lead": 2} | FOR_B,
    {"lead": 3} | FOR_A | {"void": True},
    {"lead": 4, "ending": "fish", "closer": 4, "pips": [10, 12, 14, 12], "ends": [0, 0]},
    {"lead": 1} | FOR_A,
]
RULINGS = [
    {"code": "move_time", "seat": 1, "deal": 1},
    {"code": "pass_with_tile", "seat": 4, "deal": 2},
    {"code": "noise", "seat": 3, "deal": 3, "withdrawn": "It was the next table"},
    {
        "code": "move_time",
        "seat": 1,
        "deal": 4,
        "departure": {"warning": True},
        "reason": "The clock was hidden",
    },
]


def issued(partida: dict[str, Any], *options: str) -> str:
    """The words of the paper of this partida, issued, made and sealed, in English; options: of pdftotext."""
    document = {
        "format": "domino-tournament/1",
        "slug": "full",
        "name": "Кубок",
        "regulations": {"preset": "fdr_deals", "deals": 4},
        "entries": [
            {"number": 1, "players": ["Иванов И.", "Петров П."]},
            {"number": 2, "players": ["Ким К.", "Ли Л."]},
        ],
        "stages": [{"name": "Финал", "system": "free", "rounds": [{"number": 1, "partidas": [partida]}]}],
    }
    cup = load(document, Author())
    protocol = Partida.objects.get(round__tournament=cup).protocol
    paper = services.issue_protocol(protocol=protocol, language="en", by=Author(official(cup, "chief_referee")))
    services.make(paper)
    paper.refresh_from_db()
    assert paper.state == "ready", paper.error
    return text(queries.path(paper).read_bytes(), *options)


def missing(said: str, *wanted: str) -> list[str]:
    """What isn't there, whatever space stands between the words."""
    return [words for words in wanted if words.replace(" ", "") not in said.replace(" ", "")]


def test_every_line_has_its_number_its_points_and_its_rulings() -> None:
    """R5.5, R5.6, R5.7, R7.1, R10.2"""
    said = issued({"table": 1, "a": 1, "b": 2, "deals": DEALS, "rulings": RULINGS}, "-layout")

    assert (
        missing(
            said,
            "A 62 : 31 B",
            "An extra deal has decided.",
            "1 1 Domino [1] 3 14 6 0 11 6–5 31 · 31 0",
            "2 2 Broken [2] · · 31 0",
            "2 2 Domino 2 30 0 21 20 6–5 · 71 31 31",
            "3 3 Points void [4] 3 14 6 0 11 6–5 · · 31 31",
            "4 4 Fish, level 4 10 12 14 12 0–0 · · 31 31",
            "5 1 Domino, extra 3 14 6 0 11 6–5 31 · 62 31",
        )
        == []
    )


def test_every_ruling_has_its_article_its_consequence_and_its_reason() -> None:
    """R10.1, R10.4, R10.7, R6.1"""
    added = [{"seconds": 300, "reason": "a protest"}]
    said = issued({"table": 1, "a": 1, "b": 2, "deals": DEALS, "added": added, "rulings": RULINGS})

    assert (
        missing(
            said,
            "(R6.4)",
            "(R9.3)",
            "fine of 40 points",
            "2, broken",
            "withdrawn: It was the next table",
            "The referee departed from the table.",
            "Reason: The clock was hidden",
            "4 deals, 40 min + 5 min",
            "Time given back: 5 min (a protest).",
        )
        == []
    )


@pytest.mark.parametrize(
    ("unplayed", "words"),
    [
        (
            {"kind": "walkover", "winner": "b"},
            ["A 0 : 200 B", "By walkover: the other pair did not come.", "Winner: Ким К."],
        ),
        ({"kind": "both_absent"}, ["A 0 : 0 B", "Neither pair came: both lose."]),
        (
            {"kind": "void", "deals": DEALS[:1]},
            ["Annulled: it counts for nobody.", "1 1 Domino 3 14 6 0 11 6–5 31 · 31 0"],
        ),
    ],
    ids=["walkover", "both absent", "void"],
)
def test_what_was_not_played_is_a_paper_too(unplayed: dict[str, Any], words: list[str]) -> None:
    """R8.2, R8.3, R11.1"""
    assert missing(issued({"table": 1, "a": 1, "b": 2} | unplayed, "-layout"), *words) == []
