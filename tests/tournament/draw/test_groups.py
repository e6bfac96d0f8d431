"""A stage in groups, and who comes through from a stage into the next one (R13.3)."""

from collections.abc import Sequence

import pytest

from tests.factories import StageFactory
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import adjusting, queries, services
from tournament.draw.systems import Pairing
from tournament.models import Entry, Protocol, Round, Stage
from tournament.phrases import Refused
from tournament.standings.queries import table

pytestmark = pytest.mark.django_db


def groups(pairs: int, groups: int, legs: int = 1) -> Stage:
    """A stage in groups, drawn by number and played out; lower numbers win."""
    stage = stage_of(pairs, "round_robin")
    for round_ in services.propose_round_robin(stage=stage, legs=legs, seed=None, by=BY, groups=groups):
        play(round_)
    stage.refresh_from_db()
    return stage


def after(stage: Stage, system: str, **policy: object) -> Stage:
    """A further stage."""
    further: Stage = StageFactory(tournament=stage.tournament, system=system, policy=policy)
    return further


def first_round(stage: Stage) -> tuple[list[list[int]], Sequence[tuple[int, int | None]]]:
    """The lineup and the pairings of the first round."""
    propose = services.propose_knockout if stage.system == "knockout" else services.propose_swiss
    round_ = propose(stage=stage, seed="1", by=BY)
    stage.refresh_from_db()
    return stage.lineup, sorted(tuple(sorted(pair, key=str)) for pair in queries.pairings_of(round_))


# -- groups --------------------------------------------------------------------------------------------------


def test_the_pairs_are_spread_to_and_fro_and_all_groups_play_at_once() -> None:
    stage = groups(7, 2)

    assert stage.lineup == [[1, 4, 5], [2, 3, 6, 7]]
    assert [len(queries.pairings_of(round_)) for round_ in stage.rounds.all()] == [4, 4, 4]
    assert sorted(stage.rounds.first().partidas.values_list("kind", flat=True)) == ["bye", "played", "played", "played"]


def test_each_group_has_its_own_standings() -> None:
    rows = table(groups(8, 2)).rows

    assert [(row.group, row.place, row.entry) for row in rows] == [
        *((1, place, entry) for place, entry in enumerate([1, 4, 5, 8], start=1)),
        *((2, place, entry) for place, entry in enumerate([2, 3, 6, 7], start=1)),
    ]


def test_in_two_legs_everybody_meets_twice_in_his_group() -> None:
    stage = groups(4, 2, legs=2)

    assert [sorted(queries.pairings_of(round_)) for round_ in stage.rounds.all()] == [
        [(1, 4), (2, 3)],
        [(3, 2), (4, 1)],
    ]


def test_by_hand_one_of_each_odd_group_may_be_free() -> None:
    stage = stage_of(6, "round_robin")
    round_ = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY, groups=2)[0]
    pairings = [Pairing(1, 5), Pairing(2, 3), Pairing(4), Pairing(6)]

    adjusting.change_by_hand(round_=round_, pairings=pairings, reason="", by=BY)

    assert queries.pairings_of(round_) == [(1, 5), (2, 3), (4, None), (6, None)]


def test_a_group_needs_two() -> None:
    stage = stage_of(5, "round_robin")

    with pytest.raises(Refused) as refusal:
        services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY, groups=3)

    assert str(refusal.value) == "5 pairs don't make 3 groups: each needs at least two."


def test_with_the_last_round_the_lineup_goes_too() -> None:
    stage = stage_of(6, "round_robin")
    first = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY, groups=2)[0]

    services.take_back(round_=first, by=BY)

    stage.refresh_from_db()
    assert (stage.lineup, Round.objects.count()) == ([], 0)


# -- who comes through ---------------------------------------------------------------------------------------


def test_two_of_each_group_come_through_and_groups_are_kept_apart_at_first() -> None:
    final = after(groups(8, 2), "knockout", best=2)

    lineup, pairings = first_round(final)

    assert lineup == [[1, 2, 4, 3]]
    assert pairings == [(1, 3), (2, 4)]


def test_the_best_of_the_third_come_through_too() -> None:
    """Groups 1 6 7, 2 5 8 and 3 4 9: of the third the one with the best difference."""
    final = after(groups(9, 3), "knockout", best=1, best_next=1)

    assert first_round(final)[0] == [[1, 2, 3, 4]]


def test_from_a_swiss_the_first_of_the_standings_come_through_in_their_order() -> None:
    stage = stage_of(8)
    swiss_rounds(stage, 3)
    best = [row.entry for row in table(stage).rows][:4]

    lineup, pairings = first_round(after(stage, "knockout", best=4))

    assert lineup == [best]
    assert pairings == sorted(tuple(sorted(pair)) for pair in [(best[0], best[3]), (best[1], best[2])])


def test_from_a_knockout_those_with_the_best_places_come_through() -> None:
    stage = stage_of(4, "knockout")
    for _ in range(2):
        play(services.propose_knockout(stage=stage, seed="1", by=BY))

    assert first_round(after(stage, "swiss", best=2)) == ([[1, 2]], [(1, 2)])


def test_only_those_who_came_through_are_ranked_and_seated() -> None:
    final = after(groups(8, 2), "swiss", best=2)
    first_round(final)
    play(Round.objects.last())

    final.refresh_from_db()
    assert sorted(row.entry for row in table(final).rows) == [1, 2, 3, 4]
    second = services.propose_swiss(stage=final, seed="1", by=BY)
    assert sorted(entry for pair in queries.pairings_of(second) for entry in pair if entry) == [1, 2, 3, 4]


def test_who_withdraws_from_a_final_stays_in_its_standings() -> None:
    """R8.5."""
    final = after(groups(8, 2), "swiss", best=2)
    first_round(final)
    play(Round.objects.last())
    Entry.objects.filter(number=4).update(withdrawn_from=5)

    second = services.propose_swiss(stage=final, seed="1", by=BY)

    final.refresh_from_db()
    assert 4 not in {entry for pair in queries.pairings_of(second) for entry in pair}
    assert sorted(row.entry for row in table(final).rows) == [1, 2, 3, 4]


def test_for_one_who_has_withdrawn_the_next_moves_up() -> None:
    final = after(groups(8, 2), "knockout", best=2)
    Entry.objects.filter(number=4).update(withdrawn_from=4)

    assert first_round(final)[0] == [[1, 2, 5, 3]]


def level(stage: Stage) -> None:
    """Everybody has the same result in everything."""
    Protocol.objects.update(parts=[[100, 90]])
    for partida in stage.rounds.get().partidas.all():
        partida.protocol.save()


def test_equals_at_the_border_have_to_be_decided() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    level(stage)
    final = after(stage, "knockout", best=3)

    with pytest.raises(Refused) as refusal:
        first_round(final)

    assert refusal.value.code == "draw.undecided"
    assert Stage.objects.get(pk=final.pk).lineup == []


def test_lots_part_equals_where_the_policy_says_so() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    level(stage)
    final = after(stage, "knockout", best=3, ties="lots")

    ((lineup,), _pairings) = first_round(final)
    services.take_back(round_=Round.objects.last(), by=BY)

    assert len(lineup) == 3
    assert first_round(final)[0] == [lineup]


def test_nobody_comes_through_from_a_stage_that_is_not_finished() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    Protocol.objects.filter(partida__table=1).update(state="open")
    final = after(stage, "knockout", best=2)

    with pytest.raises(Refused) as refusal:
        first_round(final)

    assert str(refusal.value) == "Round 1 isn't finished: tables 1 are not confirmed yet."


def test_nobody_comes_through_into_the_first_stage() -> None:
    with pytest.raises(Refused) as refusal:
        first_round(stage_of(4, "knockout", best=2))
    assert refusal.value.code == "draw.no_stage_before"


def test_one_alone_makes_no_final() -> None:
    final = after(groups(4, 1), "knockout", best=1)

    with pytest.raises(Refused) as refusal:
        first_round(final)

    assert refusal.value.code == "draw.too_few_through"
