"""The cross-table of a stage for everybody."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import StageFactory
from tests.pages import browser_of, rows_of
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import services
from tournament.models import Round, Stage, Tournament

from .release import decide, initials

URL = "/t/cup/cross-tables/1/"


def public(stage: Stage) -> Stage:
    stage.tournament.is_public = True
    stage.tournament.save()
    return stage


def test_a_result_is_shown_once_it_is_confirmed(client: Client, round_: Round) -> None:
    """R11.2: of the other table only that it is drawn."""
    page = client.get(URL)

    assert reverse("public:cross_table", args=["cup", 1]) == URL
    assert [[cell for cell in row[1:-2] if cell] for row in rows_of(page)] == [
        ["+ won 77:50 round 1"],
        ["… no confirmed result yet round 1"],
        ["… no confirmed result yet round 1"],
        ["− lost 50:77 round 1"],
    ]


def test_results_lead_to_their_rounds_and_nothing_to_the_desk(client: Client, round_: Round) -> None:
    words = client.get(URL).content.decode()

    assert ('href="/t/cup/rounds/1/"' in words, "/desk/" in words) == (True, False)


def test_the_way_there_leads_from_the_tournament_and_its_rounds(client: Client, round_: Round) -> None:
    pages = [client.get(address).content.decode() for address in ("/t/cup/", "/t/cup/rounds/1/")]

    assert [f'href="{URL}"' in page for page in pages] == [True, True]


def test_before_the_first_round_there_is_none(client: Client, cup: Tournament) -> None:
    StageFactory(tournament=cup)

    assert client.get(URL).status_code == 404


def test_a_round_that_is_only_proposed_shows_nothing(client: Client, round_: Round) -> None:
    Round.objects.update(state="proposed", regulations=None)

    assert client.get(URL).status_code == 404


def test_a_knockout_has_its_bracket_instead(client: Client, db: None) -> None:
    stage = public(stage_of(4, "knockout"))
    play(services.propose_knockout(stage=stage, seed="1", by=BY))

    assert client.get(URL).status_code == 404


def test_a_tournament_that_is_not_public_shows_it_to_its_officials_only(client: Client, round_: Round) -> None:
    Tournament.objects.update(is_public=False)

    asked = [browser.get(URL).status_code for browser in (client, browser_of(round_.tournament))]

    assert asked == [404, 200]


def test_it_goes_as_far_as_standings_are_released(client: Client, db: None) -> None:
    swiss_rounds(public(stage_of(4)), 2)
    decide("results", "officials", 2)

    meetings = [line.meetings for group in client.get(URL).context["cross"].groups for line in group.lines]
    assert {meeting.round for line in meetings for meeting in line} == {1}
    decide("results", "officials", 1)
    assert client.get(URL).status_code == 404


def test_names_as_initials(client: Client, round_: Round) -> None:
    initials()

    assert "Иванов" not in client.get(URL).content.decode()


def test_the_page_is_only_read(client: Client, round_: Round) -> None:
    assert client.post(URL).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("pairs", [3, 12])
def test_three_pairs_and_twelve_take_as_many_queries(
    client: Client, pairs: int, django_assert_num_queries: Any
) -> None:
    stage = public(stage_of(pairs))
    swiss_rounds(stage, 1 if pairs == 3 else 3)

    with django_assert_num_queries(12):
        client.get(URL)
