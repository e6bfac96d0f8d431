"""Public pages as files: their rows, searched and sorted as they are, and nothing that isn't released."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

import scoring
from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tests.tournament.public.release import decide, initials
from tournament.models import Entry, Round, Tournament

PAGES = {"standings-1": "standings/1/", "entries": "entries/", "round-1": "rounds/1/"}
KINDS = {"csv": "text/csv", "xlsx": "application/vnd.openxml", "json": "application/json"}


@pytest.fixture
def cup(db: None) -> Tournament:
    cup: Tournament = TournamentFactory(slug="cup", is_public=True, rules__deals=4)
    return cup


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Two tables, one of which isn't confirmed yet, and a pair that is free; one name is a formula."""
    names = [("=Иванов", "Петров"), ("Ким", "Ли"), ("Ан", "Ёлкин"), ("Цой", "Ю")]
    pairs = [EntryFactory(tournament=cup, players=pair) for pair in names]
    round_: Round = RoundFactory(stage=StageFactory(tournament=cup))
    deals = scoring.playout_partida(round_.rules, 7)
    for state, entries in (("confirmed", pairs[:2]), ("accepted", pairs[2:])):
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=entries), deals=deals, state=state)
    PartidaFactory(round=round_, table=None, kind="bye", entries=[EntryFactory(tournament=cup, players=("Бо", "Го"))])
    return round_


def file(who: Client, name: str, query: str = "") -> Any:
    return who.get(f"/t/cup/files/{name}{query}")


def rows(who: Client, name: str, query: str = "") -> list[dict[str, Any]]:
    answer = file(who, f"{name}.json", query)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = json.loads(answer.content)["rows"]
    return found


def test_their_addresses() -> None:
    assert reverse("exports:public_standings", args=["cup", 1, "csv"]) == "/t/cup/files/standings-1.csv"
    assert reverse("exports:public_entries", args=["cup", "csv"]) == "/t/cup/files/entries.csv"
    assert reverse("exports:public_round", args=["cup", 1, "csv"]) == "/t/cup/files/round-1.csv"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", PAGES)
def test_each_page_leads_to_its_files(client: Client, round_: Round, name: str, kind: str) -> None:
    page = client.get(f"/t/cup/{PAGES[name]}", {"q": "ё"}).content.decode()
    query = "?q=%D1%91"

    assert f'href="/t/cup/files/{name}.{kind}{query}"' in page
    answer = file(client, f"{name}.{kind}", query)
    assert (answer.status_code, answer["Content-Type"].startswith(KINDS[kind])) == (200, True)
    assert answer["Content-Disposition"] == f'attachment; filename="cup-{name}.{kind}"'


@pytest.mark.parametrize("query", ["", "?sort=-name", "?sort=difference", "?q=ёлкин", "?sort=password"])
def test_standings_have_the_rows_of_their_page(client: Client, round_: Round, query: str) -> None:
    """Place and name as they stand there, in its order."""
    shown = [row[:2] for row in rows_of(client.get(f"/t/cup/standings/1/{query}"))]

    found = [[str(row["place"]), f"{row['entry']} {row['name']}"] for row in rows(client, "standings-1", query)]
    assert found == [[place.partition(":")[0].strip(), name] for place, name in shown]


def test_entries_are_all_there_with_the_round_from_which_they_are_gone(client: Client, round_: Round) -> None:
    EntryFactory.create_batch(120, tournament=round_.tournament)
    Entry.objects.filter(number=2).update(withdrawn_from=2)

    found = rows(client, "entries", "?page=2")
    assert len(found) == 125
    assert [row["number"] for row in found if row["withdrawn"] == 2] == [2]


def test_a_result_is_there_once_it_counts(client: Client, round_: Round) -> None:
    """What isn't confirmed has no points yet, whoever reads it (R11.2)."""
    found = rows(client, "round-1")

    score = scoring.play(round_.rules, scoring.playout_partida(round_.rules, 7)).points
    winner = "A" if score[0] > score[1] else "B"
    assert [[row[key] for key in ("table", "a_points", "b_points", "winner", "state")] for row in found] == [
        [1, *score, winner, ""],
        [2, None, None, "", "waiting for confirmation"],
        [None, None, None, "", "bye"],
    ]
    assert "deals" not in found[0]


def test_names_are_no_formulas(client: Client, round_: Round) -> None:
    (sheet,) = load_workbook(BytesIO(file(client, "entries.xlsx").content)).worksheets

    assert [(cell.value, cell.data_type) for cell in sheet["B"][1:2]] == [("=Иванов / Петров", "s")]
    assert "\n1;'=Иванов / Петров;" in file(client, "entries.csv").content.decode().replace("\r", "")


@pytest.mark.parametrize(
    ("hidden", "name"),
    [("standings", "standings-1"), ("results", "standings-1"), ("entries", "entries"), ("draw", "round-1")],
)
def test_what_is_not_released_is_not_there_but_for_officials(
    client: Client, round_: Round, hidden: str, name: str
) -> None:
    decide(hidden, "officials")

    secretary = browser_of(round_.tournament, "secretary")
    assert (file(client, f"{name}.csv").status_code, file(secretary, f"{name}.csv").status_code) == (404, 200)


def test_held_back_results_leave_the_draw(client: Client, round_: Round) -> None:
    decide("results", "officials")

    found = rows(client, "round-1")
    assert [row["a"] for row in found] == ["=Иванов / Петров", "Ан / Ёлкин", "Бо / Го"]
    assert {(row["a_points"], row["winner"], row["corrected"]) for row in found} == {(None, "", False)}


def test_names_are_as_the_public_reads_them(client: Client, round_: Round) -> None:
    initials()

    assert rows(client, "entries")[0]["name"] == "И. / П."
    assert rows(client, "round-1")[0]["a"] == "И. / П."
    assert rows(client, "standings-1", "?q=иванов") == []


@pytest.mark.parametrize(
    "address", ["standings-2.csv", "standings-1.exe", "entries.pdf", "round-9.json", "round-1.", "nothing.csv"]
)
def test_what_there_is_not(client: Client, round_: Round, address: str) -> None:
    assert file(client, address).status_code == 404


def test_nothing_is_sent_again_while_nothing_has_changed(client: Client, round_: Round) -> None:
    first = file(client, "standings-1.xlsx")

    again = client.get("/t/cup/files/standings-1.xlsx", headers={"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert file(client, "standings-1.csv")["ETag"] != first["ETag"]


@pytest.mark.parametrize("name", PAGES)
def test_the_queries_are_the_same_for_few_rows_and_many(client: Client, round_: Round, name: str) -> None:
    with CaptureQueriesContext(connection) as few:
        file(client, f"{name}.csv")
    for _table in range(5):
        pairs = [EntryFactory(tournament=round_.tournament) for _side in "ab"]
        deals = scoring.playout_partida(round_.rules, 7)
        ProtocolFactory(partida=PartidaFactory(round=round_, entries=pairs), deals=deals, state="confirmed")
    with CaptureQueriesContext(connection) as many:
        file(client, f"{name}.csv", "?q=")

    assert len(many) == len(few)
