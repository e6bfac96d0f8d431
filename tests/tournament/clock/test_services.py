"""Starting, stopping and lengthening the clock (R6.1)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.factories import RoundFactory
from tournament.audit.services import Author
from tournament.clock import queries, services
from tournament.models import AddedTime, AuditRecord, Partida, Protocol, Round
from tournament.phrases import Refused

from .times import START

NOBODY = Author()
At = Callable[..., None]


def start(round_: Round) -> None:
    services.start(round_=round_, by=NOBODY)


def refusal(do: Callable[..., object], **wanted: Any) -> tuple[str, str]:
    """The code and the sentence with which it is refused; nothing is on record then."""
    before = AuditRecord.objects.count()
    with pytest.raises(Refused) as refused:
        do(**wanted, by=NOBODY)
    assert AuditRecord.objects.count() == before
    return refused.value.code, str(refused.value)


def test_the_clock_of_a_hall_runs_stops_and_runs_again(round_: Round, at: At) -> None:
    start(round_)
    at(minutes=10)
    services.pause(round_=round_, reason="Погас свет", by=NOBODY)
    at(minutes=25)
    services.resume(round_=round_, by=NOBODY)

    clock = queries.round_clock(Round.objects.get())
    assert clock.ends_at == START + timedelta(minutes=40 + 15)
    assert [(record.action, record.data) for record in AuditRecord.objects.order_by("number")] == [
        ("clock.started", {}),
        ("clock.paused", {"reason": "Погас свет"}),
        ("clock.resumed", {"seconds": 900}),
    ]


def test_it_starts_once(round_: Round) -> None:
    start(round_)

    assert refusal(services.start, round_=round_) == (
        "clock.started",
        "The clock of round 1 is already running.",
    )


@pytest.mark.parametrize("state", ["proposed", "closed"])
def test_only_a_published_round_has_a_clock_to_start(round_: Round, state: str) -> None:
    other = RoundFactory(stage=round_.stage, state=state)

    assert refusal(services.start, round_=other) == (
        "clock.not_published",
        f"Round 2 is {state}: only the clock of a published round can be changed.",
    )


@pytest.mark.parametrize("act", [services.take_back_start, services.resume])
def test_what_was_not_started_is_neither_taken_back_nor_resumed(round_: Round, act: Callable[..., None]) -> None:
    assert refusal(act, round_=round_) == (
        "clock.not_started",
        "The clock of round 1 hasn't been started yet.",
    )


def test_a_start_is_taken_back_with_its_pauses(round_: Round, at: At) -> None:
    start(round_)
    services.pause(round_=round_, reason="Погас свет", by=NOBODY)

    services.take_back_start(round_=round_, by=NOBODY)

    again = Round.objects.get()
    assert (again.started_at, again.pauses.count()) == (None, 0)
    assert AuditRecord.objects.latest("number").data == {"started_at": START.isoformat()}


def test_once_a_deal_is_written_the_start_stays(round_: Round, protocol: Protocol) -> None:
    start(round_)
    Protocol.objects.update(started_at=START)

    assert refusal(services.take_back_start, round_=round_) == (
        "clock.in_use",
        "Something is already written in round 1, so its start can't be taken back any more.",
    )


def test_a_clock_stands_still_once_and_for_a_reason(round_: Round) -> None:
    start(round_)
    assert refusal(services.pause, round_=round_, reason=" ")[0] == "clock.reason"
    services.pause(round_=round_, reason="Погас свет", by=NOBODY)
    assert refusal(services.pause, round_=round_, reason="Ещё раз")[0] == "clock.paused"


def test_a_running_clock_is_not_resumed(round_: Round) -> None:
    start(round_)

    assert refusal(services.resume, round_=round_)[0] == "clock.not_paused"


def test_lost_time_is_given_back(round_: Round, protocol: Protocol, at: At) -> None:
    start(round_)

    services.add_time(partida=protocol.partida, seconds=120, reason=" Костяшка под столом ", by=NOBODY)

    (added,) = AddedTime.objects.all()
    assert (added.seconds, added.reason) == (120, "Костяшка под столом")
    clock = queries.clock_of(Partida.objects.get())
    assert clock.ends_at == START + timedelta(minutes=42)
    assert AuditRecord.objects.latest("number").subject == "round 1, table 1"


@pytest.mark.parametrize("seconds", [0, -60, 30 * 60 + 1, 24 * 60 * 60])
def test_time_is_given_back_in_sensible_amounts(round_: Round, protocol: Protocol, seconds: int) -> None:
    start(round_)

    assert refusal(services.add_time, partida=protocol.partida, seconds=seconds, reason="Свет") == (
        "clock.too_much",
        "From 1 to 30 minutes can be given back at once; for more, stop the clock of the hall.",
    )


def test_time_is_given_back_for_a_reason(round_: Round, protocol: Protocol) -> None:
    start(round_)

    assert refusal(services.add_time, partida=protocol.partida, seconds=60, reason="")[0] == "clock.reason"


def test_nothing_is_given_back_before_the_start(protocol: Protocol) -> None:
    assert refusal(services.add_time, partida=protocol.partida, seconds=60, reason="Свет")[0] == "clock.not_started"


def test_nothing_is_given_back_to_a_table_that_is_done(round_: Round, protocol: Protocol) -> None:
    start(round_)
    Protocol.objects.update(state="entered")

    assert refusal(services.add_time, partida=protocol.partida, seconds=60, reason="Свет") == (
        "clock.table_over",
        "The sheet of table 1 is already finished: time can't be added any more.",
    )


def test_without_a_limit_there_is_nothing_to_give_back(round_: Round, protocol: Protocol) -> None:
    start(round_)
    round_.regulations.data |= {"minutes": None}
    round_.regulations.save()

    assert refusal(services.add_time, partida=protocol.partida, seconds=60, reason="Свет")[0] == "protocol.no_time"
