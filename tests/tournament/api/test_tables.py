"""The draw of a round with its results (R11.2)."""

from typing import Any

import pytest

from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tests.tournament.api.asking import address, read, why_not
from tests.tournament.public.conftest import DEALS
from tournament.models import Partida, Protocol, Release, Tournament

ROUTE = "api:tables"


def results(number: int = 1) -> list[Any]:
    return [each["result"] for each in read(address(ROUTE, "cup", number))["items"]]


def test_a_result_is_there_once_it_counts_and_who_is_free_stands_last(cup: Tournament) -> None:
    won = {
        "kind": "played",
        "points": [77, 50],
        "parts": None,
        "winner": "a",
        "corrected": False,
        "under_protest": False,
    }

    assert read(address(ROUTE, "cup", 1))["items"][2] == {
        "table": None,
        "a": {"entries": [5], "players": ["Ру Р.", "Су С."]},
        "b": None,
        "result": None,
    }
    assert (results(1), results(2)) == ([won, won, None], [won, None])


@pytest.mark.parametrize("kind", ["walkover", "both_absent", "void"])
def test_what_was_not_played_is_told_once_it_is_confirmed(cup: Tournament, kind: str) -> None:
    """Before that nobody learns that a pair hasn't come (R8.1)."""
    partida = Partida.objects.filter(round__number=1, table=1)
    partida.update(kind=kind, winner="b" if kind == "walkover" else "")
    Protocol.objects.filter(partida__in=partida).update(state="accepted")
    assert results()[0] is None

    Protocol.objects.filter(partida__in=partida).update(state="confirmed")
    Tournament.objects.update(version=1)
    result = results()[0]
    assert (result["kind"], result["points"], result["winner"]) == (kind, None, "b" if kind == "walkover" else None)


def test_results_that_are_held_back_are_not_there(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=1, level="officials")

    assert results() == [None, None, None]


def test_a_draw_that_is_held_back_is_not_there(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="draw", round_number=1, level="officials")

    assert why_not(address(ROUTE, "cup", 1)) == (404, "Round 1 isn't public.")


@pytest.mark.parametrize("number", [3, 32767])
def test_a_round_that_isnt(cup: Tournament, number: int) -> None:
    assert why_not(address(ROUTE, "cup", number)) == (404, f"Round {number} isn't public.")


@pytest.mark.parametrize("number", ["0", "-1", "32768", "9" * 30, "one", "1.5", "Ⅲ"])
def test_what_is_no_round_at_all(cup: Tournament, number: str) -> None:
    status, said = why_not(f"/api/v1/tournaments/cup/rounds/{number}/tables")

    assert (status, said[:32]) == (404, "There is nothing at this address")


def test_four_players_each_by_himself(db: None) -> None:
    solo = TournamentFactory(slug="cup", is_public=True, event="individual", rules__deals=4)
    four = [EntryFactory(tournament=solo) for _player in range(4)]
    round_ = RoundFactory(stage=StageFactory(tournament=solo, system="individual"))
    ProtocolFactory(partida=PartidaFactory(round=round_, entries=four), deals=DEALS, state="confirmed")

    (row,) = read(address(ROUTE, "cup", 1))["items"]
    assert (row["a"]["entries"], row["b"]["entries"], row["result"]["points"]) == ([1, 3], [2, 4], [77, 50])
    assert row["a"]["players"] == ["Игрок 1", "Игрок 3"]


def test_as_many_queries_with_one_as_with_many(cup: Tournament, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(11):
        read(address(ROUTE, "cup", 2))
    stage = cup.stages.get()
    many = RoundFactory(stage=stage)
    for _table in range(8):
        ProtocolFactory(partida=PartidaFactory(round=many), deals=DEALS, state="confirmed")
    with django_assert_num_queries(11):
        read(address(ROUTE, "cup", 3))
