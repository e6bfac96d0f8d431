"""Who met whom in a stage (R12.6)."""

from tests.tournament.api.asking import address, read, why_not
from tournament.models import Release, Tournament

ROUTE = "api:cross_table"


def test_each_entry_with_its_meetings(cup: Tournament) -> None:
    found = read(address(ROUTE, "cup", 1))

    assert (found["after"], [row["entry"] for row in found["items"]]) == (2, [1, 5, 3, 2, 4])
    assert found["items"][1] == {
        "place": 2,
        "group": None,
        "entry": 5,
        "players": ["Ру Р.", "Су С."],
        "meetings": [
            {"round": 1, "table": None, "opponent": None, "how": "bye", "points": [200, 0]},
            {"round": 2, "table": 2, "opponent": 2, "how": "waiting", "points": None},
        ],
    }


def test_only_the_rounds_whose_results_are_public(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="results", round_number=2, level="hidden")

    found = read(address(ROUTE, "cup", 1))
    assert (found["after"], {each["round"] for row in found["items"] for each in row["meetings"]}) == (1, {1})
    assert why_not(address(ROUTE, "cup", 1) + "?after=2") == (
        404,
        "These standings of stage 1 aren't public.",
    )


def test_its_lines_stand_in_the_order_of_the_standings_and_are_held_back_with_them(cup: Tournament) -> None:
    Release.objects.create(tournament=cup, kind="standings", level="hidden")

    assert why_not(address(ROUTE, "cup", 1))[0] == 404


def test_a_stage_that_hasnt_begun_has_none(cup: Tournament) -> None:
    cup.rounds.all().delete()

    assert why_not(address(ROUTE, "cup", 1))[0] == 404
