"""Noting that time is over, and the question that decides (R6.2)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import scoring
from tests.pages import errors_of, messages_of
from tournament.models import Protocol, Round

from .sheets import SECOND, address, afresh, posted

URL = "/desk/cup/protocols/1/1/"


def clock_ran_out() -> None:
    """The clock was started forty minutes ago."""
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=40))


def answers(page: Any) -> list[bool]:
    """Whether the question stands on the page: hidden until time runs out, or to be seen."""
    sections = page.content.decode().split("<section")
    return [" hidden>" not in section.partition("\n")[0] for section in sections if "data-when-over" in section]


@pytest.mark.parametrize(
    ("answer", "call"),
    [
        ("playing", scoring.TimeCall(after_deals=1, in_progress=True)),
        ("counting", scoring.TimeCall(after_deals=2, in_progress=False)),
        ("shuffling", scoring.TimeCall(after_deals=1, in_progress=False)),
    ],
)
def test_the_answer_is_kept(referee: Client, protocol: Protocol, answer: str, call: scoring.TimeCall) -> None:
    referee.post(address("protocols:time"), {"version": 0, "moment": answer})

    assert afresh(protocol.partida).time_call == call


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({}, "Say what was going on."),
        ({"moment": "eating"}, "Select a valid choice. eating is not one of the available choices."),
    ],
)
def test_without_an_answer_nothing_is_noted(
    referee: Client, protocol: Protocol, answer: dict[str, str], said: str
) -> None:
    response = referee.post(address("protocols:time"), {"version": 0} | answer, follow=True)

    assert messages_of(response) == [said]
    assert afresh(protocol.partida).time_call is None


def test_where_no_clock_was_started_the_referee_notes_it_himself(referee: Client) -> None:
    page = referee.get(URL)

    assert (answers(page), "<summary>Time is over</summary>" in page.content.decode()) == ([], True)


def test_while_the_clock_runs_the_question_waits_hidden(referee: Client) -> None:
    """The script shows it when time runs out, without a reload."""
    Round.objects.update(started_at=timezone.now())
    page = referee.get(URL)

    assert (answers(page), "<summary>Time is over</summary>" in page.content.decode()) == ([False], False)


def test_when_it_has_run_out_the_question_comes_first(referee: Client) -> None:
    clock_ran_out()
    page = referee.get(URL)
    text = page.content.decode()

    assert (page.context["sheet"].asks_about_time, answers(page)) == (True, [True])
    assert text.index("data-when-over") < text.index("data-deal")


def test_a_deal_written_without_the_answer_is_refused_and_not_lost(referee: Client, protocol: Protocol) -> None:
    clock_ran_out()

    page = referee.post(URL, posted(SECOND))

    assert errors_of(page) == {
        "__all__": [
            "Time has run out. Say first what was going on at that moment: it decides how many deals follow (R6.2)."
        ]
    }
    assert (page.context["form"]["pips_1"].value(), afresh(protocol.partida).deals.count()) == ("10", 1)


def test_after_the_answer_the_deal_is_the_last(referee: Client) -> None:
    clock_ran_out()
    referee.post(address("protocols:time"), {"version": 0, "moment": "playing"})

    page = referee.get(URL)

    assert (page.context["next_step"], answers(page)) == (
        "Time is up: the running deal is finished and is the last.",
        [],
    )
    assert referee.post(URL, posted(SECOND, version=1)).status_code == 302
    assert referee.get(URL).context["next_step"] == "The partida is over: time is up."
