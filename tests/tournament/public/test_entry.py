"""An entry for everybody: where it stands, each of its partidas, the course of its places."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of
from tests.tournament.draw.play import BY, individual_rounds, play, players_stage, stage_of, swiss_rounds
from tournament.draw import services
from tournament.models import Partida, Protocol, Round, Stage, Tournament
from tournament.standings.services import close_round

from .release import decide, initials

URL = "/t/cup/entries/1/"


@pytest.fixture
def stage(db: None) -> Stage:
    """Four pairs after two rounds, the first closed; the lower number always wins."""
    stage = stage_of(4)
    first, _second = swiss_rounds(stage, 2)
    close_round(round_=first, by=BY)
    Tournament.objects.update(is_public=True)
    return stage


def played(page: Any) -> list[tuple[int, str, str, tuple[int, int] | None, int | None]]:
    lines = page.context["entry"].played
    return [(line.round, line.opponents.name, line.how, line.score, line.place) for line in lines]


def test_each_partida_with_its_opponents_result_and_the_place_after_it(client: Client, stage: Stage) -> None:
    assert reverse("public:entry", args=["cup", 1]) == URL

    page = client.get(URL)

    opponents = [
        Partida.objects.get(round__number=number, seats__entry__number=1, seats__number=1) for number in (1, 2)
    ]
    rivals = [partida.seats.exclude(entry__number=1).first() for partida in opponents]
    assert [(line[0], line[2], line[4]) for line in played(page)] == [(1, "won", 1), (2, "won", 1)]
    assert [line[3] for line in played(page)] == [(100, 1), (100, 1)]
    assert [line[1] for line in played(page)] == [str(rival.entry) for rival in rivals if rival]
    assert (page.context["entry"].row.place, page.context["entry"].row.standing.wins) == (1, 2)


def test_the_course_of_its_places_is_drawn(client: Client, stage: Stage) -> None:
    (course,) = client.get("/t/cup/entries/4/").context["entry"].courses

    assert [(mark.round, mark.place) for mark in course.marks] == [(1, 3), (2, 4)]
    assert course.line == "20,73 300,100"
    assert '<polyline points="20,73 300,100"' in client.get("/t/cup/entries/4/").content.decode()


def test_what_is_not_confirmed_has_no_result_yet(client: Client, stage: Stage) -> None:
    Protocol.objects.filter(partida__round__number=2).update(state="accepted")

    assert [line[2:4] for line in played(client.get(URL))] == [("won", (100, 1)), ("waiting", None)]


@pytest.mark.parametrize(
    ("kind", "winner", "how", "score"),
    [("walkover", "a", "walkover_won", (100, 0)), ("both_absent", "", "both_absent", None), ("void", "", "void", None)],
)
def test_what_was_not_played_says_so(
    client: Client, stage: Stage, kind: str, winner: str, how: str, score: tuple[int, int] | None
) -> None:
    seat = (
        stage.rounds.get(number=2)
        .partidas.get(seats__entry__number=1, seats__number__in=(1, 2))
        .seats.get(entry__number=1, number__in=(1, 2))
    )
    won = winner and ("a" if seat.number == 1 else "b")
    Partida.objects.filter(pk=seat.partida_id).update(kind=kind, winner=won)

    assert played(client.get(URL))[1][2:4] == (how, score)


def test_results_that_are_held_back_leave_who_met_whom(client: Client, stage: Stage) -> None:
    decide("results", "officials", 2)

    page = client.get(URL)

    assert [line[2:] for line in played(page)] == [("won", (100, 1), 1), ("", None, None)]
    assert (page.context["entry"].row.standing.wins, page.context["entry"].courses) == (1, ())
    assert [line[2] for line in played(browser_of(stage.tournament).get(URL))] == ["won", "won"]


def test_a_draw_that_is_held_back_leaves_nothing_of_its_round(client: Client, stage: Stage) -> None:
    decide("draw", "officials", 2)

    assert [line[0] for line in played(client.get(URL))] == [1]


def test_a_proposed_round_is_not_there(client: Client, stage: Stage) -> None:
    services.propose_swiss(stage=stage, seed="3", by=BY)

    assert [line[0] for line in played(client.get(URL))] == [1, 2]


def test_names_as_initials(client: Client, stage: Stage) -> None:
    initials()

    page = client.get(URL)

    assert page.context["entry"].name == "И. / И."
    assert "Игрок" not in page.content.decode()


def test_a_player_of_an_individual_event_has_a_partner_each_round(client: Client, db: None) -> None:
    individual_rounds(players_stage(8), 1)
    Tournament.objects.update(is_public=True)

    (line,) = client.get(URL).context["entry"].played

    assert (len(line.partner.players), len(line.opponents.players)) == (1, 2)
    assert line.partner.players[0] != "Игрок 1"


def test_before_a_round_is_published_the_page_says_so(client: Client, stage: Stage) -> None:
    Round.objects.update(state="proposed")

    assert "No round with this entry is published yet." in client.get(URL).content.decode()


@pytest.mark.parametrize("number", ["9", "0", "99999", "99999999999999999999"])
def test_an_entry_that_is_not_there_is_not_found(client: Client, stage: Stage, number: str) -> None:
    assert client.get(f"/t/cup/entries/{number}/").status_code == 404


def test_nothing_is_posted_to_it(client: Client, stage: Stage) -> None:
    assert client.post(URL).status_code == 405


def test_it_belongs_to_its_tournament(client: Client, stage: Stage) -> None:
    TournamentFactory(slug="other", is_public=True)

    assert client.get("/t/other/entries/1/").status_code == 404


@pytest.mark.parametrize("rounds", [0, 1])
def test_more_rounds_need_no_more_queries(
    client: Client, stage: Stage, rounds: int, django_assert_num_queries: Any
) -> None:
    for _round in range(rounds):
        play(services.propose_swiss(stage=stage, seed="9", by=BY))

    with django_assert_num_queries(QUERIES):
        client.get(URL)


# Tournament, release, rounds; entry with its players; the standings; snapshots; its partidas with what a sheet needs.
QUERIES = 22
