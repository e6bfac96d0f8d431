"""On the page of a proposed round one pair is pressed, then another, and they change places (R13.6)."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory
from tests.pages import browser_of, messages_of
from tests.tournament.draw.play import BY, play, stage_of
from tournament.draw import queries, services
from tournament.draw.systems import Pairing
from tournament.models import Round

ROUTE = "draw:swap"
PAGE = "/desk/cup/draw/?round=2"


@pytest.fixture
def proposed(db: None) -> Round:
    """Four pairs; 1–2 and 3–4 have met, 1–3 and 2–4 are to meet now."""
    stage = stage_of(4)
    for pairs in (((1, 2), (3, 4)), ((1, 3), (2, 4))):
        pairings = [Pairing(a, b) for a, b in pairs]
        round_ = services.propose_by_hand(stage=stage, pairings=pairings, reason="", by=BY)
        if round_.number == 1:
            play(round_)
    return round_


def address(round_: Round) -> str:
    return reverse(ROUTE, args=[round_.tournament.slug, round_.number])


def test_the_first_pair_is_only_marked(proposed: Round) -> None:
    organiser = browser_of(proposed.tournament)

    answer = organiser.post(address(proposed), {"pair": "3", "first": "", "keep": ["1", "2"]})
    page = organiser.get(answer["Location"].partition("#")[0])

    assert answer["Location"] == f"{PAGE}&keep=1&keep=2&swap=3#pair-3"
    assert (page.context["swapping"].first_name, page.context["kept"]) == ("3 Игрок 3-1 / Игрок 3-2", {1, 2})
    assert queries.pairings_of(proposed) == [(1, 3), (2, 4)]


def test_the_same_pair_once_more_is_not_marked_any_more(proposed: Round) -> None:
    answer = browser_of(proposed.tournament).post(address(proposed), {"pair": "3", "first": "3"})

    assert answer["Location"] == f"{PAGE}#pair-3"


def test_the_second_pair_changes_places_with_it(proposed: Round) -> None:
    seen = queries.fingerprint(proposed)

    page = browser_of(proposed.tournament).post(
        address(proposed), {"first": "3", "pair": "4", "seen": seen}, follow=True
    )

    assert messages_of(page) == ["Pairs 3 and 4 have changed places."]
    assert queries.pairings_of(proposed) == [(1, 4), (2, 3)]
    assert [table.by_hand != "" for table in page.context["tables"]] == [True, True]


def test_what_it_would_break_is_said_before_it_is_done(proposed: Round) -> None:
    organiser = browser_of(proposed.tournament)

    answer = organiser.post(address(proposed), {"first": "3", "pair": "2"})
    page = organiser.get(answer["Location"].partition("#")[0])

    assert answer["Location"] == f"{PAGE}&swap=3&with=2#swap-reason"
    assert page.context["swapping"].breaches == (
        "Pairs 1 and 2 have already met; give a reason if they must meet again (R13.1).",
        "Pairs 3 and 4 have already met; give a reason if they must meet again (R13.1).",
    )
    assert queries.pairings_of(proposed) == [(1, 3), (2, 4)]


def test_with_a_reason_it_is_done(proposed: Round) -> None:
    organiser = browser_of(proposed.tournament)

    page = organiser.post(address(proposed), {"first": "3", "pair": "2", "reason": "Television"}, follow=True)

    assert queries.pairings_of(proposed) == [(1, 2), (3, 4)]
    assert [(each.first, each.second, each.reason) for each in page.context["accepted"]] == [
        (1, 2, "Television"),
        (3, 4, "Television"),
    ]
    assert {table.by_hand.partition(" by ")[2].partition(": ")[2] for table in page.context["tables"]} == {"Television"}


def test_the_button_is_only_pressed(proposed: Round) -> None:
    assert browser_of(proposed.tournament).get(address(proposed)).status_code == 405


def test_a_referee_swaps_nobody(proposed: Round) -> None:
    assert browser_of(proposed.tournament, "referee").post(address(proposed), {"pair": "1"}).status_code == 403


def test_an_organiser_of_another_tournament_finds_nothing(proposed: Round) -> None:
    assert browser_of(TournamentFactory()).post(address(proposed), {"pair": "1"}).status_code == 404


def test_a_round_that_is_not_there_is_not_found(proposed: Round) -> None:
    organiser = browser_of(proposed.tournament)

    assert organiser.post(reverse(ROUTE, args=["cup", 9]), {"pair": "1"}).status_code == 404


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({}, "Pair: This field is required."),
        ({"pair": "Ivanov"}, "Pair: Enter a whole number."),
        ({"pair": "9" * 5000}, "Pair: Enter a whole number."),
        ({"first": "3", "pair": "99"}, "Pair 99 isn't in round 2. Reload the page and choose again."),
        (
            {"first": "3", "pair": "2", "reason": " "},
            "Nothing is changed yet: this needs a reason (R13.6). "
            "Pairs 1 and 2 have already met; give a reason if they must meet again (R13.1). "
            "Pairs 3 and 4 have already met; give a reason if they must meet again (R13.1).",
        ),
        (
            {"first": "3", "pair": "4", "seen": "00000000"},
            "Round 2 was drawn otherwise on another device meanwhile. Look at it as it is now, then try again.",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_changed(proposed: Round, posted: dict[str, str], said: str) -> None:
    page = browser_of(proposed.tournament).post(address(proposed), posted, follow=True)

    assert (messages_of(page), queries.pairings_of(proposed)) == ([said], [(1, 3), (2, 4)])


@pytest.mark.parametrize("posted", [{"pair": "3"}, {"first": "3", "pair": "4"}])
def test_a_round_that_was_published_meanwhile_is_said_at_the_first_press(
    proposed: Round, posted: dict[str, str]
) -> None:
    services.publish(round_=proposed, by=BY)

    page = browser_of(proposed.tournament).post(address(proposed), posted, follow=True)

    assert messages_of(page) == ["Only a proposed round can be changed by hand; round 2 is published."]


@pytest.mark.parametrize(
    "asked", ["&swap=99", "&swap=x", f"&swap={'9' * 5000}", "&with=3", "&swap=3&with=3", "&keep=x"]
)
def test_an_address_that_marks_nobody_of_the_round_is_the_page_itself(proposed: Round, asked: str) -> None:
    page = browser_of(proposed.tournament).get(PAGE + asked)

    assert (page.status_code, page.context["kept"]) == (200, set())
    assert getattr(page.context["swapping"], "second", None) is None
