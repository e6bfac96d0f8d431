"""Papers of the whole tournament as PDF files: the rulings, the final report, diplomas (R10, R11, R12)."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tests.tournament.documents import rounds, wholes
from tests.tournament.documents.contents import CLUB, COMMON, PLAYERS, standings
from tests.tournament.documents.test_pdf import information, printed, text, visits
from tests.tournament.documents.test_round_papers import joined
from tournament.documents.papers import diplomas_paper, ledger_paper, report_paper
from tournament.documents.papers.diplomas import Diploma, ring
from tournament.documents.papers.report import CaseRow, EntryRow, PlaceRow, ResultRow, RuleLine

# Long, and the same on any database.
pytestmark = pytest.mark.once

__all__ = ["visits"]  # a fixture of all papers

KINDS = ["rulings", "report", "diplomas"]
A4, A4_LYING = "595.276 x 841.89 pts (A4)", "841.89 x 595.276 pts (A4)"
LETTER, LETTER_LYING = "612 x 792 pts (letter)", "792 x 612 pts (letter)"
SIZES = {
    ("rulings", "a4"): A4_LYING,
    ("rulings", "letter"): LETTER_LYING,
    ("report", "a4"): A4,
    ("report", "letter"): LETTER,
    ("diplomas", "a4"): A4_LYING,
    ("diplomas", "letter"): LETTER_LYING,
}


def content(kind: str, players: tuple[str, ...] = PLAYERS) -> dict[str, Any]:
    found: dict[str, Any] = wholes.rulings(4, players) if kind == "rulings" else getattr(wholes, kind)(players)
    return found


@cache
def paper_of(kind: str, language: str = "ru", sheet: str = "a4") -> bytes:
    """A paper of each kind, made once for all tests."""
    return printed(kind, content(kind), language, sheet)


# -- every one of them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["ru", "en", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_names_come_out_letter_by_letter(kind: str, language: str) -> None:
    said = joined(text(paper_of(kind, language), "-raw"))

    names = [COMMON["tournament"], COMMON["venue"], *PLAYERS]
    assert [name for name in names if joined(name) not in said] == []


@pytest.mark.parametrize(("kind", "sheet"), SIZES)
def test_the_sheet_is_of_the_size_that_was_asked_for(kind: str, sheet: str) -> None:
    assert information(paper_of(kind, sheet=sheet))["Page size"] == SIZES[kind, sheet]


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("rulings", "After round 3, revision 1"),
        ("report", "Final report, revision 1"),
        ("diplomas", "Diplomas, places 1–3, revision 1"),
    ],
)
def test_every_page_has_tournament_state_code_and_number(kind: str, state: str) -> None:
    data = paper_of(kind, "en")

    pages = int(information(data)["Pages"])
    for page in range(1, pages + 1):
        foot = f"{COMMON['tournament']} · {state} · 7KQM-2XRA-9D {page} / {pages}"
        said = text(data, "-layout", "-f", str(page), "-l", str(page))
        assert joined(said).endswith(joined(foot))


def test_a_diploma_is_a_page_and_a_long_report_several() -> None:
    long = printed("report", wholes.report(rows=60))

    assert [information(data)["Pages"] for data in (paper_of("diplomas", "en"), long)] == ["4", "4"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_printed_as_it_is_however_long_and_whatever_it_contains(kind: str) -> None:
    """And one of the other direction turns nothing but itself."""
    said = joined(text(printed(kind, content(kind, rounds.NASTY), "en"), "-raw"))

    printed_as_they_are = (rounds.NASTY[0], rounds.LONG, COMMON["tournament"], "7KQM-2XRA-9D")
    assert [name for name in printed_as_they_are if joined(name) not in said] == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_in_a_name_is_printed_and_not_fetched(kind: str, visits: tuple[str, list[str]]) -> None:
    site, asked = visits
    names = (f"<img src={site}/a>", f"<style>@import url({site}/b)</style>", f"url({site}/c)", "Ян")

    said = joined(text(printed(kind, content(kind, names)), "-raw"))

    assert (asked, joined(names[0]) in said) == ([], True)


@pytest.mark.parametrize("kind", ["report", "diplomas"])
def test_who_has_no_club_has_none(kind: str) -> None:
    without = text(printed(kind, getattr(wholes, kind)(club="")), "-raw")

    assert text(paper_of(kind), "-raw").count(CLUB) > without.count(CLUB)


# -- the ledger of rulings -----------------------------------------------------------------------------------


def test_a_ruling_is_said_with_round_table_entry_and_what_it_costs() -> None:
    """R10.1."""
    (row,) = ledger_paper(wholes.rulings(1)).rows

    assert (row.round, row.table, row.entry, row.ruling.number, row.ruling.deal) == (1, "7", 1, 1, "3")
    assert (row.ruling.consequence, row.ruling.notes) == ("fine of 40 points", ("The same kind again.",))
    assert (row.ruling.referee, row.ruling.at) == ("Судья Сидоров", "03/14/2026 14:20 MSK")


def test_a_ruling_that_was_struck_out_stays_with_its_reason() -> None:
    """R10.4."""
    struck = wholes.ruling(withdrawn="An error", penalty={}, fine_points=0, why=[])

    said = text(printed("rulings", wholes.rulings(rulings=[struck]), "en"))
    assert "withdrawn: An error" in said


def test_cards_that_players_hold_are_summed_up() -> None:
    """R10.3: without those that were struck out."""
    yellow, red = ({"card": card} for card in ("yellow", "red"))
    found = [
        wholes.ruling(player="Б", entry=2, penalty=yellow),
        wholes.ruling(player="А", entry=1, penalty=red),
        wholes.ruling(player="Б", entry=2, penalty=yellow),
        wholes.ruling(player="Б", entry=2, penalty=red, withdrawn="An error"),
    ]

    assert ledger_paper(wholes.rulings(rulings=found)).held == ((1, "А", "red card"), (2, "Б", "yellow card × 2"))


def test_without_rulings_it_says_that_there_were_none() -> None:
    assert "No ruling was made." in text(printed("rulings", wholes.rulings(0), "en"))


# -- the final report ----------------------------------------------------------------------------------------


def test_it_says_when_it_was_played_and_how_much() -> None:
    paper = report_paper(wholes.report())

    assert paper.days == "March 14, 2026 – March 15, 2026"
    assert paper.figures == (("Pairs", 2), ("Players", 4), ("Rounds", 1), ("Partidas played", 1), ("Deals", 12))


def test_it_says_in_what_the_regulations_differ_from_the_preset() -> None:
    paper = report_paper(wholes.report())

    assert (paper.preset, paper.length) == ("Russian Federation, 12 deals, 40 minutes", "8 deals, 40\u00a0min")
    assert paper.differences == (RuleLine("Deals in a partida", "R3.1", "12", "8"),)


def test_it_says_in_what_a_stage_and_a_round_were_played_otherwise() -> None:
    """R3.5."""
    stage = wholes.stage(regulations={"preset": "fdr_deals", "deals": 16})
    stage["rounds"][0]["regulations"] = {"preset": "fdr_deals", "deals": 4}
    (part,) = report_paper(wholes.report(stages=[stage])).stages

    assert part.changes == (RuleLine("Deals in a partida", "R3.1", "8", "16"),)
    assert part.rounds[0].changes == (RuleLine("Deals in a partida", "R3.1", "16", "4"),)


def test_it_names_officials_by_their_roles() -> None:
    assert report_paper(wholes.report()).officials == (
        ("Chief referee", ("Судья Сидоров",)),
        ("Secretary", ("Секретарь Орлова",)),
        ("Referee", ("Núñez Íñigo", "Żółkiewski Łukasz")),
    )


def test_it_says_who_withdrew_and_who_took_whose_place() -> None:
    """R8.5."""
    left = {"name": "А", "slot": 1, "from": 1, "to": 2}
    came = {"name": "Б", "slot": 1, "from": 3, "to": None}
    entries = [wholes.entry(5, players=[left, came], club="", country=""), wholes.entry(6, "В", withdrawn_from=4)]

    assert report_paper(wholes.report(entries=entries)).entries == (
        EntryRow(5, ("А (to round 2)", "Б (from round 3)"), "", ""),
        EntryRow(6, ("В",), f"{CLUB}, Россия", "withdrawn from round 4"),
    )


def test_each_result_is_said_and_what_was_not_played() -> None:
    """R8."""
    paper = report_paper(wholes.report())
    a, b = "7 · Королёв Пётр / Núñez Íñigo", "12 · Żółkiewski Łukasz / Қожахметов Әділ"

    ((played, absent, free),) = [round_.rows for stage in paper.stages for round_ in stage.rounds]
    assert played == ResultRow("1", a, b, "120 : 86", "a", corrected=True)
    assert (absent.result, absent.won, free.result, free.won) == ("walkover", "a", "bye", "a")
    assert paper.not_played == (
        CaseRow(
            "Round 1, table 2",
            "",
            (
                "walkover: 8 · Абрамов Ян / Бобров Ян – 9 · Васин Ян / Гусев Ян",
                "Came: 8 · Абрамов Ян / Бобров Ян.",
            ),
        ),
        CaseRow("Round 1", "", ("bye: 10 · Дёмин Ян / Ёлкин Ян",)),
    )


def test_protests_and_errata_are_said_with_their_reasons() -> None:
    """R11.4, R11.5."""
    paper = report_paper(wholes.report())

    assert paper.protests == (
        CaseRow(
            "Round 1, table 1",
            "03/14/2026 14:45 MSK",
            (
                "Żółkiewski Łukasz / Қожахметов Әділ: Раздача 3 сосчитана неверно",
                "Rejected: Пересчитано",
            ),
        ),
    )
    assert [case.lines[1:] for case in paper.errata] == [
        ("118 : 86 → 120 : 86", "Раздача 5: очки 8 : 0 → 10 : 0.", "Reason: Описка")
    ]


def test_what_did_not_happen_is_said_too() -> None:
    quiet = wholes.report(rulings=[], protests=[], errata=[], stages=[wholes.stage()])

    said = text(printed("report", quiet, "en"))
    sentences = [
        "Every partida was played.",
        "No ruling was made.",
        "No protest was lodged.",
        "No result was corrected.",
    ]
    assert [sentence for sentence in sentences if sentence not in said] == []


def test_places_are_those_of_the_standings_and_of_several_stages_together() -> None:
    """R12.4."""
    rows = standings(2)["rows"]
    stages = [wholes.stage(1, name="Отбор", rows=2), wholes.stage(2, name="Финал", system="knockout", rows=2)]
    places = [{"place": 1, "entry": rows[1]["entry"], "stage": 2}, {"place": 2, "entry": rows[0]["entry"], "stage": 1}]

    assert report_paper(wholes.report()).places == ()
    several = report_paper(wholes.report(stages=stages, places=places)).places
    assert several == tuple(
        PlaceRow(place, row["entry"], tuple(row["players"]), f"{CLUB}, Россия", stage)
        for place, row, stage in ((1, rows[1], "Финал"), (2, rows[0], "Отбор"))
    )


# -- diplomas ------------------------------------------------------------------------------------------------


def test_a_pair_has_one_diploma() -> None:
    first, *_others = diplomas_paper(wholes.diplomas()).diplomas

    assert (first.place, first.players, first.partners) == (1, ("Королёв Пётр", "Żółkiewski Łukasz"), ())


def test_a_player_has_one_with_his_partner_beside_him() -> None:
    first, *_others = diplomas_paper(wholes.diplomas(each="player")).diplomas

    assert (first.place, first.players, first.partners) == (1, ("Королёв Пётр",), ("Żółkiewski Łukasz",))


def test_whoever_signs_is_named_where_it_can_be_one_only() -> None:
    paper = diplomas_paper(wholes.diplomas())
    two = [{"role": "chief_referee", "name": name} for name in ("А", "Б")]
    shared = diplomas_paper(wholes.diplomas() | {"officials": two})

    assert (paper.chief_referee, paper.secretary) == ("Судья Сидоров", "Секретарь Орлова")
    assert (shared.chief_referee, shared.secretary) == ("", "")


def test_long_names_are_written_in_smaller_letters() -> None:
    sizes = [diplomas_paper(wholes.diplomas((name,) * 4)).diplomas[0].size for name in ("А" * 20, "А" * 40, "А" * 200)]

    assert sizes == ["", "long", "longest"]


def test_the_longest_names_keep_to_their_page() -> None:
    long = printed("diplomas", wholes.diplomas((rounds.LONG,) * 4), sheet="letter")

    assert information(long)["Pages"] == "4"


def test_the_frame_is_the_whole_set_laid_as_one_closed_chain() -> None:
    """R2.1: every tile once, each half touching its like."""
    tiles = ring()

    assert len({frozenset(tile) for tile in tiles}) == len(tiles) == 28
    assert all(before[1] == after[0] for before, after in pairwise([*tiles, tiles[0]]))


def test_every_diploma_has_its_own_tile() -> None:
    found: list[Diploma] = list(diplomas_paper(wholes.diplomas()).diplomas)

    assert len({diploma.tile for diploma in found}) == 3


def test_the_list_at_the_end_is_signed_for_each_diploma() -> None:
    last = text(paper_of("diplomas", "en"), "-layout", "-f", "4", "-l", "4")
    assert [joined(name) in joined(last) for name in ("Королёв Пётр", "Núñez Íñigo", "Received")] == [True] * 3
