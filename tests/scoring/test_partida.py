"""The fold of deals: score, lead, end, ties, time, fines, parts (R3–R7, R10)."""

import pytest

from scoring import Deal, RuleViolation, Ruling, Score, TimeCall, play, preset

FDR = preset("fdr")
DEALS = preset("fdr_deals").replace(deals=4)


def won(seat, points, lead=None):
    """A deal that ``seat`` wins by domino for ``points``, all from the seat after it but 4 pips."""
    pips = [1, 1, 1, 1]
    pips[seat - 1] = 0
    pips[seat % 4] = points - 2
    ends = (2, 2) if points % 2 == 0 else (3, 2)
    return Deal(lead=lead, ending="domino", closer=seat, pips=pips, ends=ends)


def drawn(lead=None):
    return Deal(lead=lead, ending="fish", pips=(5, 5, 3, 3), ends=(2, 2))


def broken(lead=None):
    return Deal(lead=lead, ending="broken")


def written(*deals, lead=1):
    """Deals whose first names its lead; the others are led by whom the rules say."""
    first, *others = deals
    return [Deal.from_dict(first.to_dict() | {"lead": lead}), *others]


def refusal(*arguments, **keywords):
    with pytest.raises(RuleViolation) as caught:
        play(*arguments, **keywords)
    return caught.value.code, caught.value.field


# -- Score ---------------------------------------------------------------------------------------------


def test_before_the_first_deal_anyone_may_lead():
    """R4.1."""
    empty = play(FDR, [])
    assert (empty.totals, empty.lines, empty.over) == (Score(0, 0), (), False)
    assert (empty.next.kind, empty.next.reason, empty.next.rule) == ("deal", "deal.first", "R4.1")
    assert (empty.next.may_lead, empty.next.lead, empty.next.deal_number) == ((1, 2, 3, 4), None, 1)


def test_lines_carry_points_and_running_totals():
    """R11.1."""
    partida = play(FDR, written(won(1, 30), won(2, 21), drawn(), lead=3))
    assert [(line.number, line.lead, line.points, line.totals, line.kind) for line in partida.lines] == [
        (1, 3, (30, 0), (30, 0), "domino"),
        (2, 4, (0, 21), (30, 21), "domino"),
        (3, 1, (0, 0), (30, 21), "drawn"),
    ]
    assert (partida.totals, partida.gross, partida.fines) == (Score(30, 21), Score(30, 21), Score(0, 0))


# -- Lead ----------------------------------------------------------------------------------------------


def test_the_first_deal_names_its_lead():
    """R4.1: the protocol records the seat that led."""
    assert refusal(FDR, [won(1, 30)]) == ("deal.lead_missing", "deals[0].lead")


def test_the_lead_rotates_in_order_of_play():
    """R4.2."""
    partida = play(FDR, written(*[drawn()] * 5, lead=2))
    assert [line.lead for line in partida.lines] == [2, 3, 4, 1, 2]
    assert partida.next.lead == 3


def test_the_lead_goes_to_the_other_side_whose_players_take_turns():
    """R4.2: which of them begins is theirs to say."""
    regulations = FDR.replace(lead="alternate")
    assert play(regulations, [drawn(1)]).next.may_lead == (2, 4)
    partida = play(regulations, [drawn(1), drawn(4), drawn(), drawn(), drawn()])
    assert [line.lead for line in partida.lines] == [1, 4, 3, 2, 1]


def test_who_closed_the_last_deal_leads():
    """R4.2; after a drawn deal the lead moves on."""
    regulations = FDR.replace(lead="winner")
    partida = play(regulations, written(won(3, 30), won(2, 20), drawn(), lead=1))
    assert [line.lead for line in partida.lines] == [1, 3, 2]
    assert partida.next.lead == 3


def test_where_the_closer_leads_a_fish_names_him():
    """R4.2."""
    regulations = FDR.replace(lead="winner")
    fish = Deal(lead=1, ending="fish", pips=(6, 5, 2, 5), ends=(2, 2))
    assert refusal(regulations, [fish]) == ("partida.closer_leads", "deals[0].closer")
    closed = Deal(lead=1, ending="fish", closer=4, pips=(6, 5, 2, 5), ends=(2, 2))
    assert play(regulations, [closed]).next.lead == 4


@pytest.mark.parametrize("lead", ["rotate", "alternate", "winner"])
def test_after_a_broken_deal_the_same_seat_leads(lead):
    """R4.2, R5.6."""
    partida = play(FDR.replace(lead=lead), [won(2, 20, lead=1), broken(lead=2)])
    assert partida.next.reason == "deal.repeated"
    assert partida.next.may_lead == (2,)


def test_a_wrong_lead_is_refused():
    """R4.2."""
    with pytest.raises(RuleViolation) as caught:
        play(FDR, [drawn(1), drawn(3)])
    assert (caught.value.code, caught.value.field) == ("partida.wrong_lead", "deals[1].lead")
    assert str(caught.value) == "Seat 3 is written as leading deal 2, but the lead belongs to seat 2."


def test_a_wrong_lead_stands_by_a_ruling():
    """R9.2: then the next in order of play leads on."""
    partida = play(FDR, [drawn(1), drawn(3)], [Ruling(seat=3, deal=2, lead_stands=True)])
    assert partida.next.lead == 4


# -- Broken deals --------------------------------------------------------------------------------------


def test_a_broken_deal_is_not_counted():
    """R5.6: its number goes to the repetition."""
    partida = play(DEALS, written(won(1, 30), broken(), won(2, 20), lead=1))
    assert [(line.written, line.number, line.kind) for line in partida.lines] == [
        (1, 1, "domino"),
        (2, 2, "broken"),
        (3, 2, "domino"),
    ]
    assert (partida.next.deal_number, partida.next.kind) == (3, "deal")


# -- The end -------------------------------------------------------------------------------------------


def test_the_target_wins_at_once():
    """R3.2."""
    partida = play(FDR, written(won(1, 60), won(1, 60), won(3, 60), won(3, 25)))
    assert (partida.winner, partida.by, partida.totals) == ("a", "target", Score(205, 0))
    assert (partida.next.part, partida.parts) == (1, Score(1, 0))
    assert (partida.next.reason, partida.next.rule) == ("over.target", "R3.2")


def test_one_point_short_of_the_target_goes_on():
    """R3.2."""
    assert not play(FDR, written(won(1, 60), won(1, 60), won(3, 60), won(3, 19))).over


def test_after_the_number_of_deals_more_points_win():
    """R3.1."""
    deals = written(won(1, 30), won(2, 20), won(3, 10))
    coming = play(DEALS, deals).next
    assert (coming.kind, coming.reason, coming.deal_number) == ("last_deal", "last_deal.number", 4)
    partida = play(DEALS, [*deals, won(4, 25)])
    assert (partida.winner, partida.by, partida.totals) == ("b", "deals", Score(40, 45))


def test_of_two_lengths_the_first_reached_ends():
    """R3.3."""
    both = FDR.replace(deals=4, target=100)
    assert play(both, written(won(1, 60), won(1, 60))).by == "target"
    assert play(both, written(*[won(1, 20)] * 4)).by == "deals"


def test_a_deal_after_the_end_is_refused():
    """R7.1."""
    deals = written(won(1, 60), won(1, 60), won(3, 60), won(3, 25), won(2, 9))
    assert refusal(FDR, deals) == ("partida.deal_after_end", "deals[4]")


def test_a_deal_without_its_control_figures_is_refused():
    """R5.4a."""
    bare = Deal(lead=1, ending="domino", closer=1, pips=(0, 9, 9, 9))
    assert refusal(FDR, [bare]) == ("deal.ends_missing", "deals[0].ends")
    assert play(FDR.replace(control="none"), [bare]).totals == Score(27, 0)


# -- Ties ----------------------------------------------------------------------------------------------

LEVEL = written(won(1, 30), won(2, 30), drawn(), drawn())


def test_level_after_the_last_deal_needs_an_extra_deal():
    """R7.1, R5.7."""
    partida = play(DEALS, LEVEL)
    assert (partida.next.kind, partida.next.rule, partida.next.deal_number) == ("extra_deal", "R7.1", 5)
    partida = play(DEALS, [*LEVEL, won(2, 9)])
    assert (partida.winner, partida.by, partida.lines[-1].extra) == ("b", "extra", True)


def test_extra_deals_go_on_while_it_stays_level():
    """R7.1: also when the extra deal is broken."""
    assert play(DEALS, [*LEVEL, drawn()]).next.kind == "extra_deal"
    partida = play(DEALS, [*LEVEL, drawn(), broken()])
    assert (partida.next.kind, partida.next.may_lead) == ("extra_deal", (2,))


def test_exactly_one_extra_deal():
    """R7.1: FEMUNDO; still level, it is a draw."""
    regulations = DEALS.replace(tie="one_extra_deal")
    assert play(regulations, LEVEL).next.kind == "extra_deal"
    assert play(regulations, [*LEVEL, broken()]).next.kind == "extra_deal"
    partida = play(regulations, [*LEVEL, drawn()])
    assert (partida.over, partida.winner, partida.by) == (True, None, "draw")


def test_a_null_result_is_0_to_0():
    """R7.1: Venezuela."""
    partida = play(DEALS.replace(tie="null"), LEVEL)
    assert (partida.by, partida.totals, partida.result.points) == ("null", Score(30, 30), Score(0, 0))


def test_a_friendly_may_be_drawn():
    """R7.1."""
    partida = play(DEALS.replace(tie="draw"), LEVEL)
    assert (partida.by, partida.winner, partida.result.points) == ("draw", None, Score(30, 30))


# -- Time ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on_time", "in_progress", "more", "reason"),
    [
        ("finish_deal_or_one_more", True, 1, "last_deal.time_running"),
        ("finish_deal_or_one_more", False, 1, "last_deal.time_one_more"),
        ("finish_deal", True, 1, "last_deal.time_running"),
        ("finish_deal", False, 0, "over.time"),
        ("last_deal_after_call", True, 2, "deal.time_one_more"),
        ("last_deal_after_call", False, 1, "last_deal.time_one_more"),
        ("stop", True, 0, "over.time"),
        ("stop", False, 0, "over.time"),
    ],
)
def test_what_is_still_played_when_time_runs_out(on_time, in_progress, more, reason):
    """R6.2."""
    regulations, call = FDR.replace(on_time=on_time), TimeCall(after_deals=1, in_progress=in_progress)
    deals = written(won(1, 30))
    assert play(regulations, deals, time=call).next.reason == reason
    for _ in range(more):
        assert not play(regulations, deals, time=call).over
        deals.append(won(2, 10))
    partida = play(regulations, deals, time=call)
    assert (partida.by, partida.winner) == ("time", "a")
    assert (partida.next.reason, partida.next.rule) == ("over.time", "R6.3")


def test_a_deal_that_is_being_counted_when_time_runs_out_is_finished():
    """R6.2: it need not be written yet; one more is played after it."""
    call = TimeCall(after_deals=2, in_progress=False)
    assert play(FDR, written(won(1, 30)), time=call).next.reason == "deal.time_one_more"
    assert play(FDR, written(won(1, 30), won(2, 10)), time=call).next.kind == "last_deal"
    assert play(FDR, written(won(1, 30), won(2, 10), won(2, 10)), time=call).by == "time"
    coming = play(FDR.replace(on_time="finish_deal"), written(won(1, 30)), time=call).next
    assert (coming.kind, coming.reason) == ("last_deal", "last_deal.time_running")


def test_a_broken_last_deal_is_played_again():
    """R5.6, R6.2: it isn't counted."""
    call = TimeCall(after_deals=1, in_progress=True)
    partida = play(FDR, written(won(1, 30), broken()), time=call)
    assert (partida.next.kind, partida.next.may_lead) == ("last_deal", (2,))


def test_deals_before_the_call_were_played_without_a_clock():
    """R5.6, R6.2: time ran out after a broken deal, so the two before it count and it stays in the protocol."""
    call = TimeCall(after_deals=3, in_progress=False)
    partida = play(FDR.replace(on_time="finish_deal"), written(won(1, 30), won(2, 10), broken()), time=call)
    assert (partida.winner, partida.by, len(partida.lines)) == ("a", "time", 3)


def test_level_when_time_is_up_needs_an_extra_deal():
    """R6.3, R7.1."""
    call = TimeCall(after_deals=1, in_progress=True)
    deals = written(won(1, 30), won(2, 30))
    assert play(FDR, deals, time=call).next.kind == "extra_deal"
    assert play(FDR, [*deals, won(3, 8)], time=call).by == "extra"


def test_the_target_ends_before_time_does():
    """R3.2, R6.2."""
    deals = written(won(1, 60), won(1, 60), won(1, 60), won(1, 60))
    assert play(FDR, deals, time=TimeCall(after_deals=4, in_progress=False)).by == "target"


@pytest.mark.parametrize("after", [-1, 3])
def test_time_cannot_run_out_after_deals_that_are_not_there(after):
    """R6.2."""
    call = TimeCall(after_deals=after, in_progress=True)
    assert refusal(FDR, written(drawn()), time=call) == ("partida.time_impossible", "time")


# -- Fines ---------------------------------------------------------------------------------------------


def test_a_fine_is_taken_from_the_offenders_side():
    """R10.2."""
    partida = play(FDR, written(won(1, 60), won(2, 30)), [Ruling(seat=3, deal=2, points=40)])
    assert (partida.totals, partida.gross, partida.fines) == (Score(20, 30), Score(60, 30), Score(40, 0))
    assert [(line.fines, line.totals) for line in partida.lines] == [((0, 0), (60, 0)), ((40, 0), (20, 30))]


def test_a_fine_is_given_to_the_opponents():
    """R10.2."""
    partida = play(FDR.replace(fine="award"), written(won(1, 60)), [Ruling(seat=3, deal=1, points=40)])
    assert (partida.totals, partida.gross, partida.fines) == (Score(60, 40), Score(60, 0), Score(40, 0))


def test_a_net_total_does_not_fall_below_0():
    """R10.2: but what is won later pays the fine off."""
    ruling = Ruling(seat=1, deal=1, points=40)
    assert play(FDR, written(won(1, 30)), [ruling]).totals == Score(0, 0)
    assert play(FDR, written(won(1, 30), won(1, 30)), [ruling]).totals == Score(20, 0)


@pytest.mark.parametrize("deal", [0, 1, 2])
def test_a_fine_counts_before_the_first_deal_and_during_the_next_one(deal):
    """R10.1."""
    assert play(FDR, written(won(2, 60)), [Ruling(seat=2, deal=deal, points=40)]).totals == Score(0, 20)


def test_the_target_is_judged_on_net_totals():
    """R10.2."""
    deals = written(won(1, 60), won(1, 60), won(1, 60), won(1, 25))
    assert play(FDR, deals, [Ruling(seat=1, deal=1, points=5)]).over
    assert not play(FDR, deals, [Ruling(seat=1, deal=1, points=6)]).over


def test_an_awarded_fine_can_reach_the_target():
    """R3.2, R10.2."""
    deals = written(won(2, 60), won(2, 60), won(2, 60))
    partida = play(FDR.replace(fine="award"), deals, [Ruling(seat=1, deal=4, points=20)])
    assert (partida.winner, partida.by) == ("b", "target")


def test_a_fine_on_a_finished_partida_can_reopen_it():
    """R10.2: level after the fine, so an extra deal decides."""
    deals = written(won(1, 30), won(2, 20), drawn(), drawn())
    assert play(DEALS, deals).winner == "a"
    assert play(DEALS, deals, [Ruling(seat=3, deal=4, points=10)]).next.kind == "extra_deal"


def test_the_offender_alone_pays_where_the_regulations_say_so():
    """R10.5: then the score of the side stays."""
    regulations = FDR.replace(pays="offender")
    partida = play(regulations, written(won(1, 60)), [Ruling(seat=1, deal=1, points=40)])
    assert (partida.totals, partida.seat_fines) == (Score(60, 0), (40, 0, 0, 0))


def test_a_ruling_is_on_a_deal_that_is_there():
    """R10.1."""
    assert refusal(FDR, written(drawn()), [Ruling(seat=1, deal=3)]) == (
        "ruling.deal_unknown",
        "rulings[0].deal",
    )


@pytest.mark.parametrize("seat", [0, 5, None])
def test_a_ruling_names_the_player(seat):
    """R10.1."""
    with pytest.raises(RuleViolation) as caught:
        Ruling(seat=seat)
    assert caught.value.code == "ruling.seat_unknown"


# -- Lost by a ruling ----------------------------------------------------------------------------------


def test_a_partida_can_be_lost_by_a_ruling():
    """R10.3, R10.6: the most points to nothing, whatever was played."""
    partida = play(FDR, written(won(1, 60)), [Ruling(seat=1, deal=1, loses=True)])
    assert (partida.winner, partida.by, partida.next.rule) == ("b", "ruling", "R10.6")
    assert (partida.result.points, partida.result.losers) == (Score(0, 200), (1, 3))


def test_both_sides_can_lose():
    """R8.6."""
    rulings = [Ruling(seat=1, deal=1, loses=True), Ruling(seat=2, deal=1, loses=True)]
    partida = play(FDR, written(won(1, 60)), rulings)
    assert (partida.over, partida.winner, partida.result.points) == (True, None, Score(0, 0))
    assert partida.result.losers == (1, 2, 3, 4)


def test_no_deal_follows_a_ruling_that_ended_the_partida():
    """R10.6."""
    deals = written(drawn(), drawn())
    assert refusal(FDR, deals, [Ruling(seat=1, deal=1, loses=True)]) == (
        "partida.deal_after_end",
        "deals[1]",
    )


# -- Meetings of several parts -------------------------------------------------------------------------

MEETING = FDR.replace(target=50, best_of=3)


def test_the_next_part_begins_when_one_is_won():
    """R3.6."""
    partida = play(MEETING, written(won(1, 60)))
    assert (partida.parts, partida.part_totals, partida.next.part) == (Score(1, 0), (Score(60, 0),), 2)
    assert (partida.next.reason, partida.next.deal_number) == ("deal.next_part", 1)


def test_who_wins_more_parts_wins_whatever_the_points():
    """R3.6."""
    partida = play(MEETING, written(won(1, 50), won(2, 49), won(2, 68), won(1, 50)))
    assert (partida.winner, partida.by, partida.parts) == ("a", "parts", Score(2, 1))
    assert partida.result.points == Score(100, 117)
    assert [(line.part, line.number) for line in partida.lines] == [(1, 1), (2, 1), (2, 2), (3, 1)]
    assert partida.next.part == 3


def test_a_meeting_is_over_when_the_majority_is_won():
    """R3.6."""
    deals = written(won(1, 51), won(1, 51), won(2, 51))
    assert refusal(MEETING, deals) == ("partida.deal_after_end", "deals[2]")


def test_a_level_part_of_deals_goes_on_with_extra_deals():
    """R3.6, R7.1."""
    meeting = DEALS.replace(best_of=3)
    assert play(meeting, LEVEL).next.kind == "extra_deal"
    partida = play(meeting, [*LEVEL, won(3, 7)])
    assert (partida.parts, partida.next.part, partida.next.deal_number) == (Score(1, 0), 2, 1)


def test_a_fine_counts_in_the_part_of_its_deal():
    """R10.2."""
    partida = play(MEETING, written(won(1, 60), won(2, 30)), [Ruling(seat=2, deal=2, points=20)])
    assert partida.part_totals == (Score(60, 0), Score(0, 10))
    assert partida.totals == Score(60, 10)


def test_when_time_is_up_the_running_part_goes_to_the_side_ahead():
    """R6.3."""
    partida = play(MEETING, written(won(1, 60), won(1, 20)), time=TimeCall(2, False))
    assert (partida.next.kind, partida.next.part) == ("last_deal", 2)
    partida = play(MEETING, written(won(1, 60), won(1, 20), won(2, 9)), time=TimeCall(2, False))
    assert (partida.winner, partida.by, partida.parts) == ("a", "parts", Score(2, 0))


def test_level_in_parts_when_time_is_up_all_points_decide():
    """R6.3."""
    partida = play(MEETING, written(won(1, 60), won(2, 68)), time=TimeCall(1, True))
    assert (partida.winner, partida.by, partida.parts) == ("b", "time", Score(1, 1))


def test_level_in_everything_when_time_is_up_an_extra_deal_decides():
    """R7.1."""
    deals = written(won(1, 60), won(2, 60))
    assert play(MEETING, deals, time=TimeCall(1, True)).next.kind == "extra_deal"
    partida = play(MEETING, [*deals, won(2, 10)], time=TimeCall(1, True))
    assert (partida.winner, partida.parts) == ("b", Score(1, 2))
