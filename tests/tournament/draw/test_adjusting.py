"""A proposed round is adjusted before it is published: two change places, tables are kept (R13.6)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import adjusting, queries, services
from tournament.draw.systems import Pairing
from tournament.models import Entry, Partida, Round, Stage
from tournament.phrases import Refused

pytestmark = pytest.mark.django_db


def seated_by_hand(stage: Stage, *pairs: tuple[int, int | None], reason: str = "") -> Round:
    return services.propose_by_hand(stage=stage, pairings=[Pairing(a, b) for a, b in pairs], reason=reason, by=BY)


def swap(round_: Round, first: int, second: int, reason: str = "", seen: str | None = None) -> Round:
    adjusting.swap(round_=round_, first=first, second=second, reason=reason, by=BY, seen=seen)
    return Round.objects.get(pk=round_.pk)


def placed(round_: Round) -> list[tuple[int, int, int | None]]:
    """Table and sides; table 0 is the free game."""
    return [(table, pairing.a, pairing.b) for table, pairing in queries.by_table(round_)]


@pytest.fixture
def proposed(db: None) -> Round:
    """Seven pairs; 1–2, 3–4, 5–6 have met and 7 was free. Now 1–3 at table 1, 2–5 at 2, 4–7 at 3, and 6 is free."""
    stage = stage_of(7)
    play(seated_by_hand(stage, (1, 2), (3, 4), (5, 6), (7, None)))
    return seated_by_hand(stage, (1, 3), (2, 5), (4, 7), (6, None))


# -- the whole round by hand ---------------------------------------------------------------------------------


def test_a_proposal_is_changed_and_the_journal_has_both() -> None:
    stage = stage_of(4)
    round_ = services.propose_by_lots(stage=stage, seed="Москва", by=BY)

    adjusting.change_by_hand(round_=round_, pairings=[Pairing(1, 2), Pairing(3, 4)], reason="", by=BY)

    round_.refresh_from_db()
    assert queries.pairings_of(round_) == [(1, 2), (3, 4)]
    assert round_.draw == {
        "method": "lots",
        "seed": "Москва",
        "changed": True,
        "accepted": [],
        "by_hand": [{"entries": [1, 2], "by": "—", "reason": ""}, {"entries": [3, 4], "by": "—", "reason": ""}],
        "drawn": {"tables": [[1, 1, 4], [2, 3, 2]], "record": {}},
    }
    assert stage.tournament.journal.last().data == {
        "before": [[1, 4], [3, 2]],
        "after": [[1, 2], [3, 4]],
        "reason": "",
    }


def test_a_breach_in_a_round_changed_by_hand_keeps_its_reason(proposed: Round) -> None:
    pairings = [Pairing(1, 2), Pairing(3, 5), Pairing(4, 7), Pairing(6)]

    adjusting.change_by_hand(round_=proposed, pairings=pairings, reason="television", by=BY)

    draw = Round.objects.get(pk=proposed.pk).draw
    assert (draw["accepted"], draw["reason"]) == ([["rematch", 1, 2]], "television")
    assert [mark["entries"] for mark in draw["by_hand"]] == [[1, 2], [3, 5]]


def test_a_published_round_is_not_changed(proposed: Round) -> None:
    services.publish(round_=proposed, by=BY)

    with pytest.raises(Refused) as refusal:
        adjusting.change_by_hand(round_=proposed, pairings=[Pairing(1, 2)], reason="", by=BY)
    assert str(refusal.value) == "Only a proposed round can be changed by hand; round 2 is published."


# -- who changes places --------------------------------------------------------------------------------------


def test_two_change_places_and_nobody_else_moves(proposed: Round) -> None:
    partidas = set(Partida.objects.filter(round=proposed).values_list("pk", "table"))

    swap(proposed, 3, 5)

    assert placed(proposed) == [(1, 1, 5), (2, 2, 3), (3, 4, 7), (0, 6, None)]
    assert set(Partida.objects.filter(round=proposed).values_list("pk", "table")) == partidas


def test_those_who_meet_change_sides(proposed: Round) -> None:
    assert placed(swap(proposed, 1, 3))[0] == (1, 3, 1)


def test_one_who_is_free_changes_places_with_one_who_sits(proposed: Round) -> None:
    swap(proposed, 6, 5)

    assert placed(proposed) == [(1, 1, 3), (2, 2, 6), (3, 4, 7), (0, 5, None)]
    assert proposed.partidas.get(table=None).kind == "bye"


def test_who_has_a_fixed_table_takes_it_along(proposed: Round) -> None:
    """R13.5; and back again."""
    Entry.objects.filter(number=4).update(fixed_table=3)
    before = placed(proposed)

    assert placed(swap(proposed, 4, 5)) == [(1, 1, 3), (2, 5, 7), (3, 2, 4), (0, 6, None)]
    assert placed(swap(proposed, 4, 5)) == before


def test_of_two_with_the_same_fixed_table_the_one_who_sits_there_stays(proposed: Round) -> None:
    Entry.objects.filter(number__in=(4, 7)).update(fixed_table=3)

    assert placed(swap(proposed, 4, 5)) == [(1, 1, 3), (2, 2, 4), (3, 5, 7), (0, 6, None)]


def test_the_journal_has_one_record_of_it(proposed: Round) -> None:
    before = proposed.tournament.journal.count()

    swap(proposed, 3, 5)

    record = proposed.tournament.journal.last()
    assert proposed.tournament.journal.count() == before + 1
    assert (record.action, record.subject) == ("draw.swapped", "round 2")
    assert record.data == {"first": 3, "second": 5, "accepted": [], "reason": ""}


# -- what is kept of it --------------------------------------------------------------------------------------


def test_the_round_keeps_which_tables_were_changed_by_whom_and_why(proposed: Round) -> None:
    draw = swap(proposed, 3, 5, reason="one hall, two tables").draw

    mark = {"by": "—", "reason": "one hall, two tables"}
    assert draw["by_hand"] == [{"entries": [1, 5], **mark}, {"entries": [2, 3], **mark}]
    assert (draw["changed"], draw["accepted"]) == (True, [])


def test_a_swap_made_twice_is_its_own_undo(proposed: Round) -> None:
    before, draw = placed(proposed), proposed.draw

    swap(proposed, 3, 5)
    again = swap(proposed, 5, 3)

    assert (placed(again), again.draw) == (before, draw)


def test_what_was_changed_before_keeps_its_mark_when_others_change_places(proposed: Round) -> None:
    swap(proposed, 3, 5, reason="first")
    draw = swap(proposed, 4, 7, reason="second").draw

    assert {tuple(mark["entries"]): mark["reason"] for mark in draw["by_hand"]} == {
        (1, 5): "first",
        (2, 3): "first",
        (7, 4): "second",
    }


def test_a_meeting_that_has_moved_to_another_table_is_marked_there(proposed: Round) -> None:
    swap(proposed, 1, 2, reason="x")
    draw = swap(proposed, 3, 5).draw

    assert placed(proposed)[:2] == [(1, 2, 5), (2, 1, 3)]
    assert [mark["entries"] for mark in draw["by_hand"]] == [[2, 5], [1, 3]]


def test_tables_changed_by_hand_are_kept_by_a_new_draw_around_them() -> None:
    stage = stage_of(8)
    swiss_rounds(stage, 1)
    round_ = services.propose_swiss(stage=stage, seed="1", by=BY)
    (_, a, _b), (_, c, _d), *_rest = placed(round_)
    swap(round_, a, c, reason="at the wish of the hall")

    adjusting.redraw(round_=round_, keep=[1], seed="2", by=BY)

    again = Round.objects.last()
    assert again is not None
    ((mark),) = again.draw["by_hand"]
    assert (again.draw["locked"], mark["reason"]) == ([sorted_as(again, c)], "at the wish of the hall")


def sorted_as(round_: Round, entry: int) -> list[int]:
    """Who sits with an entry, as the record of locked tables names them."""
    (locked,) = round_.draw["locked"]
    assert entry in locked
    return list(locked)


LAW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.once
@LAW
@given(st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda two: two[0] != two[1]), max_size=6))
def test_swaps_in_reverse_undo_swaps_and_everybody_keeps_one_place(
    proposed: Round, swaps: list[tuple[int, int]]
) -> None:
    before, draw = placed(proposed), Round.objects.get(pk=proposed.pk).draw
    for first, second in swaps:
        swap(proposed, first, second, reason="law")
        seated = sorted(entry for _table, *sides in placed(proposed) for entry in sides if entry)
        assert seated == [1, 2, 3, 4, 5, 6, 7]
    for first, second in reversed(swaps):
        swap(proposed, first, second, reason="law")

    assert (placed(proposed), Round.objects.get(pk=proposed.pk).draw) == (before, draw)


# -- what it would break -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (3, 2, "Pairs 1 and 2 have already met; give a reason if they must meet again (R13.1)."),
        (7, 6, "Pair 7 was already free once; give a reason if it must be free again (R8.4)."),
    ],
)
def test_what_may_be_broken_needs_a_reason_and_keeps_it(proposed: Round, first: int, second: int, said: str) -> None:
    before = placed(proposed)
    with pytest.raises(Refused) as refusal:
        swap(proposed, first, second, reason="  ")

    assert str(refusal.value) == f"Nothing is changed yet: this needs a reason (R13.6). {said}"
    assert placed(proposed) == before

    draw = swap(proposed, first, second, reason="the hall wishes it").draw
    assert len(draw["accepted"]) == 1
    assert {mark["reason"] for mark in draw["by_hand"]} == {"the hall wishes it"}


def test_pairs_that_must_not_meet_need_a_reason() -> None:
    stage = stage_of(4, forbidden=[{"entries": [1, 2], "reason": "family"}])
    round_ = seated_by_hand(stage, (1, 3), (2, 4))

    with pytest.raises(Refused) as refusal:
        swap(round_, 3, 2)
    assert refusal.value.params == {"breaches": "Pairs 1 and 2 must not meet; give a reason if they have to (R13.1)."}


def test_what_is_broken_already_asks_for_no_reason_again(proposed: Round) -> None:
    swap(proposed, 3, 2, reason="the hall wishes it")

    draw = swap(proposed, 4, 7).draw

    assert draw["accepted"] == [["rematch", 1, 2]]


# -- refusals ------------------------------------------------------------------------------------------------


def test_nobody_changes_places_with_himself(proposed: Round) -> None:
    with pytest.raises(Refused) as refusal:
        swap(proposed, 3, 3)
    assert str(refusal.value) == "Pair 3 can't change places with itself. Choose two different pairs."


@pytest.mark.parametrize("unknown", [8, 0, -1, 10**30])
def test_who_is_not_in_the_round_does_not_change_places(proposed: Round, unknown: int) -> None:
    with pytest.raises(Refused) as refusal:
        swap(proposed, 3, unknown)
    assert str(refusal.value) == f"Pair {unknown} isn't in round 2. Reload the page and choose again."


def test_in_a_published_round_nobody_changes_places(proposed: Round) -> None:
    services.publish(round_=proposed, by=BY)

    with pytest.raises(Refused) as refusal:
        swap(proposed, 3, 5)
    assert str(refusal.value) == "Only a proposed round can be changed by hand; round 2 is published."


def test_a_bracket_stays_as_it_is() -> None:
    round_ = services.propose_knockout(stage=stage_of(4, "knockout"), seed="1", by=BY)

    with pytest.raises(Refused) as refusal:
        swap(round_, 1, 2, reason="wish")
    assert refusal.value.code == "draw.bracket_fixed"


def test_who_saw_other_pairings_is_told(proposed: Round) -> None:
    seen = queries.fingerprint(proposed)
    swap(proposed, 3, 5, seen=seen)

    with pytest.raises(Refused) as refusal:
        swap(proposed, 3, 5, seen=seen)
    assert refusal.value.code == "draw.changed_meanwhile"


def test_in_groups_each_odd_group_keeps_somebody_free() -> None:
    rounds = services.propose_round_robin(stage=stage_of(6, "round_robin"), legs=1, seed=None, by=BY, groups=2)
    before = placed(rounds[0])
    free = [a for table, a, _b in before if not table]
    seated = before[0][1]

    swap(rounds[0], free[0], seated)

    assert sorted(a for table, a, _b in placed(rounds[0]) if not table) == sorted([seated, free[1]])


# -- kept tables that leave nothing to draw ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("withdrawn", "keep", "code"), [(1, "its table", "draw.lock_unknown"), (3, "the free one", "draw.lock_free")]
)
def test_a_kept_table_that_makes_the_rest_impossible_is_said(withdrawn: int, keep: str, code: str) -> None:
    """Somebody has withdrawn since: a kept pair isn't there any more, or nobody may be free."""
    stage = stage_of(5)
    round_ = services.propose_swiss(stage=stage, seed="1", by=BY)
    at = {entry: table for table, a, b in placed(round_) for entry in (a, b)}
    free = next(a for table, a, _b in placed(round_) if not table)
    gone = next(entry for entry in at if entry and entry != free)
    Entry.objects.filter(number=gone).update(withdrawn_from=1)

    with pytest.raises(Refused) as refusal:
        adjusting.redraw(round_=round_, keep=[at[gone] if keep == "its table" else 0], seed="1", by=BY)

    assert (refusal.value.code, placed(Round.objects.get())) == (code, placed(round_))
