"""Every act, in words."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.pages import browser_of, rows_of
from tournament.audit.chain import ERASURE
from tournament.audit.services import Author, act
from tournament.desk.details import as_text, details, wordless
from tournament.desk.tables import ACTIONS
from tournament.models import AuditRecord, Tournament

ROUTE = "desk:journal"
PROGRAM = Path(__file__).parents[3] / "tournament"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup", timezone="Asia/Vladivostok")


def address(cup: Tournament, query: str = "") -> str:
    return reverse(ROUTE, args=[cup.slug]) + query


def acts(cup: Tournament, count: int) -> None:
    for number in range(1, count + 1):
        with act(cup, "deal.recorded", Author(UserFactory(username=f"referee{number}"), "10.0.0.7")) as doing:
            doing.subject = f"round 1, table {number}"
            doing.data = {"number": number}


def test_who_did_what_where_the_latest_first(cup: Tournament) -> None:
    acts(cup, 2)
    AuditRecord.objects.update(at=datetime(2026, 5, 1, 15, 30, 7, tzinfo=UTC))

    assert rows_of(browser_of(cup).get(address(cup))) == [
        ["2", "05/02/2026 01:30:07", "referee2", "Deal written down", "round 1, table 2", "Show"],
        ["1", "05/02/2026 01:30:07", "referee1", "Deal written down", "round 1, table 1", "Show"],
    ]


def test_the_address_and_all_that_is_on_record_can_be_opened(cup: Tournament) -> None:
    acts(cup, 1)

    (row,) = browser_of(cup).get(address(cup)).context["table"].rows

    assert row.get_cell("data") == (
        '<details><summary>Show</summary><dl class="facts">'
        "<dt>Number</dt><dd>1</dd><dt>From the address</dt><dd>10.0.0.7</dd></dl></details>"
    )


def test_a_name_is_never_taken_for_markup(cup: Tournament) -> None:
    with act(cup, "entry.added", Author()) as doing:
        doing.data = {"players": ["<script>"]}

    (row,) = browser_of(cup).get(address(cup)).context["table"].rows

    assert row.get_cell("data") == (
        '<details><summary>Show</summary><dl class="facts"><dt>Players</dt><dd>&lt;script&gt;</dd></dl></details>'
    )


def recorded(cup: Tournament, action: str, data: dict[str, Any]) -> str:
    """What the journal says of an act, in one line."""
    with act(cup, action, Author()) as doing:
        doing.data = data
    (record,) = cup.journal.all()
    return as_text(details(record))


DEAL = {"lead": 2, "ending": "fish", "closer": 3, "pips": [1, 2, 3, 4], "ends": [5, 5], "laid": 21}


@pytest.mark.parametrize(
    ("action", "data", "words"),
    [
        (
            "deal.recorded",
            {"number": 3, "deal": DEAL, "totals": [34, 0]},
            "Number: 3; Deal: Fish, seat 2 leads, seat 3 closed, pips left 1, 2, 3, 4, open ends 5–5, 21 tiles laid; "
            "Totals: 34 : 0",
        ),
        (
            "protocol.corrected",
            {"deals": [{"number": 2, "before": DEAL, "after": None}], "reason": "Описка", "totals": [0, 0]},
            "Deals: (Deal 2: Fish, seat 2 leads, seat 3 closed, pips left 1, 2, 3, 4, open ends 5–5, 21 tiles laid → "
            "—); "
            "Totals: 0 : 0; Reason: Описка",
        ),
        (
            "entry.changed",
            {
                "before": {"number": 1, "players": ["Иванов", "Петров"], "club": ""},
                "after": {"number": 1, "players": ["Иванов", "Сидоров"], "club": "Ладья"},
            },
            "Players: Иванов / Петров → Иванов / Сидоров; Club: — → Ладья",
        ),
        (
            "regulations.changed",
            {"before": {"preset": "fdr", "minutes": 30}, "after": {"preset": "fdr", "lead": "winner"}},
            "Who leads the next deal: — → the player who closed the last deal; Minutes for a partida: 30 → —",
        ),
        (
            "tournament.changed",
            {"before": {"is_public": False}, "after": {"is_public": True}},
            "Public: no → yes",
        ),
        ("tournament.event_changed", {"before": "pairs", "after": "individual"}, "Before: pairs; After: individual"),
        (
            "release.changed",
            {"kind": "draw", "before": "", "after": "hidden"},
            "Before: as by default; After: hidden; Kind: Draw",
        ),
        (
            "referees.changed",
            {"before": {"3": "kim"}, "after": {"3": "lee"}, "reason": "Болен"},
            "Table 3: kim → lee; Reason: Болен",
        ),
        (
            "draw.published",
            {"pairings": [[1, 2], [3, None]], "referees": {"1": "kim"}, "proven": True},
            "Who meets whom: 1 – 2, 3 free; Proven to be the best: yes; Referees: 1: kim",
        ),
        (
            "ruling.made",
            {
                "ruling": 1,
                "code": "noise",
                "seat": 2,
                "breaks_deal": False,
                "departure": {"fine": 40, "card": "yellow"},
            },
            "Ruling No.: 1; Infraction: Talking during the deal (R9.4); Seat: 2; Breaks the deal: no; "
            "Departure: fine of 40 %, yellow card",
        ),
        (
            "protocol.reopened",
            {"signed": {"1": "drawn", "2": "paper"}, "reason": ""},
            "Signed: 1: drawn, 2: on paper",
        ),
        (
            "deal.dropped",
            {"key": "k1", "said": {"ending": "fish", "pips_1": "4"}},
            "What it said: (Ending: Fish; Pips of seat 1: 4); Number of the message: k1",
        ),
        ("clock.time_added", {"seconds": 90, "reason": "Спор"}, "Time: 1:30; Reason: Спор"),
        (
            "draw.swapped",
            {"first": 1, "second": 4, "accepted": [["rematch", 1, 2]], "reason": "Так решили"},
            "One: 1; The other: 4; Accepted all the same: 1 and 2 meet again.; Reason: Так решили",
        ),
    ],
)
def test_details_are_in_the_words_of_the_field(cup: Tournament, action: str, data: dict[str, Any], words: str) -> None:
    assert recorded(cup, action, data) == words


def test_what_an_unknown_version_has_written_is_shown_all_the_same() -> None:
    record = AuditRecord(action="new.act", data={"some_key": {"b": [1]}})

    assert (as_text(details(record)), list(wordless("new.act", record.data))) == ("some key: b: 1", ["some_key"])


@pytest.fixture
def four(cup: Tournament) -> list[str]:
    """Four acts, and who did them."""
    moments = [datetime(2026, 5, 1, hour, 30, tzinfo=UTC) for hour in (1, 2, 3, 4)]
    said = [
        ("round 1, table 1", {"reason": "Ёлкин опоздал"}),
        ("round 1, table 11", {}),
        ("round 1", {}),
        ("round 11, table 1", {}),
    ]
    for number, (subject, data) in enumerate(said, 1):
        with act(
            cup, "round.closed" if number == 3 else "ruling.made", Author(UserFactory(username=f"kim{number}"))
        ) as to:
            to.subject, to.data = subject, data
        cup.journal.filter(number=number).update(at=moments[number - 1])
    return ["kim1", "kim2", "kim3", "kim4"]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("?text=елкин", [1]),
        ("?text=Ruling+ёлкин", [1]),
        ("?text=nobody", []),
        ("?who=kim2", [2]),
        ("?action=round.closed", [3]),
        ("?round=1", [3, 2, 1]),
        ("?table=1", [4, 1]),
        ("?round=1&table=1", [1]),
        # By the clock of the hall, ten hours ahead of UTC.
        ("?since=2026-05-01T12:00", [4, 3, 2]),
        ("?until=2026-05-01T12:30", [2, 1]),
        ("?since=yesterday", [4, 3, 2, 1]),
        ("?since=0001-01-01T00:00", [4, 3, 2, 1]),
        ("?until=0001-01-01T00:00", [4, 3, 2, 1]),
        ("?who=stranger", [4, 3, 2, 1]),
        ("?round=-1", [4, 3, 2, 1]),
    ],
)
def test_acts_are_looked_for_by_who_what_where_when_and_words(
    cup: Tournament, four: list[str], query: str, numbers: list[int]
) -> None:
    page = browser_of(cup).get(address(cup, query))
    file = browser_of(cup).get(reverse("exports:file", args=[cup.slug, "journal", "json"]) + query)

    assert [record.number for record in page.context["table"].data] == numbers
    assert [row["number"] for row in file.json()["rows"]] == numbers


def test_a_table_of_a_round_leads_to_what_happened_there(cup: Tournament) -> None:
    acts(cup, 1)

    (row,) = browser_of(cup).get(address(cup)).context["table"].rows

    assert row.get_cell("subject") == '<a href="/desk/cup/journal/1/1/">round 1, table 1</a>'


def test_the_page_says_whether_the_journal_is_intact(cup: Tournament) -> None:
    acts(cup, 2)
    before = browser_of(cup).get(address(cup, "?verify")).context["verdict"]
    AuditRecord.objects.filter(number=1).update(actor_name="somebody else")
    after = browser_of(cup).get(address(cup, "?verify")).context

    assert (before.intact, after["verdict"].intact, after["faults"]) == (
        True,
        False,
        ["Record 1 was changed after it was written."],
    )


def test_every_act_of_the_program_has_its_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in PROGRAM.rglob("*.py"))
    acted = set(re.findall(r"\b(?:act|_writing|_changing)\([\w.]+, \"([a-z_.]+)\"", source))

    assert set(ACTIONS) == acted | {ERASURE}


@pytest.mark.parametrize("role", ["secretary", "referee"])
def test_the_journal_is_for_the_organiser_and_the_chief_referee(cup: Tournament, role: str) -> None:
    assert browser_of(cup, role).get(address(cup)).status_code == 403


def test_the_page_is_only_read(cup: Tournament) -> None:
    assert browser_of(cup).post(address(cup)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


@pytest.mark.parametrize("asked", ["?page=0", "?page=x", "?page=99", "?per_page=-1", "?sort=hash"])
def test_what_makes_no_sense_in_the_address_is_passed_over(cup: Tournament, asked: str) -> None:
    acts(cup, 1)

    assert len(rows_of(browser_of(cup).get(address(cup, asked)))) == 1


def test_one_record_and_three_take_as_many_queries(cup: Tournament, django_assert_num_queries: Any) -> None:
    organiser = browser_of(cup)
    acts(cup, 1)
    with django_assert_num_queries(8):
        organiser.get(address(cup))
    with act(cup, "round.closed", Author()), act(cup, "deal.recorded", Author()):
        pass
    with django_assert_num_queries(8):
        assert len(rows_of(organiser.get(address(cup)))) == 3
