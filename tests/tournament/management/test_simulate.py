"""`manage.py simulate`: whole events by the systems and through the services, every draw verified (R13.1)."""

import io
import re
from collections import Counter
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tournament.draw.checks import Drawn
from tournament.draw.systems.field import Field, Policy
from tournament.draw.systems.swiss import Proposal, draw
from tournament.management.simulation import alone, through
from tournament.management.simulation.course import Course
from tournament.management.simulation.verdict import judged, told_apart
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

SMALL = {"pairs_between": (3, 9), "rounds_between": (5, 9)}


def simulated(*arguments: str) -> list[str]:
    """The lines that the command says at the end, without the seconds that it took."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    said = re.sub(r" in \d+ s", "", out.getvalue()).splitlines()
    return [line for line in said if not line.endswith("0 needn't have")]


def course(event: int, seed: str = "Москва") -> Course:
    return Course(seed, event, (8, 20), (5, 7))


# -- an event -------------------------------------------------------------------------------------------------


@pytest.mark.once
def test_an_event_takes_the_same_course_each_time() -> None:
    assert alone.play(course(1)) == alone.play(course(1))
    assert alone.play(course(1)) != alone.play(course(2))


@pytest.mark.parametrize("event", range(6))
def test_an_event_comes_out_alike_by_the_systems_alone_and_through_the_services(event: int) -> None:
    its = course(event)
    rounds, read_back = alone.play(its), through.play(its)

    assert told_apart(rounds, read_back) == []
    assert [[frozenset(p.entries) for p in each.pairings] for each in rounds] == [
        [frozenset(p.entries) for p in each.pairings] for each in read_back
    ]
    assert Tournament.objects.count() == 0


@pytest.mark.once
def test_everything_that_happens_at_a_tournament_happens() -> None:
    courses = [course(event) for event in range(40)]
    for its in courses:
        alone.play(its)
    seen = sum((its.seen for its in courses), start=Counter[str]())

    assert sorted(kind for kind, times in seen.items() if times) == [
        "both_absent",
        "bye",
        "kept tables",
        "played",
        "returns",
        "walkover",
        "withdrawals",
    ]
    policies = [its.policy for its in courses]
    assert {(policy.first, policy.within) for policy in policies} == {
        (first, within) for first in ("seed", "lots") for within in ("adjacent", "fold")
    }
    assert {str(policy.apart).strip("1234") for policy in policies} == {"never", "where_possible", ""}
    assert {policy.by for policy in policies} == {"club", "country"}
    assert {bool(policy.forbidden) for policy in policies} == {True, False}


# -- its verdict ----------------------------------------------------------------------------------------------


@pytest.mark.once
def test_what_had_to_be_broken_has_a_proof_that_is_counted_again() -> None:
    verdicts = [judged(its, alone.play(its)) for its in (Course("1", event, **SMALL) for event in range(40))]

    assert [verdict.faults for verdict in verdicts if verdict.faults] == []
    assert sum(verdict.draws_broken for verdict in verdicts) == sum(verdict.proofs for verdict in verdicts) > 100


def test_a_breach_without_a_proof_is_a_fault() -> None:
    its = next(
        each for each in (Course("1", event, **SMALL) for event in range(40)) if judged(each, alone.play(each)).broken
    )
    without = [replace(drawn, proof=None) for drawn in alone.play(its)]

    assert "its proof counts 0" in judged(its, without).faults[0]


def test_a_draw_that_came_out_otherwise_is_told() -> None:
    rounds = alone.play(course(1))
    other: list[Drawn] = [rounds[0], replace(rounds[1], pairings=rounds[1].pairings[::-1]), *rounds[2:]]

    assert told_apart(rounds, other) == ["Round 2 came out otherwise through the services than by the systems alone"]


# -- the command ----------------------------------------------------------------------------------------------


@pytest.mark.once
def test_no_draw_of_an_event_breaks_a_rule_that_it_could_keep() -> None:
    said = simulated("--events", "12", "--pairs", "8", "14", "--rounds", "4", "5", "--seed", "Москва", "--through", "6")

    assert said[0] == "12 events, 53 rounds. Avoidable breaches: none."
    assert said[1] == (
        "By the systems alone: 12; of these also through the services and the database, with the same draws: 2."
    )
    assert Tournament.objects.count() == 0


@pytest.mark.once
def test_what_no_draw_could_avoid_is_counted() -> None:
    """Three pairs are through with each other after three rounds."""
    said = simulated("--first", "5", "--events", "1", "--pairs", "3", "3", "--rounds", "5", "5", "--through", "0")

    assert said[0] == "1 events, 5 rounds. Avoidable breaches: none."
    assert said[3] == "Breaches that no draw could avoid: rematch 1, second_free 3."
    assert said[4].startswith("They are in 3 draws, 3 with a proof that counting confirms; in 3 it proves all of them")


@pytest.mark.slow
@pytest.mark.once
def test_several_processes_say_the_same() -> None:
    arguments = ("--events", "8", "--pairs", "8", "14", "--seed", "Москва", "--through", "4")

    assert simulated(*arguments, "--processes", "2") == simulated(*arguments)


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_a_hundred_and_fifty_events_have_no_avoidable_breach() -> None:
    said = simulated("--events", "150", "--seed", "nightly", "--through", "15", "--processes", "2")

    assert said[0].endswith("Avoidable breaches: none.")
    assert said[1].endswith("with the same draws: 10.")


@pytest.mark.once
def test_a_draw_that_forgets_who_has_met_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(field: Field, policy: Policy) -> Proposal:
        return draw(replace(field, met=()), policy)

    monkeypatch.setattr(alone, "draw", forgetful)

    with pytest.raises(CommandError) as refusal:
        simulated("--events", "9", "--first", "5", "--seed", "Москва", "--through", "0")
    assert re.match(r"Event 5 of seed Москва: Breach\(code='rematch', .* could have been avoided", str(refusal.value))
    assert str(refusal.value).endswith(
        "manage.py simulate --seed Москва --first 5 --events 1 --through 1 --pairs 8 64 --rounds 5 9"
    )


@pytest.mark.parametrize(
    "arguments",
    [("--events", "0"), ("--first", "-1"), ("--pairs", "1", "8"), ("--pairs", "9", "8"), ("--rounds", "0", "3")],
)
def test_figures_that_make_no_event_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refusal:
        simulated(*arguments)
    assert str(refusal.value) == "At least one event, two pairs and one round; the least first, then the most."


@pytest.mark.parametrize("arguments", [("--through", "-1"), ("--processes", "-1")])
def test_nor_are_less_than_no_processes(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refusal:
        simulated(*arguments)
    assert str(refusal.value) == "--through and --processes are numbers from 0."
