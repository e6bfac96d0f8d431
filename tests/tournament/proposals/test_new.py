"""The page that proposes tournaments, and the tournament of the proposal that is chosen."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, UserFactory
from tests.pages import errors_of, messages_of
from tests.tournament.draw.play import BY
from tournament.draw import services as draw
from tournament.models import Tournament
from tournament.planning.timetable import lines_of

ROUTE = "proposals:new"


@pytest.fixture
def me(db: None) -> Client:
    someone = Client()
    someone.force_login(UserFactory(username="ivanov"))
    return someone


def address(**values: Any) -> str:
    asked = {
        "name": "Кубок Москвы",
        "venue": "ЦДШ",
        "timezone": "Europe/Moscow",
        "event": "pairs",
        "preset": "fdr_deals",
        "entries": "24",
        "halls": "12",
        "first_day": "2026-12-05",
        "days": "1",
        "opens": "10:00",
        "closes": "19:00",
        "break_from": "13:00",
        "break_minutes": "60",
        "changeover": "10",
    }
    return f"{reverse(ROUTE)}?{urlencode(asked | values)}"


def sketches(page: Any) -> list[tuple[str, str, str, str]]:
    """What is proposed: how it is played, rounds, partidas each, how long."""
    return [(each.title, each.rounds, each.games, each.hours) for each in page.context["sketches"]]


def test_the_page_asks_first(me: Client) -> None:
    page = me.get(reverse(ROUTE))

    assert (page.status_code, page.context["form"].is_bound, "sketches" in page.context) == (200, False, False)


def test_it_proposes_several_ways_side_by_side(me: Client) -> None:
    page = me.get(address())

    assert sketches(page)[:3] == [
        ("Swiss, then a knockout of the best 8", "5 + 3", "5–8", "7 h 12 min"),
        ("Swiss, then a knockout of the best 4", "6 + 2", "6–8", "7 h 12 min"),
        ("Swiss", "8", "8", "7 h 12 min"),
    ]
    assert page.context["sketches"][2].outlook.startswith("8 rounds with 24 pairs are sure")
    assert page.context["objections"] == [
        "Everybody against everybody takes 23 rounds; of the shortest partidas, 44 minutes a round with changing "
        "tables, 11 fit. (R3.4)"
    ]


def test_what_is_chosen_is_made_in_one_act(me: Client) -> None:
    chosen = me.get(address()).context["sketches"][0].offer.key

    page = me.post(address(), {"choice": chosen}, follow=True)

    cup = Tournament.objects.get()
    assert (cup.name, cup.venue, cup.timezone, cup.is_public, cup.is_rehearsal) == (
        "Кубок Москвы",
        "ЦДШ",
        "Europe/Moscow",
        False,
        False,
    )
    assert cup.regulations.data == {"preset": "fdr_deals"}
    assert [(stage.name, stage.system, stage.policy) for stage in cup.stages.all()] == [
        ("Qualification", "swiss", {"rounds": 5}),
        ("Final", "knockout", {"third_place": True, "best": 8}),
    ]
    assert [(f"{line.starts:%d. %H:%M}", str(line.row)) for line in lines_of(cup, [])] == [
        ("05. 10:00", "Round 1"),
        ("05. 10:54", "Round 2"),
        ("05. 11:48", "Round 3"),
        ("05. 13:00", "Break"),
        ("05. 14:00", "Round 4"),
        ("05. 14:54", "Round 5"),
        ("05. 15:48", "Round 6, quarter-finals"),
        ("05. 16:42", "Round 7, semi-finals"),
        ("05. 17:36", "Round 8, final"),
    ]
    assert [(post.user.username, post.role) for post in cup.staff.all()] == [("ivanov", "organiser")]
    assert (cup.journal.get().action, cup.version) == ("tournament.created", 1)
    assert page.redirect_chain == [("/desk/kubok-moskvy/timetable/", 302)]
    assert messages_of(page) == ["The tournament is planned. Look its timetable over, then register who plays."]


@pytest.mark.parametrize("preset", ["fdr_deals", "venezuela", "femundo_2025"])
def test_what_is_proposed_can_be_drawn(me: Client, preset: str) -> None:
    """Its stages and policies are such as the draw takes: the knockout of Venezuela's rules, too (R7.1)."""
    page = me.get(address(preset=preset, entries="8", halls="4"))
    knockout = next(each.offer.key for each in page.context["sketches"] if each.offer.kind == "knockout")
    me.post(address(preset=preset, entries="8", halls="4"), {"choice": knockout})
    cup = Tournament.objects.get()
    for _pair in range(8):
        EntryFactory(tournament=cup)

    round_ = draw.propose_knockout(stage=cup.stages.get(), seed="1", by=BY)

    assert round_.partidas.count() == 4


def test_a_final_of_its_own_length_has_regulations_of_its_own(me: Client) -> None:
    """R3.5."""
    asked = address(preset="spain_200", closes="22:00")
    page = me.get(asked)
    chosen = next(each.offer for each in page.context["sketches"] if len(each.offer.parts) > 1)
    me.post(asked, {"choice": chosen.key})

    own = Tournament.objects.get().stages.get(number=2).own_regulations
    assert own is not None
    assert (own.value.target, own.value.minutes) == (300, 90)


def test_a_rehearsal_is_planned_as_one(me: Client) -> None:
    asked = address(is_rehearsal="on")
    me.post(asked, {"choice": me.get(asked).context["sketches"][0].offer.key})

    assert Tournament.objects.get().is_rehearsal


def test_play_that_goes_on_after_midnight(me: Client) -> None:
    page = me.get(address(opens="19:00", closes="01:00", break_from="", break_minutes=""))

    last = page.context["sketches"][2].offer.slots[-1].ends
    assert datetime(2026, 12, 5, 20, tzinfo=UTC) < last <= datetime(2026, 12, 5, 22, tzinfo=UTC)


def test_a_proposal_that_is_not_there_makes_nothing(me: Client) -> None:
    page = me.post(address(), {"choice": "swiss-99"})

    assert messages_of(page) == ["This proposal isn't there any more. Choose one of these."]
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": " "}, {"name": ["This field is required."]}),
        (
            {"halls": "many"},
            {"halls": ["Write how many tables there are, from 1 to 1000, for several halls with commas: 20, 14."]},
        ),
        ({"entries": "1"}, {"entries": ["Ensure this value is greater than or equal to 2."]}),
        ({"opens": "25:00"}, {"opens": ["Enter a valid time."]}),
        ({"break_from": "18:30"}, {"break_from": ["The break has to lie within the hours of play."]}),
        ({"days": "99"}, {"days": ["Ensure this value is less than or equal to 14."]}),
    ],
)
def test_what_was_typed_wrong_is_said(me: Client, typed: dict[str, str], errors: dict[str, list[str]]) -> None:
    page = me.get(address(**typed))

    assert (page.status_code, errors_of(page)) == (422, errors)


@pytest.mark.parametrize("halls", ["20, 14", "20+14", "20 14", " 20;14 "])
def test_tables_of_several_halls_are_written_as_people_write_them(me: Client, halls: str) -> None:
    assert me.get(address(halls=halls)).context["wish"].halls == (20, 14)


def test_who_is_not_logged_in_is_asked_to(db: None) -> None:
    assert Client().get(reverse(ROUTE))["Location"] == "/login/?next=/desk/new/plan/"


def test_the_page_is_only_read_and_posted_to(me: Client) -> None:
    assert me.delete(reverse(ROUTE)).status_code == 405
