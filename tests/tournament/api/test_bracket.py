"""The bracket of a knockout (R13.3)."""

import pytest

from tests.tournament.api.asking import address, read, why_not
from tests.tournament.draw.play import BY, play, stage_of
from tournament.draw import services as draw
from tournament.models import Release, Stage, Tournament

ROUTE = "api:bracket"
NONE = (404, "Stage 1 has no bracket, or no results of it are public.")


@pytest.fixture
def knockout(db: None) -> Stage:
    """Four pairs; the first round is played, the final is only proposed."""
    stage = stage_of(4, "knockout")
    Tournament.objects.update(is_public=True)
    play(draw.propose_knockout(stage=stage, seed="1", by=BY))
    draw.propose_knockout(stage=stage, seed="1", by=BY)
    return stage


def test_every_meeting_with_what_is_known_of_it(knockout: Stage) -> None:
    found = read(address(ROUTE, "cup", 1))

    sides = [
        (each["key"], each["round"], sorted((side["entry"], side["points"], side["won"]) for side in each["sides"]))
        for each in found["meetings"]
    ]
    assert sides == [
        ("main1.1", 1, [(1, 100, True), (4, 1, False)]),
        ("main1.2", 1, [(2, 100, True), (3, 2, False)]),
        ("main2.1", None, [(1, None, False), (2, None, False)]),
    ]
    players = {side["entry"]: side["players"] for each in found["meetings"] for side in each["sides"]}
    assert players[1] == ["Игрок 1-1", "Игрок 1-2"]
    assert [(each["place"], each["entry"]) for each in found["places"]] == [(3, 3), (3, 4)]


def test_who_is_through_is_not_told_before_the_results_are(knockout: Stage) -> None:
    Release.objects.create(tournament=knockout.tournament, kind="results", level="hidden")

    assert why_not(address(ROUTE, "cup", 1)) == NONE


def test_the_final_is_not_told_before_its_results_are(knockout: Stage) -> None:
    play(knockout.rounds.get(number=2))
    Release.objects.create(tournament=knockout.tournament, kind="results", round_number=2, level="hidden")

    found = read(address(ROUTE, "cup", 1))
    assert (found["after"], [(each["key"], each["round"]) for each in found["meetings"]][2]) == (1, ("main2.1", None))
    assert 1 not in {each["place"] for each in found["places"]}


def test_other_systems_have_none(cup: Tournament) -> None:
    assert why_not(address(ROUTE, "cup", 1)) == NONE


def test_before_the_first_round_there_is_none(knockout: Stage) -> None:
    knockout.rounds.all().delete()

    assert why_not(address(ROUTE, "cup", 1)) == NONE
