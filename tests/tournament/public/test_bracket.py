"""The bracket of a knockout for everybody (R13.3)."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import StageFactory
from tests.pages import browser_of
from tests.tournament.draw.play import BY, play, stage_of
from tournament.draw import services
from tournament.models import Stage

from .release import decide, initials

URL = "/t/cup/brackets/1/"


@pytest.fixture
def stage(db: None) -> Stage:
    """A public knockout of four pairs, its first round played."""
    stage = stage_of(4, "knockout")
    stage.tournament.is_public = True
    stage.tournament.save()
    play(services.propose_knockout(stage=stage, seed="1", by=BY))
    return stage


def test_the_winners_stand_in_the_final(client: Client, stage: Stage) -> None:
    page = client.get(URL)

    assert reverse("public:bracket", args=["cup", 1]) == URL
    ((_title, rounds),) = page.context["bracket"].sections
    assert [round_.title for round_ in rounds] == ["Semi-final", "Final"]
    winners = {side.entry for meeting in rounds[0].meetings for side in meeting.sides if side.won}
    assert {side.entry for side in rounds[1].meetings[0].sides} == winners


def test_the_way_there_leads_from_the_tournament_and_its_rounds(client: Client, stage: Stage) -> None:
    pages = [client.get(address) for address in ("/t/cup/", "/t/cup/rounds/1/")]

    assert [page.context["frame"].brackets for page in pages] == [[stage], [stage]]
    assert [URL in page.content.decode() for page in pages] == [True, True]


def test_nothing_leads_to_the_desk(client: Client, stage: Stage) -> None:
    assert "/desk/" not in client.get(URL).content.decode()


def test_before_a_round_is_published_there_is_no_bracket(client: Client, stage: Stage) -> None:
    stage.rounds.update(state="proposed")

    assert client.get(URL).status_code == 404


def test_a_stage_of_another_system_has_none(client: Client, stage: Stage) -> None:
    StageFactory(tournament=stage.tournament, system="swiss")

    assert client.get("/t/cup/brackets/2/").status_code == 404


def test_a_tournament_that_is_not_public_shows_it_to_its_officials_only(client: Client, stage: Stage) -> None:
    stage.tournament.is_public = False
    stage.tournament.save()

    asked = [browser.get(URL).status_code for browser in (client, browser_of(stage.tournament))]

    assert asked == [404, 200]


def test_the_page_is_only_read(client: Client, stage: Stage) -> None:
    assert client.post(URL).status_code == 405


def test_it_goes_as_far_as_results_are_released(client: Client, stage: Stage) -> None:
    play(services.propose_knockout(stage=stage, seed="1", by=BY))
    decide("results", "officials", 2)

    ((_title, rounds),) = client.get(URL).context["bracket"].sections

    assert [len([side for side in round_.meetings[0].sides if side.won]) for round_ in rounds] == [1, 0]
    assert [place for place, _name in client.get(URL).context["bracket"].places] == [3, 3]


def test_without_any_results_there_is_none(client: Client, stage: Stage) -> None:
    decide("results", "officials")

    assert [who.get(URL).status_code for who in (client, browser_of(stage.tournament))] == [404, 200]


def test_names_as_initials(client: Client, stage: Stage) -> None:
    initials()

    assert "Игрок" not in client.get(URL).content.decode()
