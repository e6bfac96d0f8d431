"""The regulations of rounds still to be published."""

import re
from typing import Any

import pytest
from django.urls import reverse

import scoring
from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.pages import browser_of, errors_of, messages_of, rows_of
from tests.tournament.planning.filled import filled
from tournament.models import Tournament

ROUTE = "planning:regulations"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(rules__deals=8)


def address(cup: Tournament) -> str:
    return reverse(ROUTE, args=[cup.slug])


def form(cup: Tournament, **typed: Any) -> dict[str, Any]:
    return filled(cup.regulations.value, **typed)


def help_of(page: Any, name: str) -> str:
    return str(page.context["form"][name].help_text)


def test_what_differs_from_the_preset_is_listed_with_its_rule(cup: Tournament) -> None:
    assert rows_of(browser_of(cup).get(address(cup))) == [["Deals in a partida", "12", "8", "R3.1"]]


def test_what_differs_is_marked_at_its_field(cup: Tournament) -> None:
    page = browser_of(cup).get(address(cup))

    assert help_of(page, "deals") == (
        "A multiple of four, so that each player leads equally often. Empty: no number of deals. "
        '<small class="rule">R3.1</small> <span class="badge badge-warn">The preset has: 12</span>'
    )
    assert help_of(page, "minutes") == (
        'Counted from the start of the round. Empty: no time limit. <small class="rule">R3.4</small>'
    )


def test_a_credit_is_said_with_its_difference(db: None) -> None:
    """R8.2."""
    cup = TournamentFactory(rules__walkover={"winner_points": 150})

    assert rows_of(browser_of(cup).get(address(cup))) == [
        ["Credit for a walkover", "winner 200 (+200), loser 0 (−200)", "winner 150 (+200), loser 0 (−200)", "R8.2"]
    ]


def test_a_change_is_a_new_version_and_published_rounds_keep_theirs(cup: Tournament) -> None:
    published = RoundFactory(stage=StageFactory(tournament=cup))

    page = browser_of(cup).post(address(cup), form(cup, deals="16", minutes="50"), follow=True)

    assert (cup.regulations.number, cup.regulations.data) == (2, {"preset": "fdr_deals", "deals": 16, "minutes": 50})
    assert messages_of(page) == ["These regulations hold for all rounds published from now on."]
    published.refresh_from_db()
    assert published.rules.deals == 8


def test_saving_the_same_is_no_new_version(cup: Tournament) -> None:
    browser_of(cup).post(address(cup), form(cup))

    assert (cup.regulations.number, cup.journal.count()) == (1, 0)


def test_another_preset_shows_what_would_change_before_anything_is_saved(cup: Tournament) -> None:
    page = browser_of(cup).get(address(cup), {"preset": "brazil_150"})

    assert rows_of(page) == [
        ["Points that win at once", "—", "150", "R3.2"],
        ["Deals in a partida", "8", "—", "R3.1"],
        ["Minutes for a partida", "40", "30", "R3.4"],
        ["What is still played when time runs out", *ON_TIME, "R6.2"],
        ["Credit for a walkover", "winner 200 (+200), loser 0 (−200)", "winner 150 (+150), loser 0 (−150)", "R8.2"],
        ["Credit for a bye", "winner 200 (+100), loser 0 (0)", "winner 150 (+75), loser 0 (0)", "R8.4"],
        ["Table of infractions", "Russian Domino Federation", "no table: the referee decides freely", "R10.1"],
    ]
    assert (page.context["form"]["preset"].value(), cup.regulations.number) == ("brazil_150", 1)


ON_TIME = ["the running deal; while counting or shuffling, one more", "the running deal"]


def test_a_preset_begins_anew(cup: Tournament) -> None:
    browser_of(cup).post(address(cup), filled(scoring.preset("femundo_2025")))

    assert cup.regulations.data == {"preset": "femundo_2025"}


def test_a_preset_that_is_not_there_changes_nothing_on_the_page(cup: Tournament) -> None:
    assert browser_of(cup).get(address(cup), {"preset": "chess"}).context["form"]["deals"].value() == 8


def test_the_page_is_only_read_and_posted_to(cup: Tournament) -> None:
    assert browser_of(cup).put(address(cup)).status_code == 405


def test_a_chief_referee_does_not_change_them(cup: Tournament) -> None:
    assert browser_of(cup, "chief_referee").post(address(cup), form(cup, deals="16")).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


def test_a_number_of_deals_that_is_no_multiple_of_four_is_refused(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(cup, deals="10"))

    assert (page.status_code, list(errors_of(page)), cup.regulations.number) == (422, ["deals"], 1)


def test_what_is_to_be_corrected_is_linked_at_the_top(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(cup, fine_percent="", place_difference="1")).content.decode()
    top = page.split('role="alert"')[1].split("</div>")[0]
    assert re.findall(r'<a href="#(\w+)">([^<]+)</a>', top) == [
        ("id_fine_percent", "Usual fine, per cent of the most points"),
        ("id_place_difference", "Difference"),
    ]


def test_a_forged_preset_is_refused(cup: Tournament) -> None:
    page = browser_of(cup).post(address(cup), form(cup, preset="chess"))

    assert (page.status_code, errors_of(page)) == (
        422,
        {"preset": ["Select a valid choice. chess is not one of the available choices."]},
    )
