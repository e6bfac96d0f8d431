"""How the table would look under another order: shown at once, saved never (R12.2, R12.3)."""

from typing import Any

import pytest
from django.urls import reverse

from tests.factories import StageFactory, TournamentFactory
from tests.pages import browser_of, rows_of
from tournament.models import AuditRecord, Protocol, Regulations, Round


def address(round_: Round, query: str = "") -> str:
    return reverse("standings:order", args=[round_.tournament.slug]) + query


def ask(round_: Round, query: str = "", role: str = "organiser") -> Any:
    return browser_of(round_.tournament, role).get(address(round_, query))


def test_it_begins_with_the_order_that_holds(round_: Round) -> None:
    trial = ask(round_).context["trial"]

    assert ([step.code for step in trial.chosen], trial.moved, trial.is_other) == (
        ["wins", "difference", "points_for"],
        0,
        False,
    )


def test_another_order_stands_beside_the_places_that_hold(round_: Round) -> None:
    """By points against first: 4 lost fewer than anybody."""
    page = ask(round_, "?order=points_for.points_against")

    assert rows_of(page) == [
        ["1", "1", "", "1 Игрок 1-1 / Игрок 1-2", "100", "60"],
        ["2", "2", "", "4 Игрок 4-1 / Игрок 4-2", "100", "80"],
        ["3", "3", "", "3 Игрок 3-1 / Игрок 3-2", "80", "100"],
        ["4", "4", "", "2 Игрок 2-1 / Игрок 2-2", "60", "100"],
    ]


def test_what_moves_is_marked_with_by_how_much(round_: Round) -> None:
    page = ask(round_, "?order=points_against.wins")

    moves = [(line.then.entry, line.place, line.place_now, line.rises) for line in page.context["trial"].lines]
    assert moves == [(1, "1", "1", 0), (4, "2", "2", 0), (2, "3", "4", 1), (3, "3", "3", 0)]
    assert rows_of(page)[2][2] == "▲ 1 up"


def test_each_step_leads_to_the_next_order(round_: Round) -> None:
    """Without scripts: a link for each way in which a criterion can move."""
    trial = ask(round_, "?order=wins.buchholz.lots").context["trial"]

    def orders(*queries: str) -> list[str]:
        return [query.partition("order=")[2].partition("&")[0] for query in queries]

    first, middle, last = trial.chosen
    assert (first.up, last.down) == ("", "")
    assert orders(first.down, middle.up, middle.down, last.up) == [
        "buchholz.wins.lots",
        "buchholz.wins.lots",
        "wins.lots.buchholz",
        "wins.lots.buchholz",
    ]
    assert orders(middle.moved, trial.left[0].moved) == ["wins.lots", "wins.buchholz.lots.difference"]


def test_the_last_criterion_cannot_be_left_out(round_: Round) -> None:
    (only,) = ask(round_, "?order=wins").context["trial"].chosen

    assert (only.up, only.down, only.moved) == ("", "", "")


def test_caps_are_tried_too(round_: Round) -> None:
    """R12.2: above the target of 100 nothing counts any more, and 1 and 4 are level."""
    Protocol.objects.filter(partida__table=1).update(parts=[[120, 80]])

    places = {
        caps: [line.place for line in ask(round_, f"?order=wins.points_for&caps={caps}").context["trial"].lines]
        for caps in ("", "points", "difference")
    }

    assert places == {"": ["1", "2", "3", "3"], "points": ["1", "1", "3", "3"], "difference": ["1", "2", "3", "3"]}


def test_nothing_is_saved(round_: Round) -> None:
    before = (Regulations.objects.count(), AuditRecord.objects.count())

    ask(round_, "?order=lots")

    assert (Regulations.objects.count(), AuditRecord.objects.count()) == before


def test_an_organiser_goes_on_to_the_regulations_with_it(round_: Round) -> None:
    asked = ask(round_, "?order=buchholz.wins&caps=points").context["trial"].asked

    page = browser_of(round_.tournament).get(reverse("planning:regulations", args=["cup"]) + f"?{asked}")

    rules = page.context["form"].rules
    assert (rules.criteria, rules.cap_points, rules.cap_difference) == (("buchholz", "wins"), True, False)
    assert round_.tournament.regulations.value.criteria == ("wins", "difference", "points_for")


def test_only_an_organiser_is_sent_to_the_regulations(round_: Round) -> None:
    shown = [ask(round_, "?order=lots", role).context["may_change"] for role in ("organiser", "referee")]

    assert shown == [True, False]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("?order=luck", "“luck” is not possible here"),
        ("?order=wins.wins", "stands in the list twice"),
        ("?order=", "Name at least one criterion"),
        (f"?order={'wins.' * 2000}", "stands in the list twice"),
    ],
)
def test_an_order_that_cannot_be_is_said_and_the_present_one_shown(round_: Round, asked: str, said: str) -> None:
    page = ask(round_, asked)

    assert (page.status_code, page.context["trial"].is_other) == (422, False)
    assert said in page.context["refused"]


def test_regulations_begin_as_they_are_where_the_address_asks_for_what_cannot_be(round_: Round) -> None:
    page = browser_of(round_.tournament).get(reverse("planning:regulations", args=["cup"]) + "?order=luck")

    assert page.context["form"].rules == round_.tournament.regulations.value


def test_the_chosen_stage_and_round_stay(round_: Round) -> None:
    StageFactory(tournament=round_.tournament)

    trial = ask(round_, "?stage=1&after=1&order=wins").context["trial"]

    assert trial.left[0].moved.startswith("stage=1&after=1&")


def test_without_a_stage_it_says_so(db: None) -> None:
    cup = TournamentFactory()

    page = browser_of(cup).get(reverse("standings:order", args=[cup.slug]))

    assert (page.status_code, page.context["standings"]) == (200, None)


def test_the_page_is_only_read(round_: Round) -> None:
    assert browser_of(round_.tournament).post(address(round_)).status_code == 405


def test_an_organiser_of_another_tournament_finds_nothing(round_: Round) -> None:
    assert browser_of(TournamentFactory()).get(address(round_)).status_code == 404
