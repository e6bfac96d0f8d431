"""How a clock stands (R6.1): the laws of time that is started, stopped and given back."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.factories import PartidaFactory, RoundFactory
from tournament.clock.queries import Clock, clock_of, round_clock
from tournament.models import AddedTime, Pause

from .times import START

MINUTE = timedelta(minutes=1)
spans = st.integers(0, 10_000).map(lambda seconds: timedelta(seconds=seconds))
clocks = st.builds(Clock, st.just(START), st.integers(1, 120), added=spans, paused=spans)


@given(clocks, spans)
def test_what_has_run_and_what_is_left_are_the_length_together(clock: Clock, later: timedelta) -> None:
    now = START + clock.paused + later

    assert clock.minutes is not None
    assert clock.elapsed(now) + clock.left(now) == timedelta(minutes=clock.minutes) + clock.added


@given(clocks, spans, spans)
def test_a_pause_gives_everything_back(clock: Clock, later: timedelta, pause: timedelta) -> None:
    began = START + clock.paused + later
    stopped = Clock(START, clock.minutes, clock.added, clock.paused, paused_since=began)
    resumed = Clock(START, clock.minutes, clock.added, clock.paused + pause)

    assert stopped.left(began + pause) == clock.left(began) == resumed.left(began + pause)


@given(clocks, spans)
def test_added_time_moves_the_end_by_just_that(clock: Clock, more: timedelta) -> None:
    longer = Clock(START, clock.minutes, clock.added + more, clock.paused)

    assert longer.ends_at - clock.ends_at == more


@given(clocks)
def test_time_is_over_from_its_end_on(clock: Clock) -> None:
    end = clock.ends_at

    assert (clock.is_over(end - timedelta(microseconds=1)), clock.is_over(end)) == (False, True)


def test_before_the_start_nothing_runs_and_nothing_is_over() -> None:
    clock = Clock(None, 40)

    assert (clock.ends_at, clock.elapsed(START), clock.left(START), clock.is_over(START)) == (
        None,
        timedelta(),
        None,
        False,
    )


def test_without_a_limit_time_runs_but_never_out() -> None:
    clock = Clock(START, None)

    assert (clock.elapsed(START + MINUTE), clock.left(START + MINUTE), clock.is_over(START + MINUTE)) == (
        MINUTE,
        None,
        False,
    )


def test_while_it_stands_still_nobody_can_say_when_it_ends() -> None:
    assert Clock(START, 40, paused_since=START + MINUTE).ends_at is None


def test_what_is_given_back_to_one_table_is_its_own(db: None) -> None:
    round_ = RoundFactory(started_at=START)
    one, other = PartidaFactory(round=round_), PartidaFactory(round=round_)
    Pause.objects.create(round=round_, began_at=START, ended_at=START + 3 * MINUTE, reason="Свет")
    for seconds in (60, 90):
        AddedTime.objects.create(partida=one, seconds=seconds, reason="Костяшка под столом")

    assert [clock.added for clock in (clock_of(one), clock_of(other), round_clock(round_))] == [
        timedelta(seconds=150),
        timedelta(),
        timedelta(),
    ]
    assert {clock.paused for clock in (clock_of(one), clock_of(other), round_clock(round_))} == {3 * MINUTE}
