"""What a paper shows: words, local times, columns."""

import base64
import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

import scoring
from tests.tournament.documents import contents
from tournament.documents import papers
from tournament.documents.papers import protocol_paper, standings_paper
from tournament.documents.papers.protocol import CorrectionRow, RulingRow, SignatureBox
from tournament.documents.papers.standings import Column
from tournament.standings.tables import CRITERIA, MEANINGS

# Long, and the same on any database.
pytestmark = pytest.mark.once

BROKEN = {"ending": "broken", "closer": None, "pips": None, "ends": None, "laid": None, "points": [0, 0]}


def test_times_are_those_of_the_hall_with_its_label() -> None:
    paper = protocol_paper(contents.protocol())

    assert (paper.date, paper.played) == ("March 14, 2026", "14:05 – 14:41 MSK")
    assert [box.at for box in paper.signatures] == ["14:43 MSK", "", "", ""]


def answered(**answer: object) -> SignatureBox:
    """The box of seat 1, whose player has answered the sheet so."""
    signatures = [{"seat": 1, "player": "Королёв Пётр", "at": "2026-03-14T11:43:00+00:00"} | answer]
    return protocol_paper(contents.protocol(signatures=signatures)).signatures[0]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({}, "signed 14:43 MSK"),
        ({"how": "pin"}, "signed by PIN 14:43 MSK"),
        ({"how": "drawn", "strokes": [[[0, 0, 0], [9, 9, 9]]]}, "signed with a finger 14:43 MSK"),
        ({"how": "refused", "reason": "The count is wrong"}, "refused 14:43 MSK"),
    ],
    ids=["on paper", "by PIN", "with a finger", "refused"],
)
def test_the_paper_says_how_each_has_signed(how: dict[str, object], words: str) -> None:
    """R11.3"""
    box = answered(**how)

    assert (box.how, box.reason) == (words, how.get("reason", ""))


def test_who_has_not_signed_has_an_empty_line() -> None:
    box = protocol_paper(contents.protocol(signatures=[])).signatures[0]

    assert (box.how, box.ink, box.reason) == ("", "", "")


def test_a_drawn_signature_is_an_image_of_its_lines() -> None:
    kind, _, image = answered(how="drawn", strokes=[[[0, 5, 0], [70, 80, 9]], [[7, 7, 30]]]).ink.partition(",")

    assert kind == "data:image/svg+xml;base64"
    lines = re.findall(r'points="([^"]*)"', base64.b64decode(image).decode())
    assert lines == ["0,5 70,80", "7,7 7,7"]


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
        ({"preset": "fdr_deals"}, "12 deals, 40\u00a0min"),
        ({"preset": "fdr"}, "to 200 points, 40\u00a0min"),
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
    row = protocol_paper(contents.protocol() | {"deals": [contents.deal(1) | BROKEN]}).deals[0]

    assert (row.lead, row.ending, row.closer, row.pips, row.ends, row.laid) == (
        1,
        "Broken",
        None,
        (None,) * 4,
        "",
        None,
    )


def test_a_ruling_is_said_with_its_article_what_it_costs_and_why() -> None:
    """R10.1, R10.3."""
    assert protocol_paper(contents.protocol(rulings=[contents.ruling()])).rulings == (
        RulingRow(
            number=1,
            deal="3",
            seat=2,
            player="Żółkiewski Łukasz",
            infraction="Over the time for a move: 5 s with one possible move, 20 s with a choice, 60 s when a fish "
            "can be closed (R6.4)",
            consequence="fine of 40 points",
            notes=("The same kind again.",),
            referee="Судья Сидоров",
            at="14:20 MSK",
            withdrawn="",
        ),
    )


def test_a_withdrawn_ruling_stays_with_its_reason() -> None:
    """R10.4."""
    nothing = {"penalty": {}, "fine_points": 0, "why": ["withdrawn"], "reason": "The other table"}
    content = contents.protocol(rulings=[contents.ruling(withdrawn="The other table", **nothing)])
    (row,) = protocol_paper(content).rulings

    assert (row.player, row.notes, row.withdrawn) == ("Żółkiewski Łukasz", (), "The other table")


def test_a_departure_is_said_with_its_reason() -> None:
    """R10.7."""
    mild = {"warning": True}
    changes = {"penalty": mild, "departure": mild, "fine_points": 0, "why": ["departure"], "reason": "A first cup"}
    (row,) = protocol_paper(contents.protocol(rulings=[contents.ruling(**changes)])).rulings

    assert (row.consequence, row.notes) == (
        "warning",
        ("The referee departed from the table.", "Reason: A first cup"),
    )


def test_what_the_opponents_chose_is_said() -> None:
    """R9.2."""
    changes = {"code": "wrong_lead", "article": "R9.2", "choice": "play_on", "penalty": {}, "fine_points": 0, "why": []}
    (row,) = protocol_paper(contents.protocol(rulings=[contents.ruling(**changes)])).rulings

    assert (row.infraction, row.consequence, row.notes) == (
        "A player without the lead puts a tile (R9.2)",
        "no consequence",
        ("The opponents chose to play on.",),
    )


def test_cards_a_lost_partida_and_expulsion_are_said() -> None:
    """R10.3."""
    black = {"card": "black", "loses": True, "expelled": True}
    changes = {"code": "betting", "article": "29F", "penalty": black, "fine_points": 0, "why": ["red_and_yellow"]}
    content = contents.protocol(regulations={"preset": "femundo_2025"}, rulings=[contents.ruling(**changes)])
    (row,) = protocol_paper(content).rulings

    assert (row.infraction, row.consequence, row.notes) == (
        "Bets during or around the competition (29F)",
        "black card, partida lost, expelled",
        ("Red and yellow make a black card.",),
    )


def test_a_ruling_names_its_deal_by_the_number_of_its_line_and_marks_it() -> None:
    """R5.6: a broken deal has the number of its repetition, so lines and numbers part."""
    deals = [contents.deal(1), contents.deal(2) | BROKEN, contents.deal(2), contents.deal(3)]
    rulings = [contents.ruling(deal=deal) for deal in (0, 2, 3, 4, 5)]
    rulings.append(contents.ruling(deal=4, withdrawn="An error"))
    paper = protocol_paper(contents.protocol(rulings=rulings) | {"deals": deals})

    assert [row.deal for row in paper.rulings] == ["before the first", "2, broken", "2", "3", "after the last", "3"]
    assert [deal.rulings for deal in paper.deals] == [(), (2,), (3,), (4,)]


def test_a_deal_of_a_meeting_is_named_with_its_part() -> None:
    """R3.6."""
    meeting = {"preset": "fdr", "target": 100, "best_of": 3, "minutes": None}
    deals = [contents.deal(1), contents.deal(1, part=2)]
    paper = protocol_paper(contents.protocol(regulations=meeting, rulings=[contents.ruling(deal=2)]) | {"deals": deals})

    assert [row.deal for row in paper.rulings] == ["2.1"]


def test_time_given_back_is_said_with_its_reasons() -> None:
    """R6.1."""
    added = [{"seconds": 300, "reason": "a protest"}, {"seconds": 90, "reason": "a tile on the floor"}]
    paper = protocol_paper(contents.protocol(added=added))

    assert paper.length == "12 deals, " + "40 min + 6 min 30 s".replace(" ", "\u00a0")
    assert paper.time_notes == ("Time given back: 5 min (a protest), 1 min 30 s (a tile on the floor).",)


@pytest.mark.parametrize(
    ("after_deals", "in_progress", "said"),
    [
        (0, False, "Time ran out before the first deal."),
        (11, False, "Time ran out after deal 11."),
        (11, True, "Time ran out during deal 12."),
        (12, True, "Time ran out during a deal that wasn't finished."),
    ],
)
def test_when_time_ran_out_is_said(after_deals: int, in_progress: bool, said: str) -> None:
    """R6.2."""
    call = {"after_deals": after_deals, "in_progress": in_progress}

    assert protocol_paper(contents.protocol(12, time_call=call)).time_notes == (said,)


@pytest.mark.parametrize(
    ("kind", "winner", "score", "reason"),
    [
        ("walkover", "b", (0, 200), "By walkover: the other pair did not come."),
        ("both_absent", None, (0, 200), "Neither pair came: both lose."),
        ("void", None, None, "Annulled: it counts for nobody."),
    ],
)
def test_what_was_not_played_says_why_and_what_is_credited(
    kind: str, winner: str | None, score: tuple[int, int] | None, reason: str
) -> None:
    """R8.2, R8.3: the credit, also where parts won would decide."""
    meeting = {"preset": "fdr", "best_of": 3, "minutes": None, "detail": "totals"}
    content = contents.protocol(0, regulations=meeting, kind=kind, by=kind, winner=winner, started=None)
    paper = protocol_paper(content | {"totals": [0, 200], "parts_won": [0, 0]})

    assert (paper.score, paper.reason, paper.played) == (score, reason, "")


def test_a_meeting_lost_by_a_ruling_shows_the_points_that_count() -> None:
    """R10.3: one part was won before the card."""
    meeting = {"preset": "fdr", "target": 100, "best_of": 3, "minutes": None}
    content = contents.protocol(regulations=meeting, by="ruling", winner="b")

    assert protocol_paper(content | {"totals": [0, 200], "parts_won": [1, 0]}).score == (0, 200)


def test_a_paper_of_the_first_version_knows_no_time_given_back() -> None:
    content = contents.protocol()
    del content["added"]

    assert protocol_paper(content).time_notes == ()


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
        ("1", "+159"),
        ("2", "+118"),
        ("2", "+118"),
        ("4", "+36"),
        ("5", "−5"),
    ]


def test_walkovers_byes_and_what_is_missing_are_said() -> None:
    paper = standings_paper(contents.standings(5, missing=[[5, 3], [5, 7]]))

    assert (paper.walkovers, paper.byes, paper.missing) == ("96", "95 (2)", "5/3, 5/7")


@pytest.mark.parametrize(("event", "heads"), [({}, "Pair"), ({"event": "individual"}, "Player")])
def test_the_papers_and_the_page_that_verifies_them_name_who_is_ranked(event: dict[str, str], heads: str) -> None:
    """R1.3"""
    content = contents.standings(5, **event)
    context = {"paper": standings_paper(content), "content": content, "document": None}

    said = render_to_string("documents/_said_standings.html", context)

    assert re.findall(r"<th scope=\"col\">(Pair|Player)</th>", said) == [heads]


def test_who_lost_without_his_partner_is_named() -> None:
    """R10.5"""
    content = contents.protocol(by="ruling", lone_losers=[3])

    assert (
        protocol_paper(content).reason == f"Decided by a referee's ruling. {content['seats'][2]['player']} loses alone."
    )


def test_every_criterion_has_its_words() -> None:
    assert [code for code in scoring.CRITERIA if code not in MEANINGS or code not in CRITERIA] == []


def test_words_follow_the_language_of_the_paper() -> None:
    with translation.override("es"):
        assert protocol_paper(contents.protocol()).date == "14 de marzo de 2026"


def test_a_qr_code_is_data_and_no_address() -> None:
    assert papers.qr("https://domino.example.org/verify/7KQM-2XRA-9D").startswith("data:image/svg+xml;charset=utf-8,")


def test_a_corrected_paper_says_why_and_that_nobody_has_signed_its_text() -> None:
    """R11.4: the signatures stand under the revision that was signed."""
    signed = [{"seat": 1, "player": contents.PLAYERS[0], "at": "2026-03-14T11:43:00+00:00", "revision": 1}]
    correction = {"revision": 2, "reason": "Описка", "departure": "", "at": "2026-03-14T12:10:00+00:00"}
    content = contents.protocol() | {"revision": 2, "state": "corrected", "signatures": signed}

    paper = protocol_paper(content | {"corrections": [correction]})

    assert [box.revision for box in paper.signatures] == [1, None, None, None]
    assert paper.corrections == (CorrectionRow(2, "15:10 MSK", "Описка", ""),)


def test_on_an_uncorrected_paper_the_signatures_are_for_what_it_says() -> None:
    signed = [{"seat": 1, "player": contents.PLAYERS[0], "at": "2026-03-14T11:43:00+00:00", "revision": 1}]

    paper = protocol_paper(contents.protocol() | {"signatures": signed})

    assert [box.revision for box in paper.signatures] == [None, None, None, None]


def test_a_protest_is_printed_with_its_decision() -> None:
    """R11.5."""
    protest = {"side": "b", "refused_seat": 4, "text": "Раздача 3", "at": "2026-03-14T11:45:00+00:00"}
    protest |= {"number": 1, "state": "rejected", "reason": "Пересчитано", "decided_at": "2026-03-14T12:00:00+00:00"}

    (row,) = protocol_paper(contents.protocol() | {"protests": [protest]}).protests

    assert (row.who, row.at, row.text) == ("Żółkiewski Łukasz / Қожахметов Әділ", "14:45 MSK", "Раздача 3")
    assert (row.refused, row.state, row.reason) == ("Қожахметов Әділ", "rejected", "Пересчитано")
