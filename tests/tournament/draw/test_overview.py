"""The rounds and the ways to draw the next one."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tests.tournament.draw.play import play, stage_of
from tournament.audit.services import Author
from tournament.draw import queries, services
from tournament.draw.policy import StagePolicy
from tournament.models import Entry, Protocol, Round, Stage

ROUTE = "draw:overview"


def address(stage: Stage, query: str = "") -> str:
    return reverse(ROUTE, args=[stage.tournament.slug]) + query


def round_robin(stage: Stage) -> None:
    rounds = services.propose_round_robin(stage=stage, legs=1, seed="", by=Author())
    services.publish(round_=rounds[0], by=Author())


def test_before_the_first_round_all_ways_stand_open(stage: Stage) -> None:
    page = browser_of(stage.tournament).get(address(stage))

    asked = {key: page.context[key] for key in ("number", "fresh", "entries", "meetings", "may_draw")}
    assert asked == {"number": 1, "fresh": True, "entries": 4, "meetings": 3, "may_draw": True}


def test_the_first_proposed_round_is_shown_with_its_tables(stage: Stage) -> None:
    Entry.objects.filter(number=4).delete()
    round_robin(stage)

    page = browser_of(stage.tournament).get(address(stage))

    assert page.context["round"].number == 2
    assert rows_of(page) == [
        ["1", "1 Игрок 1-1 / Игрок 1-2", "", "2 Игрок 2-1 / Игрок 2-2", ""],
        ["—", "3 Игрок 3-1 / Игрок 3-2", "", "free this round", ""],
    ]


def test_a_published_round_leads_to_its_protocols(stage: Stage) -> None:
    round_robin(stage)

    page = browser_of(stage.tournament).get(address(stage, "?round=1"))

    assert [row[-1] for row in rows_of(page)] == ["Open the protocol", "Open the protocol"]


def test_once_the_planned_rounds_are_closed_the_next_stage_is_drawn(db: None) -> None:
    """The other stages are still one press away."""
    stage = StageFactory(tournament=TournamentFactory(slug="open"), system=Stage.System.SWISS.value)
    EntryFactory.create_batch(4, tournament=stage.tournament)
    services.set_policy(stage=stage, policy=StagePolicy(rounds=1), by=Author())
    final = StageFactory(tournament=stage.tournament, number=2, system=Stage.System.KNOCKOUT.value)
    browser = browser_of(stage.tournament)
    services.publish(round_=services.propose_swiss(stage=stage, seed="", by=Author()), by=Author())
    while_it_is_played = browser.get(address(stage)).context["stage"]
    stage.rounds.update(state=Round.State.CLOSED.value)

    pages = [browser.get(address(stage, asked)) for asked in ("", "?stage=1")]

    assert while_it_is_played == stage
    assert [page.context["stage"] for page in pages] == [final, stage]


@pytest.mark.parametrize("asked", ["?round=9", "?round=one", f"?round={'9' * 5000}", "?round="])
def test_a_round_that_is_not_there_is_answered_with_the_next_one(stage: Stage, asked: str) -> None:
    round_robin(stage)

    assert browser_of(stage.tournament).get(address(stage, asked)).context["round"].number == 2


def test_a_referee_looks_and_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "referee").get(address(stage)).context["may_draw"] is False


def test_the_page_is_only_read(stage: Stage) -> None:
    assert browser_of(stage.tournament).post(address(stage)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).get(address(stage)).status_code == 404


def test_two_tables_and_four_take_as_many_queries(
    stage: Stage, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    services.propose_by_lots(stage=stage, seed="1", by=Author())
    organiser = browser_of(stage.tournament)
    with django_assert_max_num_queries(28) as two:
        organiser.get(address(stage))
    for _ in range(4):
        EntryFactory(tournament=stage.tournament)
    services.take_back(round_=stage.rounds.get(), by=Author())
    services.propose_by_lots(stage=stage, seed="1", by=Author())
    with django_assert_num_queries(len(two)):
        assert len(rows_of(organiser.get(address(stage)))) == 4


def test_a_swiss_round_says_why(db: None) -> None:
    swiss = stage_of(4)
    services.propose_swiss(stage=swiss, seed="1", by=Author())

    page = browser_of(swiss.tournament).get(address(swiss))

    assert [row[-1] for row in rows_of(page)] == ["Why?", "Why?"]
    assert (page.context["may_redraw"], page.context["verdict"].broken) == (True, ())


def test_before_the_first_round_and_after_each_it_says_how_many_rounds_are_sure(db: None) -> None:
    """R13.7."""
    swiss = stage_of(4, rounds=4)
    organiser = browser_of(swiss.tournament)

    assert organiser.get(address(swiss)).context["outlook"] == (
        "4 rounds with 4 pairs are impossible without repeated meetings: each has only 3 opponents, the free game "
        "counted. There are fewer opponents than rounds."
    )
    said = []
    for _ in range(3):
        play(services.propose_swiss(stage=swiss, seed="1", by=Author()))
        page = organiser.get(address(swiss))
        said.append((page.context["outlook"], page.context["further"]))
    planned = "Of 4 planned rounds 3 are sure."
    assert said == [
        ("", f"After this round 2 more are sure without a repeated meeting or a second free game. {planned}"),
        ("", f"After this round 1 more is sure without a repeated meeting or a second free game. {planned}"),
        ("", f"After this round no other one is sure without a repeated meeting or a second free game. {planned}"),
    ]


def test_the_draw_is_closed_while_results_are_missing_and_names_the_tables(db: None) -> None:
    swiss = stage_of(4)
    play(services.propose_swiss(stage=swiss, seed="1", by=Author()))
    Protocol.objects.update(state="accepted")

    page = browser_of(swiss.tournament).get(address(swiss))

    assert page.context["hindrance"].waiting == ((1, 1), (1, 2))
    assert page.context["may_override"] is True
    assert b'href="/desk/cup/protocols/1/2/"' in page.content


def test_a_knockout_waits_for_its_winners(db: None) -> None:
    cup = stage_of(4, "knockout")
    play(services.propose_knockout(stage=cup, seed="1", by=Author()))
    Protocol.objects.filter(partida__table=2).update(state="accepted")

    page = browser_of(cup.tournament).get(address(cup))

    assert (page.context["hindrance"].waiting, page.context["may_override"]) == (((1, 2),), False)


@pytest.mark.parametrize(("role", "may"), [("organiser", True), ("chief_referee", True), ("referee", None)])
def test_who_may_draw_may_swap_on_the_page(db: None, role: str, may: bool | None) -> None:
    swiss = stage_of(4)
    services.propose_swiss(stage=swiss, seed="1", by=Author())

    assert browser_of(swiss.tournament, role).get(address(swiss)).context.get("may_swap") is may


def test_a_bracket_has_nothing_to_swap(db: None) -> None:
    cup = stage_of(4, "knockout")
    services.propose_knockout(stage=cup, seed="1", by=Author())

    assert browser_of(cup.tournament).get(address(cup)).context["may_swap"] is False


def test_who_comes_to_publish_names_what_he_saw(db: None) -> None:
    swiss = stage_of(4)
    round_ = services.propose_swiss(stage=swiss, seed="1", by=Author())

    page = browser_of(swiss.tournament).get(address(swiss))

    assert page.context["seen"] == queries.fingerprint(round_)
