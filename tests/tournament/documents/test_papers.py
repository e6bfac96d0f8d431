"""What a paper shows: words, local times, columns."""

import pytest
from django.utils import translation

import scoring
from tests.tournament.documents import contents
from tournament.documents import papers
from tournament.documents.papers import Column, protocol_paper, standings_paper
from tournament.standings.tables import CRITERIA


def test_times_are_those_of_the_hall_with_its_label() -> None:
    paper = protocol_paper(contents.protocol())

    assert (paper.date, paper.played) == ("March 14, 2026", "14:05 – 14:41 MSK")
    assert [box.at for box in paper.signatures] == ["14:43 MSK", "", "", ""]


def test_a_date_is_that_of_the_hall() -> None:
    """Half past midnight in Vladivostok is still yesterday in UTC."""
    content = contents.protocol(timezone="Asia/Vladivostok", started="2026-03-14T14:30:00+00:00", ended=None)

    assert (protocol_paper(content).date, protocol_paper(content).played) == ("March 15, 2026", "00:30 – … +10")


def test_a_protocol_without_times_has_none() -> None:
    paper = protocol_paper(contents.protocol(started=None, ended=None))

    assert (paper.date, paper.played) == ("", "")


@pytest.mark.parametrize(
    ("regulations", "length"),
    [
        ({"preset": "fdr_deals"}, "12 deals, 40 min"),
        ({"preset": "fdr"}, "to 200 points, 40 min"),
        (
            {"preset": "fdr", "target": 100, "best_of": 3, "minutes": None, "detail": "totals"},
            "best of 3, to 100 points",
        ),
    ],
)
def test_the_length_is_said_in_words(regulations: dict[str, object], length: str) -> None:
    """R3."""
    assert protocol_paper(contents.protocol(regulations=regulations)).length == length


def test_the_result_is_the_net_totals_and_who_won() -> None:
    paper = protocol_paper(contents.protocol())

    assert (paper.score, paper.winner, paper.reason) == (
        (120, 0),
        "Королёв Пётр / Núñez Íñigo",
        "All deals are played.",
    )


def test_the_result_of_a_meeting_is_the_parts_won_whatever_the_points() -> None:
    """R3.6."""
    meeting = {"preset": "fdr", "target": 100, "best_of": 3, "minutes": None, "detail": "totals"}
    content = contents.protocol(0, regulations=meeting, parts=[[100, 0], [90, 100], [80, 100]], by="parts")
    paper = protocol_paper(content | {"totals": [270, 200], "parts_won": [1, 2], "winner": "b"})

    assert (paper.score, paper.winner) == ((1, 2), "Żółkiewski Łukasz / Қожахметов Әділ")
    assert paper.parts == ((100, 0), (90, 100), (80, 100))


def test_a_broken_deal_has_nothing_but_its_lead() -> None:
    """R5.6."""
    nothing = {"closer": None, "pips": None, "ends": None, "laid": None, "points": [0, 0], "totals": [0, 0]}
    row = protocol_paper(contents.protocol() | {"deals": [contents.deal(1) | nothing | {"ending": "broken"}]}).deals[0]

    assert (row.lead, row.ending, row.closer, row.pips, row.ends, row.laid) == (
        1,
        "Broken",
        None,
        (None,) * 4,
        "",
        None,
    )


def test_a_withdrawn_ruling_stays_with_its_reason() -> None:
    """R10.4."""
    ruling = {"code": "talk", "seat": 2, "deal": 3, "points": 40, "withdrawn": "The other table"}
    row = protocol_paper(contents.protocol(rulings=[ruling])).rulings[0]

    assert (row.player, row.points, row.withdrawn) == ("Żółkiewski Łukasz", 40, "The other table")


def test_columns_follow_the_criteria_of_the_regulations() -> None:
    """R12.1: what decides is numbered in its order; points that decide nothing come last."""
    columns = standings_paper(contents.standings(criteria=["wins", "points_for"])).columns

    assert columns == (
        Column("played", "Played", None),
        Column("wins", "Wins", 1),
        Column("losses", "Losses", None),
        Column("points_for", "Points for", 2),
        Column("points_against", "Points against", None),
        Column("difference", "Difference", None),
    )


def test_a_difference_has_its_sign_and_a_shared_place_stands_twice() -> None:
    """R12.4."""
    rows = standings_paper(contents.standings(5)).rows

    assert [(row.place, row.cells[3]) for row in rows] == [
        (1, "+159"),
        (2, "+118"),
        (2, "+118"),
        (4, "+36"),
        (5, "−5"),
    ]


def test_walkovers_byes_and_what_is_missing_are_said() -> None:
    paper = standings_paper(contents.standings(5, missing=[[5, 3], [5, 7]]))

    assert (paper.walkovers, paper.byes, paper.missing) == ("96", "95 (2)", "5/3, 5/7")


def test_every_criterion_has_its_words() -> None:
    assert [code for code in scoring.CRITERIA if code not in papers.LEGEND or code not in CRITERIA] == []


def test_words_follow_the_language_of_the_paper() -> None:
    with translation.override("es"):
        assert protocol_paper(contents.protocol()).date == "14 de marzo de 2026"


def test_a_qr_code_is_data_and_no_address() -> None:
    assert papers.qr("https://domino.example.org/verify/7KQM-2XRA-9D").startswith("data:image/svg+xml;charset=utf-8,")
