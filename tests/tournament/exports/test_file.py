"""Tables as files: the rows of their pages, with numbers and times as such, and nothing that is run."""

import csv
import json
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

import scoring
from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
    UserFactory,
)
from tests.pages import browser_of, rows_of
from tournament.audit.services import Author, act
from tournament.models import AuditRecord, Club, Ruling, Tournament, User

MOMENT = datetime(2026, 5, 1, 15, 30, 7, tzinfo=UTC)
FORMULAS = ("=HYPERLINK(1)", "+7 900", "-Минус", "@Собака")
PAGES = {
    "entries": "entries:list",
    "draw": "draw:overview",
    "results": "protocols:list",
    "rulings": "rulings:ledger",
    "standings": "standings:table",
    "journal": "desk:journal",
}


@pytest.fixture
def cup(db: None) -> Tournament:
    """A round of one table and a pair that is free, in Moscow; names that a spreadsheet would run; one ruling."""
    cup = TournamentFactory(slug="cup", timezone="Europe/Moscow")
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    club = Club.objects.create(name="=1+1")
    pairs = [
        EntryFactory(tournament=cup, players=FORMULAS[:2], club=club, seed=2),
        EntryFactory(tournament=cup, players=FORMULAS[2:]),
    ]
    table(round_, pairs)
    PartidaFactory(round=round_, table=None, kind="bye", entries=[EntryFactory(tournament=cup)])
    with act(cup, "round.closed", Author(address="10.0.0.7")) as doing:
        doing.subject, doing.data = "round 1", {"tables": 1}
    AuditRecord.objects.update(at=MOMENT)
    return cup


def referee() -> User:
    """A referee with a name that a spreadsheet would run."""
    user: User = UserFactory(first_name="=Олег")
    return user


def table(round_: Any, pairs: list[Any]) -> None:
    """A confirmed table of these pairs, with a ruling on its third seat."""
    partida = PartidaFactory(round=round_, entries=pairs)
    ProtocolFactory(partida=partida, state="confirmed", deals=scoring.playout_partida(round_.rules, 7))
    Ruling.objects.create(
        partida=partida, number=1, data={"code": "noise", "seat": 3}, made_by=referee(), made_at=MOMENT
    )


@pytest.fixture
def chief(cup: Tournament) -> Client:
    """The chief referee's browser: he sees all of these pages."""
    return browser_of(cup, "chief_referee")


def file(who: Client, what: str, kind: str, query: str = "?round=1") -> bytes:
    answer = who.get(reverse("exports:file", args=["cup", what, kind]) + query)
    assert answer.status_code == 200
    return answer.content


def records(who: Client, what: str, query: str = "?round=1") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(file(who, what, "json", query))["rows"]
    return rows


def cells(who: Client, what: str, query: str = "?round=1") -> list[list[str]]:
    lines = file(who, what, "csv", query).decode("utf-8-sig").splitlines()
    return list(csv.reader(lines, delimiter=";"))


def words(row: dict[str, Any], *keys: str) -> list[str]:
    """The values as a page without any other formatting has them."""
    return ["" if row[key] is None else str(row[key]) for key in keys]


# How a page says what a row of its file holds.
ENTRY = ("number", "pair", "club", "country", "seed", "state")
AS_ON_THE_PAGE: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "entries": lambda row: words(row, *ENTRY),
    "standings": lambda row: [
        *words(row, "place"),
        f"{row['entry']} {row['name']}",
        *words(row, "club", "played", "wins", "losses", "points_for", "points_against"),
        f"{row['difference']:+d}".replace("-", "−") if row["difference"] else "0",
        *words(row, "decided_by"),
    ],
    "rulings": lambda row: [
        *words(row, "round", "table", "player", "infraction", "penalty", "note", "made_by"),
        datetime.fromisoformat(row["made_at"]).strftime("%m/%d/%Y %H:%M"),
    ],
    "journal": lambda row: [
        *words(row, "number"),
        datetime.fromisoformat(row["at"]).strftime("%m/%d/%Y %H:%M:%S"),
        *words(row, "actor_name", "action", "subject"),
        "Show",
    ],
    "draw": lambda row: [
        str(row["table"] or "—"),
        f"{row['a_number']} {row['a']}",
        row["a_club"],
        f"{row['b_number']} {row['b']}" if row["b"] else "free this round",
        row["b_club"],
        "Open the protocol" if row["b"] else "",
    ],
    "results": lambda row: [
        str(row["table"] or "—"),
        row["a"],
        row["b"] or "free",
        "" if row["a_points"] is None else f"{row['a_points']} : {row['b_points']}",
        *words(row, "deals", "state"),
    ],
}


@pytest.mark.parametrize("what", PAGES)
def test_a_file_has_the_rows_of_its_page(cup: Tournament, chief: Client, what: str) -> None:
    page = chief.get(reverse(PAGES[what], args=["cup"]))

    assert [AS_ON_THE_PAGE[what](row) for row in records(chief, what)] == rows_of(page)
    assert reverse("exports:file", args=["cup", what, "xlsx"]) in page.content.decode()


@pytest.mark.parametrize("what", PAGES)
def test_the_three_kinds_of_file_say_the_same(cup: Tournament, chief: Client, what: str) -> None:
    said = json.loads(file(chief, what, "json"))
    book = load_workbook(BytesIO(file(chief, what, "xlsx")))
    (sheet,) = book.worksheets
    head, *rows = sheet.iter_rows(values_only=True)
    text_head, *text = cells(chief, what)

    assert (sheet.title, list(head), text_head) == (said["title"], *[list(said["columns"].values())] * 2)
    as_texts = [["" if value is None else plain(value) for value in row] for row in rows]
    assert as_texts == [[cell.removeprefix("'") for cell in row] for row in text]
    assert [len(row) for row in rows] == [len(row) for row in said["rows"]]


def plain(value: Any) -> str:
    """What XLSX holds, as CSV says it: times there have the hall's offset, too, and a yes is 1."""
    value = int(value) if isinstance(value, bool) else value
    return f"{value}+03:00" if isinstance(value, datetime) else str(value)


def test_numbers_are_numbers_and_times_are_times_of_the_hall(chief: Client) -> None:
    _head, row, *_rest = load_workbook(BytesIO(file(chief, "rulings", "xlsx"))).active.iter_rows(values_only=True)
    assert (row[0], row[1], row[-1].isoformat()) == (1, 1, "2026-05-01T18:30:07")

    standings = records(chief, "standings")
    assert {type(row[key]) for row in standings for key in ("place", "entry", "wins", "difference")} == {int}


@pytest.mark.parametrize("what", PAGES)
def test_no_text_is_run(chief: Client, what: str) -> None:
    book = load_workbook(BytesIO(file(chief, what, "xlsx")))
    formulas = [cell.value for row in book.active.iter_rows() for cell in row if cell.data_type == "f"]
    live = [cell for row in cells(chief, what) for cell in row if cell.startswith(("=", "+", "-", "@"))]

    assert formulas == []
    assert [cell for cell in live if not cell.lstrip("-").isdecimal()] == []


def test_a_name_is_written_as_it_is(chief: Client) -> None:
    """And a spreadsheet keeps it a text when somebody edits the cell."""
    pair = load_workbook(BytesIO(file(chief, "entries", "xlsx"))).active["B2"]

    assert (pair.value, pair.data_type, pair.quotePrefix) == ("=HYPERLINK(1) / +7 900", "s", True)
    assert cells(chief, "entries")[1][1] == "'=HYPERLINK(1) / +7 900"
    assert records(chief, "entries")[0]["pair"] == "=HYPERLINK(1) / +7 900"


def test_the_file_is_called_by_what_it_holds(chief: Client) -> None:
    answer = chief.get(reverse("exports:file", args=["cup", "results", "csv"]) + "?round=1")

    assert (answer.headers["Content-Type"], answer.headers["Content-Disposition"]) == (
        "text/csv; charset=utf-8",
        'attachment; filename="cup-results-round-1.csv"',
    )


@pytest.mark.parametrize("query", ['?round=1"; x="', "?round=1%0d%0aX: y", "?after=%0a1", "?stage=1%20"])
def test_nothing_of_an_odd_address_gets_into_its_name(chief: Client, query: str) -> None:
    answer = chief.get(reverse("exports:file", args=["cup", "entries", "csv"]) + query)

    assert answer.headers["Content-Disposition"] == 'attachment; filename="cup-entries.csv"'


@pytest.mark.parametrize(("what", "query", "first"), [("entries", "?sort=-number", 3), ("journal", "?sort=number", 1)])
def test_it_is_in_the_order_of_the_page(chief: Client, what: str, query: str, first: int) -> None:
    assert records(chief, what, query)[0]["number"] == first


def test_it_has_what_was_searched_for(chief: Client) -> None:
    assert [row["number"] for row in records(chief, "entries", "?q=Собака")] == [2]


def test_it_has_all_pages(cup: Tournament, chief: Client) -> None:
    for _entry in range(110):
        EntryFactory(tournament=cup)

    assert len(records(chief, "entries", "?page=2")) == 113


def test_what_the_journal_keeps_of_an_act_is_data(chief: Client) -> None:
    (record, *_others) = records(chief, "journal")

    assert (record["data"], record["said"]) == (
        {"tables": 1, "address": "10.0.0.7"},
        "Tables: 1; From the address: 10.0.0.7",
    )


@pytest.mark.parametrize("what", PAGES)
@pytest.mark.parametrize("tables", [1, 3])
def test_it_takes_the_same_queries_for_any_number_of_rows(
    cup: Tournament, chief: Client, what: str, tables: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    round_ = cup.rounds.get()
    for _table in range(tables - 1):
        table(round_, [EntryFactory(tournament=cup), EntryFactory(tournament=cup)])

    with django_assert_max_num_queries(QUERIES[what]):
        file(chief, what, "csv")


QUERIES = {"entries": 8, "draw": 13, "results": 13, "rulings": 10, "standings": 13, "journal": 7}


# -- rights and addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", PAGES)
@pytest.mark.parametrize("role", ["organiser", "chief_referee", "secretary", "referee"])
def test_who_may_see_the_page_may_have_the_file(cup: Tournament, what: str, role: str) -> None:
    browser = browser_of(cup, role)

    page, answer = browser.get(reverse(PAGES[what], args=["cup"])), browser.get(address(what))

    assert answer.status_code == page.status_code


def address(what: str, kind: str = "csv", query: str = "?round=1") -> str:
    return reverse("exports:file", args=["cup", what, kind]) + query


@pytest.mark.parametrize("what", PAGES)
def test_an_official_of_another_tournament_finds_nothing(cup: Tournament, what: str) -> None:
    assert browser_of(TournamentFactory()).get(address(what)).status_code == 404


@pytest.mark.parametrize(
    "odd",
    [
        address("entries", "ods"),
        address("players"),
        *(address("draw", query=query) for query in ("", "?round=9", "?round=x", "?round=99999999999")),
        *(address("standings", query=query) for query in ("?stage=9", "?after=9", "?after=x")),
    ],
)
def test_what_is_not_there_is_not_found(chief: Client, odd: str) -> None:
    assert chief.get(odd).status_code == 404


def test_a_proposed_round_has_a_draw_and_no_results(cup: Tournament, chief: Client) -> None:
    cup.rounds.update(state="proposed")

    assert [chief.get(address(what)).status_code for what in ("draw", "results")] == [200, 404]


def test_it_is_only_read(chief: Client) -> None:
    assert chief.post(address("entries")).status_code == 405
