"""The standings after any round (R12)."""

import pytest

from tests.tournament.api.asking import address, read, why_not
from tournament.models import Release, Tournament

ROUTE = "api:standings"


def places(query: str = "") -> list[tuple[int, int]]:
    return [(row["place"], row["entry"]) for row in read(address(ROUTE, "cup", 1) + query)["items"]]


def test_after_the_last_round_and_after_any_other(cup: Tournament) -> None:
    assert places() == [(1, 1), (2, 5), (3, 3), (4, 2), (4, 4)]
    assert places("?after=1") == [(1, 5), (2, 1), (2, 3), (4, 2), (4, 4)]


def test_each_row_says_what_its_place_rests_on(cup: Tournament) -> None:
    found = read(address(ROUTE, "cup", 1))

    assert (found["after"], found["criteria"], found["missing"]) == (2, ["wins", "difference", "points_for"], [[2, 2]])
    assert found["items"][0] == {
        "place": 1,
        "group": None,
        "entry": 1,
        "players": ["Иванов И.", "Петров П."],
        "club": "Дупль",
        "country": "Россия",
        "withdrawn": False,
        "played": 2,
        "wins": 2,
        "losses": 0,
        "walkovers": 0,
        "byes": 0,
        "points_for": 154,
        "points_against": 100,
        "difference": 54,
        "values": {"wins": 2, "difference": 54, "points_for": 154},
        "decided_by": None,
    }


def test_a_part_of_them(cup: Tournament) -> None:
    assert places("?limit=2&offset=1") == [(2, 5), (3, 3)]


def test_they_stop_before_the_first_result_that_is_held_back(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=2, level="hidden")

    assert read(address(ROUTE, "cup", 1))["after"] == 1
    assert why_not(address(ROUTE, "cup", 1) + "?after=2") == (404, "These standings of stage 1 aren't public.")


def test_before_anything_is_released_there_are_none(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="standings", level="officials")

    assert why_not(address(ROUTE, "cup", 1)) == (404, "These standings of stage 1 aren't public.")


def test_names_as_initials(cup: Tournament) -> None:
    Tournament.objects.update(names_shown="initials")

    assert read(address(ROUTE, "cup", 1))["items"][0]["players"] == ["И. И.", "П. П."]


@pytest.mark.parametrize("after", ["0", "-1", "x", "32768", "", "9" * 40])
def test_what_is_no_round_is_said(cup: Tournament, after: str) -> None:
    status, said = why_not(f"{address(ROUTE, 'cup', 1)}?after={after}")

    assert (status, said[:14]) == (400, "«after» can't ")


def test_a_stage_that_isnt(cup: Tournament) -> None:
    assert why_not(address(ROUTE, "cup", 2)) == (404, "This tournament has no stage 2.")
