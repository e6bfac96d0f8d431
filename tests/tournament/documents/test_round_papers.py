"""Papers of a round as PDF files: a draw, a cross-table, a bracket (R12.6, R13.3, R13.6)."""

import re
from typing import Any

import pytest

from tests.tournament.documents import rounds
from tests.tournament.documents.contents import CLUB, COMMON, PLAYERS
from tests.tournament.documents.test_pdf import information, printed, text
from tournament.documents.papers import bracket_paper, cross_table_paper, draw_paper
from tournament.documents.papers.draw import PersonRow

# Long, and the same on any database.
pytestmark = pytest.mark.once

KINDS = ["draw", "cross_table", "bracket"]
SIZES = {
    ("draw", "a4"): "595.276 x 841.89 pts (A4)",
    ("draw", "letter"): "612 x 792 pts (letter)",
    ("cross_table", "a4"): "841.89 x 595.276 pts (A4)",
    ("cross_table", "letter"): "792 x 612 pts (letter)",
    ("bracket", "a4"): "841.89 x 595.276 pts (A4)",
    ("bracket", "letter"): "792 x 612 pts (letter)",
}


def content(kind: str, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = getattr(rounds, kind)(**changes)
    return found


def joined(said: str) -> str:
    """Without the gaps and dashes at which names were wrapped."""
    return said.replace(" ", "").replace("-", "")


# -- every one of them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["ru", "en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_names_come_out_letter_by_letter(kind: str, language: str) -> None:
    said = joined(text(printed(kind, content(kind), language), "-raw"))

    names = [COMMON["tournament"], COMMON["venue"], COMMON["stage"], *PLAYERS]
    assert [name for name in names if joined(name) not in said] == []


@pytest.mark.parametrize(("kind", "sheet"), SIZES)
def test_the_sheet_is_of_the_size_that_was_asked_for(kind: str, sheet: str) -> None:
    assert information(printed(kind, content(kind), sheet=sheet))["Page size"] == SIZES[kind, sheet]


@pytest.mark.parametrize(
    ("kind", "size", "pages"), [("draw", {}, 2), ("cross_table", {"entries": 60}, 3), ("bracket", {"first": 16}, 2)]
)
def test_every_page_has_tournament_code_and_number(kind: str, size: dict[str, int], pages: int) -> None:
    data = printed(kind, content(kind, **size))

    assert information(data)["Pages"] == str(pages)
    for page in range(1, pages + 1):
        last_line = text(data, "-layout", "-f", str(page), "-l", str(page)).rpartition(COMMON["tournament"])[2]
        assert last_line.rpartition("7KQM-2XRA-9D")[2].replace(" ", "") == f"{page}/{pages}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_printed_as_it_is_however_long_and_whatever_it_contains(kind: str) -> None:
    said = joined(text(printed(kind, content(kind, players=rounds.NASTY)), "-raw"))

    assert [name for name in (rounds.NASTY[0], rounds.LONG) if joined(name) not in said] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_of_the_other_direction_turns_nothing_but_itself(kind: str) -> None:
    said = text(printed(kind, content(kind, players=("\u202eоборот", *PLAYERS[1:])), "en"))

    assert (COMMON["tournament"] in said, "7KQM-2XRA-9D" in said, "\u202e7" in said) == (True, True, False)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_content_gives_the_same_bytes(kind: str) -> None:
    assert printed(kind, content(kind)) == printed(kind, content(kind))


# -- the draw ------------------------------------------------------------------------------------------------


def test_players_find_themselves_by_name_with_table_and_seat() -> None:
    """Ё stands as е, not behind я."""
    paper = draw_paper(rounds.draw(("Ёлкин Ян", "Жуков Ян", "Егоров Ян", "Дёмин Ян")))

    assert paper.people == (
        PersonRow("Абрамов Ян", 9, "", ""),
        PersonRow("Дёмин Ян", 12, "5", "4"),
        PersonRow("Егоров Ян", 7, "5", "3"),
        PersonRow("Ёлкин Ян", 7, "5", "1"),
        PersonRow("Жуков Ян", 12, "5", "2"),
        PersonRow("Яковлев Ян", 9, "", ""),
    )


def test_it_says_when_it_was_published_and_by_which_lots() -> None:
    said = text(printed("draw", rounds.draw(), "en"))

    assert "Published March 14, 2026 11:05 MSK." in said
    assert "Drawn by lots with the seed кубок-7:" in said


def test_a_table_that_was_changed_by_hand_is_marked() -> None:
    """R13.6."""
    seats = [rounds.seat(1, "А", 1), rounds.seat(2, "Б", 2), rounds.seat(3, "В", 1), rounds.seat(4, "Г", 2)]
    changed = rounds.draw(
        draw={"method": "swiss", "seed": "1", "changed": True},
        tables=[rounds.drawn(1, *seats, by_hand=True)],
    )

    said = text(printed("draw", changed, "en"))
    assert ("1*" in said, "* This table was changed by hand after the draw." in said) == (True, True)
    assert "Changed by hand afterwards." in said
    assert "* This table was changed by hand" not in text(printed("draw", rounds.draw(), "en"))


def test_it_says_that_it_was_drawn_before_results_and_why() -> None:
    early = {"method": "swiss", "seed": "1", "unconfirmed": [[2, 4], [2, 6]], "override_reason": "The hall closes"}

    paper = draw_paper(rounds.draw(draw=early))

    expected = (
        "Drawn before these results were confirmed, and without them: round 2, tables 4, 6. Reason: The hall closes"
    )
    assert paper.drawn_before == expected
    assert expected in text(printed("draw", rounds.draw(draw=early), "en"))


def test_who_has_no_club_has_none() -> None:
    assert CLUB not in text(printed("draw", rounds.draw(club="")))
    assert [row.a.club for row in draw_paper(rounds.draw(club="")).rows] == ["", ""]


def test_in_an_individual_event_each_has_his_own_number() -> None:
    """R13.4."""
    seats = [rounds.seat(number, player, number + 10) for number, player in enumerate(PLAYERS, 1)]
    (row,) = draw_paper(rounds.draw(event="individual", tables=[rounds.drawn(1, *seats)])).rows

    assert row.b is not None
    assert (row.a.numbers, row.b.numbers) == ("11 / 13", "12 / 14")


# -- the cross-table -----------------------------------------------------------------------------------------


def test_up_to_24_entries_stand_against_one_another() -> None:
    (grid,) = cross_table_paper(rounds.cross_table(24)).grids

    assert (grid.by_rounds, grid.heads) == (False, tuple(range(1, 25)))
    assert [cell and [each.round for each in cell] for cell in grid.rows[0].cells[:3]] == [None, [1, 2, 3], ()]


def test_more_entries_have_a_column_for_each_round() -> None:
    (grid,) = cross_table_paper(rounds.cross_table(26)).grids

    assert (grid.by_rounds, grid.heads) == (True, (1, 2, 3))
    assert [[each.opponent for each in cell or ()] for cell in grid.rows[0].cells] == [["2"], ["2"], ["2"]]


def test_many_rounds_are_printed_on_several_tables() -> None:
    lines = [rounds.line(entry, *(rounds.meeting(number, 1) for number in range(1, 31))) for entry in range(1, 31)]
    paper = cross_table_paper(rounds.cross_table(groups=[{"letter": "A", "lines": lines}]))

    assert [len(grid.heads) for grid in paper.grids] == [14, 14, 2]


def test_who_was_free_has_a_column_for_it() -> None:
    """R8.4."""
    lines = [rounds.line(1, rounds.meeting(1, None, "bye", [200, 0])), rounds.line(2)]
    (grid,) = cross_table_paper(rounds.cross_table(groups=[{"letter": "", "lines": lines}])).grids

    assert grid.has_free
    assert [[each.score for each in cell or ()] for cell in grid.rows[0].cells] == [[], [], ["200:0"]]


@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_24_columns_fit_a_sheet_without_a_broken_score(sheet: str) -> None:
    words = re.split(r"\s+", text(printed("cross_table", rounds.cross_table(24), sheet=sheet)))

    assert words.count("200:195") == 24 * 3


# -- the bracket ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "shape"),
    [
        (1, [(1, 1)]),
        (4, [(3, 4)]),
        (8, [(4, 8)]),
        (16, [(4, 8), (4, 8), (1, 1)]),
        (32, [(4, 8)] * 4 + [(2, 2)]),
    ],
)
def test_a_bracket_is_cut_into_pieces_that_fit(first: int, shape: list[tuple[int, int]]) -> None:
    """Columns and rows of each piece."""
    pieces = bracket_paper(rounds.bracket(first)).pieces

    assert [(len(piece.heads), len(piece.rows)) for piece in pieces] == shape


@pytest.mark.parametrize("first", [1, 4, 16, 64])
def test_every_meeting_is_printed_once(first: int) -> None:
    cells = [cell for piece in bracket_paper(rounds.bracket(first)).pieces for row in piece.rows for cell in row]

    assert sorted(cell.meeting["number"] for cell in cells) == list(range(1, 2 * first))


def test_a_losers_side_stands_round_by_round() -> None:
    """Its rounds don't all halve."""
    sizes = [4, 4, 2, 2, 1, 1]
    meetings = [
        {"title": str(at), "meetings": [{"number": 10 * at + each} for each in range(size)]}
        for at, size in enumerate(sizes)
    ]
    pieces = bracket_paper(rounds.bracket(sections=[{"title": "L", "rounds": meetings}])).pieces

    assert [(len(piece.heads), len(piece.rows)) for piece in pieces] == [(5, 4), (1, 1)]
    assert [cell.rows for cell in pieces[0].rows[0]] == [1, 1, 2, 2, 4]
