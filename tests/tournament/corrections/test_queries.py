"""What a correction would change, before it is made; nothing is written to find that out (R11.4)."""

import pytest

from tests.factories import StageFactory
from tests.tournament.draw.play import BY, individual_rounds, play, players_stage
from tests.tournament.draw.test_bracket import drawn as bracket_of
from tournament.corrections import queries, services
from tournament.corrections.queries import Consequences, Correction
from tournament.draw import services as draw
from tournament.models import Partida, Protocol, Stage
from tournament.protocols.queries import sheet
from tournament.standings.queries import table

from .confirmed import NOBODY, swiss, table_of

pytestmark = pytest.mark.django_db


def turned(partida: Partida) -> Correction:
    """The sides' totals the other way round: the other pair has won."""
    (a, b), *_parts = Protocol.objects.get(partida=partida).parts
    return Correction(parts=((b, a),))


def if_turned(stage: Stage, round_: int, entry: int) -> Consequences:
    partida = table_of(stage, round_, entry)
    return queries.consequences(sheet(partida), turned(partida))


def places(stage: Stage) -> dict[int, int]:
    return {row.entry: row.place for row in table(stage).rows}


def test_the_places_that_would_change_are_those_that_do() -> None:
    """Worked out by hand: 1 beats 2 by 99 and 3 beats 4 by 97; turned, 2 is first and 1 is last."""
    stage = swiss(pairs=4)
    assert [(row.entry, row.place) for row in table(stage).rows] == [(1, 1), (3, 2), (4, 3), (2, 4)]

    found = if_turned(stage, 1, 1)

    told = [(move.after.entry, move.before.place, move.after.place) for move in found.moves]
    values = {move.after.entry: (move.before.standing.values, move.after.standing.values) for move in found.moves}
    assert told == [(2, 4, 1), (1, 1, 4)]
    assert values[1] == (
        {"wins": 1, "difference": 99, "points_for": 100},
        {"wins": 0, "difference": -99, "points_for": 1},
    )
    assert (found.before.winner, found.after.winner) in {("a", "b"), ("b", "a")}


def test_nothing_is_written_and_the_act_brings_what_was_foreseen() -> None:
    stage = swiss(rounds=2)
    partida, before = table_of(stage, 1, 1), places(stage)
    stage.tournament.refresh_from_db()
    version = stage.tournament.version

    found = queries.consequences(sheet(partida), turned(partida))

    stage.tournament.refresh_from_db()
    assert (places(stage), stage.tournament.version) == (before, version)
    services.correct(partida=partida, correction=turned(partida), reason="Стороны", by=NOBODY)
    assert places(stage) == before | {move.after.entry: move.after.place for move in found.moves}


def test_rounds_drawn_from_the_old_result_are_named_and_whether_they_can_be_drawn_again() -> None:
    stage = swiss(rounds=2)

    found = if_turned(stage, 1, 1)

    told = [(later.number, later.again, later.broken, later.may_go_back) for later in found.rounds]
    assert told == [(2, True, (), False), (3, True, (), True)]


def by_one_more(partida: Partida) -> Correction:
    """The winner has a point more."""
    (a, b), *_parts = Protocol.objects.get(partida=partida).parts
    return Correction(parts=((a + (a > b), b + (b > a)),))


def test_a_change_that_moves_nobody_would_draw_the_same() -> None:
    stage = swiss()
    partida = table_of(stage, 1, 1)

    found = queries.consequences(sheet(partida), by_one_more(partida))

    assert [(later.number, later.again) for later in found.rounds] == [(2, False)]
    assert {move.after.place - move.before.place for move in found.moves} == {0}


def test_a_round_of_an_individual_event_is_drawn_from_the_old_result_too() -> None:
    """R13.4: partners and opponents follow the standings."""
    stage = players_stage(12)
    individual_rounds(stage, 2)
    draw.propose_individual(stage=stage, seed="1", by=BY)
    partida = Partida.objects.select_related("round__tournament").get(round__number=2, table=1)

    changed = queries.consequences(sheet(partida), turned(partida)).rounds
    same = queries.consequences(sheet(partida), by_one_more(partida)).rounds

    assert [(later.number, later.again, later.broken, later.may_go_back) for later in changed] == [(3, True, (), True)]
    assert [(later.number, later.again) for later in same] == [(3, False)]


def test_rounds_that_know_no_standings_are_not_named() -> None:
    """A round robin is drawn as a whole, whatever the results (R13.3)."""
    stage = swiss(rounds=1, pairs=4)
    stage.rounds.filter(number=2).update(draw={"method": "berger"})

    assert if_turned(stage, 1, 1).rounds == ()


def test_a_stage_that_took_the_best_is_named_if_others_would_come_through() -> None:
    """R13.3: the first two of four go through."""
    stage = swiss(rounds=1, pairs=4)
    stage.rounds.filter(number=2).delete()
    final = StageFactory(tournament=stage.tournament, name="Финал", system="knockout", policy={"best": 2})
    draw.propose_knockout(stage=final, seed="1", by=BY)

    (told,) = if_turned(stage, 1, 3).stages
    partida = table_of(stage, 1, 3)
    (same,) = queries.consequences(sheet(partida), by_one_more(partida)).stages

    assert (told.name, told.rounds, told.others) == ("Финал", (2,), True)
    assert same.others is False


def test_a_correction_that_tears_a_bracket_says_which_meetings_it_touches() -> None:
    """R13.3: nothing changes by itself; the final that was played stays until the chief referee decides."""
    stage = bracket_of(4, rounds=1)
    play(draw.propose_knockout(stage=stage, seed="1", by=BY))

    found = if_turned(stage, 1, 1)

    assert found.touched == ("Final: 4 – 2 instead of 1 – 2. It has begun in round 2 and stays as it is.",)
    assert found.rounds == ()


def test_the_same_winner_touches_no_bracket() -> None:
    stage = bracket_of(4, rounds=1)
    partida = table_of(stage, 1, 1)

    assert queries.consequences(sheet(partida), by_one_more(partida)).touched == ()


def test_what_is_shown_has_a_fingerprint_that_changes_with_it() -> None:
    stage = swiss()
    before = if_turned(stage, 1, 1)
    assert before.seen == if_turned(stage, 1, 1).seen

    draw.publish(round_=stage.rounds.get(number=2), by=BY)
    Protocol.objects.filter(partida__round__number=2).update(state="entered")

    assert before.seen != if_turned(stage, 1, 1).seen
