"""The rounds of a knockout follow from its bracket and the results (R13.3)."""

import pytest

from tests.tournament.draw.play import BY, play, result, stage_of
from tournament.draw import adjusting, brackets, queries, services
from tournament.draw.systems import Pairing
from tournament.models import Entry, Partida, Protocol, Round, Stage
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db


def knockout(pairs: int, **policy: object) -> Stage:
    """A knockout whose seeds are the entries' numbers."""
    stage = stage_of(pairs, "knockout", **policy)
    for number in range(1, pairs + 1):
        Entry.objects.filter(number=number).update(seed=number)
    return stage


def propose(stage: Stage) -> Round:
    return services.propose_knockout(stage=stage, seed="1", by=BY)


def progress() -> brackets.Progress:
    return brackets.progress(Stage.objects.get())


def final_places() -> list[tuple[int, int]]:
    return brackets.final_places(Stage.objects.get())


def meetings(round_: Round) -> list[tuple[str, int, int | None]]:
    return [tuple(meeting) for meeting in round_.draw["meetings"]]


def seated(round_: Round) -> set[frozenset[int | None]]:
    return {frozenset(pairing) for pairing in queries.pairings_of(round_)}


def played(pairs: int, rounds: int, **policy: object) -> Stage:
    """A knockout of which so many rounds are played; the lower number wins."""
    stage = knockout(pairs, **policy)
    for _ in range(rounds):
        play(propose(stage))
    return stage


# -- rounds --------------------------------------------------------------------------------------------------


def test_the_first_seeds_are_free_and_the_others_meet() -> None:
    round_ = propose(knockout(6))

    assert meetings(round_) == [("main1.2", 4, 5), ("main1.4", 3, 6), ("main1.1", 1, None), ("main1.3", 2, None)]
    assert seated(round_) == {frozenset((4, 5)), frozenset((3, 6)), frozenset((1, None)), frozenset((2, None))}
    assert Stage.objects.get().lineup == [[1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("pairs", [2, 3, 5, 6, 9, 10, 11, 13])
def test_a_field_of_any_size_is_played_to_its_end(pairs: int, double: bool) -> None:
    """R13.3: two who are both free at first wait for the second round to meet."""
    stage = played(pairs, 1, double=double)
    while not brackets.is_over(progress()):
        play(propose(stage))

    assert final_places()[:2] == [(1, 1), (2, 2)]


def test_winners_go_on_until_nothing_is_left() -> None:
    stage = played(6, 1)

    assert meetings(play(propose(stage))) == [("main2.1", 1, 4), ("main2.2", 2, 3)]
    assert meetings(play(propose(stage))) == [("main3.1", 1, 2)]
    with pytest.raises(Refused) as refusal:
        propose(stage)
    assert str(refusal.value) == f"Stage «{stage}» is played out: no meeting of its bracket is left."
    assert final_places() == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6)]


def test_third_place_is_played_beside_the_final() -> None:
    stage = played(4, 1, third_place=True)

    assert meetings(play(propose(stage))) == [("main2.1", 1, 2), ("third1.1", 4, 3)]
    assert final_places() == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_who_loses_at_first_plays_the_consolation() -> None:
    stage = played(8, 1, consolation=True)

    assert meetings(propose(stage)) == [
        ("main2.1", 1, 4),
        ("main2.2", 2, 3),
        ("consolation1.1", 8, 5),
        ("consolation1.2", 7, 6),
    ]


def test_who_loses_twice_is_out_of_a_double_elimination() -> None:
    """The one who lost wins the final, so a second one decides."""
    stage = played(4, 3, double=True)

    first = play(propose(stage), winner=max)
    second = play(propose(stage))

    assert (meetings(first), meetings(second)) == ([("final1.1", 1, 2)], [("final2.1", 1, 2)])
    assert final_places() == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_by_lots_the_seed_gives_everybody_his_line() -> None:
    first = propose(stage_of(8, "knockout", first="lots"))
    lineup = Stage.objects.get().lineup
    services.take_back(round_=first, by=BY)
    assert Stage.objects.get().lineup == []

    propose(Stage.objects.get())

    assert (Stage.objects.get().lineup, lineup[0] != sorted(lineup[0])) == (lineup, True)


# -- absence -------------------------------------------------------------------------------------------------


def test_against_one_that_has_withdrawn_the_other_goes_on() -> None:
    """R8.3: nothing waits for a winner."""
    stage = played(4, 1)
    Entry.objects.filter(number=2).update(withdrawn_from=2)

    final = play(propose(stage))

    assert (meetings(final), seated(final)) == ([("main2.1", 1, 2)], {frozenset((1, None))})
    assert final_places()[:2] == [(1, 1), (2, 2)]


def test_both_missing_both_are_out() -> None:
    stage = knockout(4)
    round_ = propose(stage)
    services.publish(round_=round_, by=BY)
    gone, other = round_.partidas.order_by("table")
    Partida.objects.filter(pk=gone.pk).update(kind="both_absent")
    Protocol.objects.filter(partida=gone).update(state="confirmed")
    result(other)

    with pytest.raises(Refused) as refusal:
        propose(stage)

    assert refusal.value.code == "draw.bracket_over"
    assert final_places() == [(1, 2), (3, 1), (3, 3), (3, 4)]


def test_a_walkover_lets_the_one_go_on_who_was_there() -> None:
    stage = knockout(4)
    round_ = propose(stage)
    services.publish(round_=round_, by=BY)
    for partida in round_.partidas.all():
        there = partida.seats.get(entry__number__in=(4, 3), slot=1).side
        Partida.objects.filter(pk=partida.pk).update(kind="walkover", winner=there)
        Protocol.objects.filter(partida=partida).update(state="confirmed")

    assert meetings(propose(stage)) == [("main2.1", 4, 3)]


# -- corrections ---------------------------------------------------------------------------------------------


def corrected(round_: Round, entries: tuple[int, int]) -> None:
    """The other one has won this meeting after all."""
    result(round_.partidas.get(seats__entry__number=entries[0], seats__slot=1), winner=max)


def test_what_a_correction_would_touch_is_known_before() -> None:
    """R11.4."""
    played(8, 2)

    touched = progress().touched("main1.2")

    assert [(each.key, each.before, each.after, each.played) for each in touched] == [
        ("main2.1", (1, 4), (1, 5), True),
        ("main3.1", (1, 2), (None, 2), False),
    ]


def test_a_corrected_result_stops_the_publication_of_what_was_drawn_from_it() -> None:
    stage = played(4, 1)
    final = propose(stage)
    corrected(Round.objects.get(number=1), (1, 4))

    with pytest.raises(Refused) as refusal:
        services.publish(round_=final, by=BY)

    assert str(refusal.value) == (
        "Round 2 was drawn with 1 – 2, but by the results as they are now 4 – 2 should meet. Take that round back, or "
        "have the partida annulled if it has begun; nothing is changed by itself."
    )
    services.take_back(round_=final, by=BY)
    assert meetings(propose(stage)) == [("main2.1", 4, 2)]


def test_a_partida_that_has_begun_is_never_rewritten() -> None:
    stage = played(8, 2)
    before = seated(Round.objects.get(number=2))
    corrected(Round.objects.get(number=1), (1, 8))

    with pytest.raises(Refused) as refusal:
        propose(stage)

    (torn,) = progress().torn
    assert (refusal.value.code, torn.due, torn.drawn.begun) == ("draw.bracket_torn", (8, 4), True)
    assert seated(Round.objects.get(number=2)) == before


def test_an_annulled_meeting_is_played_again_by_those_who_are_due() -> None:
    stage = played(4, 1)
    final = propose(stage)
    play(final)
    corrected(Round.objects.get(number=1), (1, 4))
    final.partidas.update(kind="void")

    assert meetings(propose(stage)) == [("main2.1", 4, 2)]


# -- refusals ------------------------------------------------------------------------------------------------


def test_all_tables_have_to_be_confirmed() -> None:
    stage = played(4, 1)
    Protocol.objects.filter(partida__table=1).update(state="entered")

    with pytest.raises(Refused) as refusal:
        propose(stage)

    assert str(refusal.value) == (
        "Round 1 isn't finished: tables 1 are not confirmed yet. "
        "A knockout goes on only when its winners are known, whatever the reason to hurry."
    )


def test_one_pair_alone_has_nobody_to_beat() -> None:
    stage = knockout(1)

    with pytest.raises(Refused) as refusal:
        propose(stage)

    assert (refusal.value.code, Stage.objects.get().lineup) == ("draw.too_few", [])


def test_a_partida_must_not_end_level() -> None:
    stage = knockout(4)
    rules = stage.tournament.regulations
    rules.data |= {"tie": "draw"}
    rules.save()

    with pytest.raises(Refused) as refusal:
        propose(stage)

    assert refusal.value.code == "draw.knockout_tie"


def test_nobody_is_seated_past_the_bracket_by_hand() -> None:
    stage = knockout(4)
    round_ = propose(stage)
    pairings = [Pairing(1, 2), Pairing(3, 4)]

    with pytest.raises(Refused) as change:
        adjusting.change_by_hand(round_=round_, pairings=pairings, reason="wish", by=BY)
    with pytest.raises(Refused) as hand:
        services.propose_by_hand(stage=stage, pairings=pairings, reason="wish", by=BY)

    assert (change.value.code, hand.value.code) == ("draw.bracket_fixed", "draw.bracket_fixed")
