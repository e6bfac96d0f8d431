"""The same input and seed give the same draw: after a dump and a load, and on either database (R13.8)."""

import hashlib
from typing import Any

import pytest

from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import queries, services
from tournament.exchange.queries import dump
from tournament.exchange.services import load
from tournament.management.simulation import alone, through
from tournament.management.simulation.course import Course
from tournament.models import Round, Stage

pytestmark = pytest.mark.django_db


def drawn(round_: Round) -> tuple[list[tuple[int, int | None]], Any]:
    return queries.pairings_of(round_), round_.draw


def moved(stage: Stage) -> Stage:
    """The stage in a copy of its tournament that went through a file."""
    return load(dump(stage.tournament), BY, slug="moved").stages.get(number=stage.number)


def test_a_swiss_goes_on_alike_after_a_dump_and_a_load() -> None:
    stage = stage_of(11, apart="where_possible", forbidden=[{"entries": [1, 2], "reason": "family"}])
    swiss_rounds(stage, 4)
    copy = moved(stage)

    again = [services.propose_swiss(stage=each, seed="Москва", by=BY) for each in (stage, copy)]

    assert drawn(again[0]) == drawn(again[1])


def test_a_knockout_goes_on_alike_after_a_dump_and_a_load() -> None:
    stage = stage_of(7, "knockout", first="lots", consolation=True)
    play(services.propose_knockout(stage=stage, seed="Москва", by=BY))
    stage.refresh_from_db()
    copy = moved(stage)

    again = [services.propose_knockout(stage=each, seed="Казань", by=BY) for each in (stage, copy)]

    assert drawn(again[0]) == drawn(again[1])


def test_these_are_the_pairings_on_any_machine_and_any_database() -> None:
    stage = stage_of(7)

    rounds = swiss_rounds(stage, 3, seed="шесть-шесть")

    assert [queries.pairings_of(round_) for round_ in rounds] == [
        [(6, 3), (4, 5), (2, 7), (1, None)],
        [(2, 3), (1, 4), (5, 6), (7, None)],
        [(1, 2), (5, 3), (4, 7), (6, None)],
    ]


WHOLE_EVENT = "e8425035e36242904b446b9e8c8fd4bc1610409bfaaebca3d890a562b6ebd896"
"""SHA-256 of all pairings of an event. If it changes, draws that are on record can't be repeated any more."""


def test_a_whole_event_is_the_same_on_any_day_any_machine_and_any_database() -> None:
    """With withdrawals, walkovers, free games and tables kept by hand; recorded once, on another day."""
    course = Course("Москва", 9, (23, 31), (7, 9))
    played = [
        [sorted(pairing.entries) for drawn in rounds for pairing in drawn.pairings]
        for rounds in (alone.play(course), through.play(course))
    ]

    assert [hashlib.sha256(repr(pairings).encode()).hexdigest() for pairings in played] == [WHOLE_EVENT] * 2
