"""The next round of a Swiss is drawn from the standings (R13.1, R13.2, R13.8)."""

import pytest

from tests.factories import ClubFactory, EntryFactory, PartidaFactory, RoundFactory
from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import adjusting, queries, services
from tournament.draw.policy import StagePolicy
from tournament.draw.systems import Pairing
from tournament.draw.systems.lots import by_lots
from tournament.models import Entry, Partida, Protocol, Round, Stage
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db


def swiss(stage: Stage, seed: str = "1") -> Round:
    return services.propose_swiss(stage=stage, seed=seed, by=BY)


def pairs_of(round_: Round) -> set[frozenset[int | None]]:
    return {frozenset(pairing) for pairing in queries.pairings_of(round_)}


def set_policy(stage: Stage, **policy: object) -> None:
    services.set_policy(stage=stage, policy=StagePolicy.from_dict(policy), by=BY)
    stage.refresh_from_db()


# -- the first round -----------------------------------------------------------------------------------------


def test_the_first_round_by_rank_has_the_upper_half_meet_the_lower() -> None:
    stage = stage_of(8)
    for entry in Entry.objects.all():
        Entry.objects.filter(pk=entry.pk).update(seed=entry.number)

    round_ = swiss(stage)

    assert pairs_of(round_) == {frozenset((n, n + 4)) for n in range(1, 5)}


def test_without_ranks_lots_alone_decide_and_are_recorded() -> None:
    stage = stage_of(8)

    assert swiss(stage, "Москва").draw["seed"] == "Москва"
    first = pairs_of(Round.objects.get())
    services.take_back(round_=Round.objects.get(), by=BY)

    assert pairs_of(swiss(stage, "Казань")) != first
    services.take_back(round_=Round.objects.get(), by=BY)
    assert pairs_of(swiss(stage, "Москва")) == first


def of_one_club(*numbers: int) -> None:
    Entry.objects.filter(number__in=numbers).update(club=ClubFactory())


def ranked_by_number() -> None:
    for entry in Entry.objects.all():
        Entry.objects.filter(pk=entry.pk).update(seed=entry.number)


@pytest.mark.parametrize("apart", [1, 3, "where_possible"])
@pytest.mark.parametrize("first", ["seed", "lots"])
def test_clubs_are_spread_over_the_first_round(first: str, apart: int | str) -> None:
    stage = stage_of(8, first=first, apart=apart)
    ranked_by_number()
    of_one_club(1, 2, 5, 6)
    of_one_club(3, 4, 7, 8)

    club_of = dict(Entry.objects.values_list("number", "club"))
    for a, b in queries.pairings_of(swiss(stage)):
        assert b is not None
        assert club_of[a] != club_of[b]


def test_neighbours_by_lots_meet_unless_they_share_a_club() -> None:
    order = by_lots(range(1, 9), "Москва")
    stage = stage_of(8, first="lots", apart=1)

    assert pairs_of(swiss(stage, "Москва")) == {frozenset(order[at : at + 2]) for at in (0, 2, 4, 6)}
    services.take_back(round_=Round.objects.get(), by=BY)
    of_one_club(*order[:2])

    met = pairs_of(swiss(stage, "Москва"))
    assert {frozenset((order[0], order[2])), frozenset((order[1], order[3]))} < met


def test_by_rank_the_order_bends_to_keep_clubs_apart() -> None:
    stage = stage_of(6, apart=1)
    ranked_by_number()
    of_one_club(1, 4)

    assert pairs_of(swiss(stage)) == {frozenset((1, 5)), frozenset((2, 4)), frozenset((3, 6))}


def test_as_many_of_a_club_are_kept_apart_as_can_be() -> None:
    """Six of ten are of one club: four can meet others, two must meet each other."""
    stage = stage_of(10, first="lots", apart=1)
    of_one_club(*range(1, 7))

    assert swiss(stage).draw["cost"]["apart"] == 1


# -- later rounds --------------------------------------------------------------------------------------------


def test_those_with_equal_wins_meet_in_the_order_of_the_standings() -> None:
    """Lower numbers win, and the lower the winner the larger the difference: 1 2 3 4 lead, 8 7 6 5 follow."""
    stage = stage_of(8)
    for number in range(1, 9):
        Entry.objects.filter(number=number).update(seed=number)
    swiss_rounds(stage, 1)

    assert queries.by_table(swiss(stage))[0] in [(1, Pairing(1, 2)), (1, Pairing(2, 1))]
    assert pairs_of(Round.objects.last()) == {frozenset(pair) for pair in [(1, 2), (3, 4), (5, 6), (7, 8)]}


def test_nobody_meets_twice_and_nobody_is_free_twice() -> None:
    stage = stage_of(9)

    rounds = swiss_rounds(stage, 5)

    met = [frozenset(pair) for round_ in rounds for pair in queries.pairings_of(round_) if pair[1] is not None]
    free = [a for round_ in rounds for a, b in queries.pairings_of(round_) if b is None]
    assert (len(met), len(set(met)), len(free), len(set(free))) == (20, 20, 5, 5)


def test_a_walkover_won_is_a_free_game_and_no_meeting() -> None:
    """R8.4; who won by walkover isn't free next, and may still meet the one who was missing."""
    stage = stage_of(3)
    one, two, three = Entry.objects.all()
    round_ = RoundFactory(stage=stage)
    partida = PartidaFactory(round=round_, kind="walkover", winner="a", entries=(one, two))
    Protocol.objects.create(partida=partida, state="confirmed")
    PartidaFactory(round=round_, kind="bye", entries=(three,))

    drawn = pairs_of(swiss(stage))

    assert drawn == {frozenset((1, 3)), frozenset((2, None))}


def test_pairs_that_must_not_meet_do_not() -> None:
    stage = stage_of(4, forbidden=[{"entries": [1, 2], "reason": "family"}])
    Entry.objects.filter(number=1).update(seed=1)
    swiss_rounds(stage, 1)

    assert frozenset((1, 2)) not in pairs_of(swiss(stage))


def test_what_had_to_be_broken_is_said_with_its_proof() -> None:
    """Two pairs can only meet again."""
    stage = stage_of(2)
    swiss_rounds(stage, 1)

    draw = swiss(stage).draw

    assert draw["breaches"] == [["rematch", {"entry": 1, "other": 2, "times": 1}]]
    assert draw["proof"] == {"rules": ["rematch"], "removed": [], "parts": [[1], [2]]}
    assert draw["cost"] == {"rematch": 1, "across": 1, "distance": 1}


def test_the_round_keeps_why_each_pair_meets() -> None:
    stage = stage_of(4)
    Entry.objects.update(seed=1)

    explanation = swiss(stage).draw["explanation"]

    assert [why[0][0] for _entries, why in explanation] == ["same_wins", "same_wins"]
    assert {frozenset(entries) for entries, _why in explanation} == pairs_of(Round.objects.get())


def test_the_withdrawn_are_not_drawn_and_return() -> None:
    stage = stage_of(5)
    swiss_rounds(stage, 1)
    Entry.objects.filter(number=5).update(withdrawn_from=2)
    without = play(swiss(stage))
    Entry.objects.filter(number=5).update(withdrawn_from=None)

    seated = [{n for pair in queries.pairings_of(each) for n in pair if n} for each in (without, swiss(stage))]

    assert seated == [{1, 2, 3, 4}, {1, 2, 3, 4, 5}]


def test_a_pair_with_a_fixed_table_keeps_it() -> None:
    """R13.5."""
    stage = stage_of(6)
    Entry.objects.filter(number=1).update(fixed_table=3)

    swiss_rounds(stage, 2)

    tables = Partida.objects.filter(seats__entry__number=1).distinct().values_list("table", flat=True)
    assert list(tables) == [3, 3]
    assert sorted(Partida.objects.filter(round__number=2).values_list("table", flat=True)) == [1, 2, 3]


# -- refusals ------------------------------------------------------------------------------------------------


def test_unconfirmed_tables_of_the_round_before_are_named() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    Protocol.objects.filter(partida__table=2).update(state="accepted")

    with pytest.raises(Refused) as refusal:
        swiss(stage)

    assert str(refusal.value) == "Round 1 isn't finished: tables 2 are not confirmed yet."


def test_without_a_reason_it_waits() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    Protocol.objects.update(state="entered")

    with pytest.raises(Refused) as refusal:
        services.propose_swiss(stage=stage, seed="1", by=BY, override="   ")

    assert (refusal.value.code, Round.objects.count()) == ("draw.unfinished", 1)


def test_a_second_browser_is_told_that_the_round_is_drawn() -> None:
    stage = stage_of(4)
    swiss(stage)

    with pytest.raises(Refused) as refusal:
        swiss(stage)

    assert (refusal.value.code, Round.objects.count()) == ("draw.exists", 1)


@pytest.mark.parametrize("withdrawn", [3, 4])
def test_with_fewer_than_two_pairs_nothing_is_drawn(withdrawn: int) -> None:
    stage = stage_of(4)
    Entry.objects.filter(number__lte=withdrawn).update(withdrawn_from=1)

    with pytest.raises(Refused) as refusal:
        swiss(stage)

    assert (refusal.value.code, refusal.value.params) == ("draw.too_few", {"count": 4 - withdrawn, "round": 1})


def test_another_system_is_not_drawn_as_a_swiss() -> None:
    with pytest.raises(Refused) as refusal:
        swiss(stage_of(4, system="knockout"))

    assert str(refusal.value) == f"Stage «{Stage.objects.get()}» is drawn in another way: knockout."


def test_who_came_after_the_draw_stops_its_publication() -> None:
    round_ = swiss(stage_of(4))
    EntryFactory(tournament=round_.tournament)

    with pytest.raises(Refused) as refusal:
        services.publish(round_=round_, by=BY)

    assert str(refusal.value) == ("Not seated and not free either: pairs 5. Take the round back and draw it again.")


# -- without waiting for all results -------------------------------------------------------------------------


def test_with_a_reason_a_draw_does_not_wait_and_says_so() -> None:
    """Only confirmed protocols count (R11.2): of the four only 1 has a win, so it meets somebody with fewer."""
    stage = stage_of(4)
    swiss_rounds(stage, 1)
    waiting = Partida.objects.exclude(seats__entry__number=1).get().table
    Protocol.objects.filter(partida__table=waiting).update(state="entered")

    draw = services.propose_swiss(stage=stage, seed="1", by=BY, override="The hall closes at six").draw

    assert (draw["unconfirmed"], draw["override_reason"]) == ([[1, waiting]], "The hall closes at six")
    record = stage.tournament.journal.last().data
    assert (record["unconfirmed"], record["override_reason"]) == ([[1, waiting]], "The hall closes at six")
    (why,) = (dict(why) for entries, why in draw["explanation"] if 1 in entries)
    assert why["across"] == {"upper": 1, "lower": 0}


def test_a_reason_that_is_not_needed_is_not_kept() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)

    draw = services.propose_swiss(stage=stage, seed="1", by=BY, override="To be sure").draw

    assert {"unconfirmed", "override_reason"} & set(draw) == set()


@pytest.mark.parametrize("pairs", [4, 5, 6, 7])
def test_who_sits_at_an_unconfirmed_table_has_met_and_who_is_free_has_been_free(pairs: int) -> None:
    stage = stage_of(pairs)
    swiss_rounds(stage, 1)
    Protocol.objects.update(state="open", parts=[])

    round_ = services.propose_swiss(stage=stage, seed="1", by=BY, override="Time")

    assert pairs_of(Round.objects.get(number=1)) & pairs_of(round_) == set()
    assert round_.draw["breaches"] == []


def test_who_has_won_an_unconfirmed_walkover_is_not_free_next() -> None:
    """R8.4."""
    stage = stage_of(3)
    one, two, three = Entry.objects.all()
    round_ = RoundFactory(stage=stage)
    partida = PartidaFactory(round=round_, kind="walkover", winner="a", entries=(one, two))
    Protocol.objects.create(partida=partida, state="entered")
    PartidaFactory(round=round_, kind="bye", entries=(three,))

    drawn = services.propose_swiss(stage=stage, seed="1", by=BY, override="Time")

    assert pairs_of(drawn) == {frozenset((1, 3)), frozenset((2, None))}


def test_a_new_draw_around_kept_tables_counts_what_has_come_in_meanwhile() -> None:
    stage = stage_of(6)
    swiss_rounds(stage, 1)
    Protocol.objects.filter(partida__table__in=(1, 2)).update(state="entered")
    round_ = services.propose_swiss(stage=stage, seed="1", by=BY, override="Time")
    Protocol.objects.filter(partida__table=1).update(state="confirmed")

    adjusting.redraw(round_=round_, keep=[1], seed="2", by=BY)

    draw = Round.objects.last().draw
    assert (draw["unconfirmed"], draw["override_reason"]) == ([[1, 2]], "Time")


# -- keeping tables ------------------------------------------------------------------------------------------


def test_kept_tables_stay_and_the_rest_is_drawn_around_them() -> None:
    stage = stage_of(8)
    for number in range(1, 9):
        Entry.objects.filter(number=number).update(seed=number)
    round_ = swiss(stage)
    adjusting.change_by_hand(
        round_=round_, pairings=[Pairing(1, 2), Pairing(3, 5), Pairing(4, 6), Pairing(7, 8)], reason="", by=BY
    )

    adjusting.redraw(round_=round_, keep=[1], seed="1", by=BY)

    again = Round.objects.get()
    assert pairs_of(again) == {frozenset(pair) for pair in [(1, 2), (3, 6), (4, 7), (5, 8)]}
    assert (again.draw["locked"], again.draw.get("changed")) == ([[1, 2]], None)


def test_a_kept_breach_keeps_its_reason() -> None:
    stage = stage_of(4)
    (first,) = swiss_rounds(stage, 1)
    round_ = swiss(stage)
    pairings = [Pairing(a, b) for a, b in queries.pairings_of(first)]
    adjusting.change_by_hand(round_=round_, pairings=pairings, reason="television", by=BY)

    adjusting.redraw(round_=round_, keep=[1], seed="1", by=BY)

    draw = Round.objects.last().draw
    assert (draw["accepted"], draw["reason"]) == ([["rematch", pairings[0].a, pairings[0].b]], "television")
    assert draw["by_hand"] == [{"entries": list(pairings[0].entries), "by": "—", "reason": "television"}]


def test_what_someone_else_changed_meanwhile_is_not_overwritten() -> None:
    """Each browser names the pairings that it saw."""
    round_ = swiss(stage_of(4))
    seen = queries.fingerprint(round_)
    (a, b), (c, d) = queries.pairings_of(round_)
    assert b is not None
    assert d is not None
    adjusting.change_by_hand(round_=round_, pairings=[Pairing(a, c), Pairing(b, d)], reason="", by=BY)
    acts = [
        lambda: services.publish(round_=round_, by=BY, seen=seen),
        lambda: adjusting.redraw(round_=round_, keep=[], seed="1", by=BY, seen=seen),
        lambda: adjusting.change_by_hand(round_=round_, pairings=[], reason="", by=BY, seen=seen),
    ]

    for late in acts:
        with pytest.raises(Refused) as refusal:
            late()
        assert refusal.value.code == "draw.changed_meanwhile"


def test_a_table_that_is_not_there_cannot_be_kept() -> None:
    with pytest.raises(Refused) as refusal:
        adjusting.redraw(round_=swiss(stage_of(4)), keep=[1, 9], seed="1", by=BY)
    assert (refusal.value.code, Round.objects.count()) == ("draw.no_such_table", 1)
