"""What needs a hand now, and what the tournament waits for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tests.pages import browser_of, messages_of
from tournament.audit.services import Author
from tournament.models import AddedTime, Protocol, Round, Tournament
from tournament.protests.services import decide, lodge

ROUTE = "desk:now"


@pytest.fixture
def cup(db: None) -> Tournament:
    return TournamentFactory(slug="cup")


@pytest.fixture
def round_(cup: Tournament) -> Round:
    """Tables 1 to 4: open, confirmed, accepted, entered; and one pair free."""
    played = RoundFactory(stage=StageFactory(tournament=cup))
    for state in ("open", "confirmed", "accepted", "entered"):
        ProtocolFactory(partida=PartidaFactory(round=played), state=state)
    PartidaFactory(round=played, kind="bye", entries=(EntryFactory(tournament=cup),))
    return played


def address(cup: Tournament, query: str = "") -> str:
    return reverse(ROUTE, args=[cup.slug]) + query


def step(cup: Tournament) -> tuple[str, int | None]:
    waited_for = browser_of(cup).get(address(cup)).context["step"]
    return waited_for.code, waited_for.round.number if waited_for.round else None


def test_what_holds_up_the_standings_comes_first(cup: Tournament, round_: Round) -> None:
    now = browser_of(cup, "referee").get(address(cup)).context["now"]

    assert [(line.table, line.state) for line in now.waiting] == [
        (3, "accepted"),
        (4, "entered"),
        (1, "open"),
    ]
    assert (now.done, now.total) == (1, 4)


def test_tables_that_still_play_when_time_is_over_come_before_the_others(cup: Tournament, round_: Round) -> None:
    """R6.2; what was given back to a table is its own (R6.1)."""
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=41))
    late = ProtocolFactory(partida=PartidaFactory(round=round_)).partida
    AddedTime.objects.create(partida=round_.partidas.get(table=1), seconds=120, reason="Костяшка под столом")

    now = browser_of(cup).get(address(cup)).context["now"]

    assert [line.table for line in now.waiting] == [3, 4, late.table, 1]
    assert now.late == {late.pk}


def test_the_clock_in_its_phases(cup: Tournament, round_: Round) -> None:
    """R6.5."""
    organiser, phases = browser_of(cup), []
    for act in (None, "clock:start", "clock:pause", "clock:resume"):
        if act:
            organiser.post(reverse(act, args=["cup", 1]), {"reason": "Погас свет"})
        phases.append(organiser.get(address(cup)).context["face"].phase)
    Round.objects.update(started_at=timezone.now() - timedelta(hours=1))
    phases.append(organiser.get(address(cup)).context["face"].phase)
    Round.objects.update(state="closed")

    assert phases == ["waiting", "running", "paused", "running", "over"]
    assert organiser.get(address(cup)).context["face"] is None


@pytest.mark.parametrize(
    ("acts", "offered"),
    [
        ([], ["start"]),
        (["start"], ["pause", "start/take-back"]),
        (["start", "pause"], ["resume"]),
        (["start", "pause", "resume"], ["pause", "start/take-back"]),
    ],
)
def test_the_buttons_of_the_clock_are_those_that_can_be_pressed(
    cup: Tournament, acts: list[str], offered: list[str]
) -> None:
    ProtocolFactory(partida=PartidaFactory(round=RoundFactory(stage=StageFactory(tournament=cup))))
    chief = browser_of(cup, "chief_referee")
    for act in acts:
        chief.post(f"/desk/cup/rounds/1/clock/{act}/", {"reason": "Погас свет"})

    assert (
        re.findall(r'action="/desk/cup/rounds/1/clock/([^"]+)/"', chief.get(address(cup)).content.decode()) == offered
    )


def test_once_something_is_written_the_start_stays(cup: Tournament, round_: Round) -> None:
    Round.objects.update(started_at=timezone.now())

    assert browser_of(cup).get(address(cup)).context["now"].begun is True


def test_since_when_a_table_waits(cup: Tournament, round_: Round) -> None:
    now = browser_of(cup).get(address(cup)).context["now"]

    assert [line.since for line in now.waiting if line.state == "open"] == [round_.published_at]


def test_the_steps_of_a_tournament_in_their_order(cup: Tournament) -> None:
    stage = StageFactory(tournament=cup)
    assert step(cup) == ("register", None)

    entries = [EntryFactory(tournament=cup) for _ in range(2)]
    assert step(cup) == ("draw", None)

    round_ = RoundFactory(stage=stage, state="proposed")
    assert step(cup) == ("publish", 1)

    Round.objects.update(state="published")
    protocol = ProtocolFactory(partida=PartidaFactory(round=round_, entries=entries))
    assert step(cup) == ("play", 1)

    Protocol.objects.filter(pk=protocol.pk).update(state="confirmed")
    assert step(cup) == ("close", 1)

    Round.objects.update(state="closed")
    assert step(cup) == ("go_on", 1)

    RoundFactory(stage=stage, state="proposed")
    assert step(cup) == ("publish", 2)


def test_a_number_leads_to_its_table(cup: Tournament, round_: Round) -> None:
    answer = browser_of(cup).get(address(cup, "?table=3"))

    assert answer["Location"] == "/desk/cup/protocols/1/3/"


@pytest.mark.parametrize("typed", ["9", "0", "-1", "x", "", "3.5", "9" * 5000, "\0"])
def test_a_table_that_is_not_there_is_said(cup: Tournament, round_: Round, typed: str) -> None:
    page = browser_of(cup).get(address(cup), {"table": typed})

    assert messages_of(page) == [f"There is no table «{typed[:10]}» in round 1."]


def test_before_the_first_round_there_is_no_table_to_go_to(cup: Tournament) -> None:
    page = browser_of(cup).get(address(cup, "?table=1"))

    assert messages_of(page) == ["No round is published yet, so there are no tables to go to."]


def test_while_nothing_happens_the_page_isnt_drawn_again_until_something_may_be_due(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes due is no act of anybody's: a walkover, the end of the time."""
    organiser, now = browser_of(cup), 1_800_000_000.0
    monkeypatch.setattr("tournament.live.reading.time.time", lambda: now)
    etag = organiser.get(address(cup))["ETag"]

    answers = []
    for seconds in (1, 14, 15):
        monkeypatch.setattr("tournament.live.reading.time.time", lambda later=now + seconds: later)
        answers.append(organiser.get(address(cup), headers={"If-None-Match": etag}).status_code)

    assert answers == [304, 304, 200]


def test_what_one_official_sees_is_kept_for_nobody(cup: Tournament, round_: Round) -> None:
    page = browser_of(cup, "chief_referee").get(address(cup))

    assert page["Cache-Control"] == "private, no-cache"
    assert browser_of(cup, None).get(address(cup), headers={"If-None-Match": page["ETag"]}).status_code == 404


def test_the_page_is_only_read(cup: Tournament) -> None:
    assert browser_of(cup).post(address(cup)).status_code == 405


def test_an_account_without_a_role_finds_nothing(cup: Tournament) -> None:
    assert browser_of(cup, None).get(address(cup)).status_code == 404


def test_an_organiser_of_another_tournament_finds_nothing(cup: Tournament) -> None:
    assert browser_of(TournamentFactory()).get(address(cup)).status_code == 404


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("organiser", {"may_register": True, "may_draw": True, "may_close": True, "may_run_clock": True}),
        ("chief_referee", {"may_register": False, "may_draw": True, "may_close": True, "may_run_clock": True}),
        ("secretary", {"may_register": True, "may_draw": False, "may_close": False, "may_run_clock": False}),
        ("referee", {"may_register": False, "may_draw": False, "may_close": False, "may_run_clock": False}),
    ],
)
def test_each_role_is_offered_its_own_acts(cup: Tournament, role: str, may: dict[str, bool]) -> None:
    context = browser_of(cup, role).get(address(cup)).context

    assert {key: context[key] for key in may} == may


def test_one_table_and_three_take_as_many_queries(cup: Tournament, django_assert_num_queries: Any) -> None:
    round_ = RoundFactory(stage=StageFactory(tournament=cup))
    organiser = browser_of(cup)
    ProtocolFactory(partida=PartidaFactory(round=round_))
    with django_assert_num_queries(27):
        organiser.get(address(cup))
    for _ in range(2):
        ProtocolFactory(partida=PartidaFactory(round=round_))
    with django_assert_num_queries(27):
        assert len(organiser.get(address(cup)).context["now"].waiting) == 3


def test_open_protests_wait_for_the_chief_referee(cup: Tournament, round_: Round) -> None:
    """R11.5"""
    protest = lodge(partida=round_.partidas.get(table=2), side="b", text="Счёт", by=Author())

    page = browser_of(cup, "chief_referee").get(address(cup))

    (waiting,) = page.context["protests"]
    assert (waiting.round, waiting.table, waiting.number, waiting.side, waiting.text) == (1, 2, 1, "b", "Счёт")
    decide(protest=protest, upheld=False, reason="Пересчитано", by=Author())
    assert browser_of(cup, "referee").get(address(cup)).context["protests"] == []
