"""The button that draws the next round of an individual event, and what its page says (R13.4)."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of, rows_of
from tests.tournament.draw.play import BY, individual_rounds, players_stage, stage_of
from tournament.draw import services
from tournament.models import Partida, Round, Seat, Stage

ROUTE = "draw:individual"


@pytest.fixture
def stage(db: None) -> Stage:
    return players_stage(9)


def address(stage: Stage, route: str = ROUTE, number: int = 1) -> str:
    return reverse(route, args=[stage.tournament.slug, number])


def overview(stage: Stage) -> str:
    return reverse("draw:overview", args=[stage.tournament.slug])


def test_the_round_is_proposed_with_the_seed_that_was_typed(stage: Stage) -> None:
    answer = browser_of(stage.tournament).post(address(stage), {"seed": "Москва"})

    assert answer["Location"] == "/desk/cup/draw/?stage=1"
    assert (Round.objects.get().draw["method"], Round.objects.get().draw["seed"]) == ("individual", "Москва")


def test_the_button_is_only_pressed(stage: Stage) -> None:
    assert browser_of(stage.tournament).get(address(stage)).status_code == 405


def test_a_secretary_draws_nothing(stage: Stage) -> None:
    assert browser_of(stage.tournament, "secretary").post(address(stage), {"seed": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(stage: Stage) -> None:
    assert browser_of(TournamentFactory()).post(address(stage), {"seed": "1"}).status_code == 404


def test_without_a_seed_it_is_said_and_nothing_is_drawn(stage: Stage) -> None:
    page = browser_of(stage.tournament).post(address(stage), follow=True)

    assert (messages_of(page), Round.objects.count()) == (["Seed of the lots: This field is required."], 0)


def test_a_stage_of_pairs_is_refused_in_words(db: None) -> None:
    pairs = stage_of(8)

    page = browser_of(pairs.tournament).post(address(pairs), {"seed": "1"}, follow=True)

    assert messages_of(page) == [f"Stage «{pairs.name}» is drawn in another way: Swiss."]


# -- the page ----------------------------------------------------------------------------------------------------


def test_before_the_first_round_there_is_one_way(stage: Stage) -> None:
    text = browser_of(stage.tournament).get(overview(stage)).content.decode()

    assert f"9 players can play. {stage.name}: individual." in text
    assert address(stage) in text
    others = ("draw:lots", "draw:round_robin", "draw:by_hand")
    assert [route for route in others if address(stage, route) in text] == []


def test_three_players_are_told_to_wait(db: None) -> None:
    stage = players_stage(3)

    text = browser_of(stage.tournament).get(overview(stage)).content.decode()

    assert "A draw needs at least four players who can play." in text
    assert address(stage) not in text


def names(numbers: list[int]) -> str:
    return " / ".join(map(str, numbers)) + " " + " / ".join(f"Игрок {number}" for number in numbers)


def test_each_side_shows_both_its_entries_and_who_is_free_stands_last(stage: Stage) -> None:
    round_ = services.propose_individual(stage=stage, seed="1", by=BY)
    at = {(s.partida.table, s.number): s.entry.number for s in Seat.objects.select_related("entry", "partida")}

    page = browser_of(stage.tournament).get(overview(stage))

    assert rows_of(page) == [
        *(
            [
                str(table),
                names([at[table, 1], at[table, 3]]),
                "",
                names([at[table, 2], at[table, 4]]),
                "",
                "Why?",
            ]
            for table in (1, 2)
        ),
        ["—", names([at[None, 1]]), "", "free this round", "", "Why?"],
    ]
    assert page.context["verdict"].repeats == (
        "Nobody has a partner for a second time.",
        "Nobody has an opponent for a second time.",
    )
    assert not page.context["may_redraw"]
    assert address(stage, "draw:change", round_.number) not in page.content.decode()


def test_repeats_are_said_with_what_is_sure(db: None) -> None:
    stage = players_stage(4)
    individual_rounds(stage, 3)
    services.propose_individual(stage=stage, seed="1", by=BY)

    page = browser_of(stage.tournament).get(overview(stage))

    partners, opponents = page.context["verdict"].repeats
    (seats,) = (list(p.seats.order_by("number")) for p in Partida.objects.filter(round__number=4))
    first, second, third, fourth = (seat.entry.number for seat in seats)
    assert {f"{first}–{third}", f"{third}–{first}"} & set(partners.replace(".", "").replace(",", "").split())
    assert {f"{second}–{fourth}", f"{fourth}–{second}"} & set(partners.replace(".", "").replace(",", "").split())
    assert partners.startswith("Partners again: ")
    assert partners.endswith(". With these players no draw repeats partners less.")
    assert opponents.count("(×2)") == 4


def test_the_way_of_drawing_speaks_of_partners(stage: Stage) -> None:
    form = browser_of(stage.tournament).get(address(stage, "draw:policy")).context["form"]

    assert [field.name for field in form] == ["first", "within"]
    assert str(form["within"].label) == "Partners"


@pytest.mark.parametrize("route", ["draw:by_hand", "draw:change"])
def test_by_hand_is_refused_in_words(stage: Stage, route: str) -> None:
    if route == "draw:change":
        services.propose_individual(stage=stage, seed="1", by=BY)

    page = browser_of(stage.tournament).get(address(stage, route), follow=True)

    assert messages_of(page) == [
        f"In «{stage.name}» partners are drawn too, so nobody is seated by hand or by lots alone. "
        "Take the round back and draw it with another seed."
    ]


def test_two_tables_and_four_take_as_many_queries(db: None, django_assert_num_queries: Any) -> None:
    browsers = {}
    for slug, players in (("two", 8), ("four", 16)):
        stage = players_stage(players, slug=slug)
        services.propose_individual(stage=stage, seed="1", by=BY)
        browsers[stage] = browser_of(stage.tournament)
    (two, small), (four, large) = browsers.items()
    with CaptureQueriesContext(connection) as taken:
        small.get(overview(two))
    with django_assert_num_queries(len(taken)):
        assert len(rows_of(large.get(overview(four)))) == 4


# -- commands ----------------------------------------------------------------------------------------------------


def test_the_commands_verify_and_explain(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    individual_rounds(stage, 2)

    call_command("verify_draw", "cup")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{stage.name} (individual), 2 rounds:"
    assert all("opponents again" in line or line == "  no rule is broken" for line in said[1:])

    call_command("explain_draw", "cup", "1")
    explained = capsys.readouterr().out
    assert explained.count("Both pairs are partners for the first time.") == 2
    assert explained.endswith("Nobody has a partner for a second time.\nNobody has an opponent for a second time.\n")


def test_a_spoilt_round_is_found(stage: Stage) -> None:
    """Who sat down is what counts, whatever the draw says of itself: here the same one is free twice."""
    individual_rounds(stage, 2)
    free = Seat.objects.get(round__number=1, partida__table=None)
    again = Seat.objects.get(round__number=2, partida__table=None)
    at_a_table = Seat.objects.get(round__number=2, entry=free.entry)
    Seat.objects.filter(pk=again.pk).delete()
    Seat.objects.filter(pk=at_a_table.pk).update(entry=again.entry, player=again.player)
    Seat.objects.create(
        partida=again.partida, round=again.round, number=1, entry=free.entry, slot=1, player=free.player
    )

    with pytest.raises(CommandError, match=r"1 breaches could have been avoided"):
        call_command("verify_draw", "cup")
