"""The ledger: tables of infractions, escalation, and what a ruling does to a partida (R9, R10)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    DEAL_EFFECTS,
    SANCTIONS,
    WHYS,
    Deal,
    Offence,
    Penalty,
    RuleViolation,
    Score,
    escalate,
    fine_points,
    infraction,
    play,
    preset,
    propose,
    rulings_for,
)

FDR = preset("fdr")
FEMUNDO = preset("femundo_2025")


def offence(code, player="Kim", partida=1, seat=2, **more):
    return Offence(code=code, player=player, partida=partida, seat=seat, **more)


def costs(table, *ledger):
    """What each entry of a ledger comes to: (penalty, why)."""
    return [(decision.penalty, decision.why) for decision in escalate(table, ledger)]


# -- The tables ----------------------------------------------------------------------------------------


def test_the_tables_have_the_infractions_of_their_sources():
    """R10.1."""
    assert {name: len(table.infractions) for name, table in SANCTIONS.items()} == {
        "fdr": 12,
        "femundo_2025": 49,
        "none": 0,
    }


LINES = [line for table in SANCTIONS.values() for line in table.infractions.values()]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.code)
def test_a_line_says_what_it_is_where_it_stands_and_what_it_costs(line):
    assert line.title[0].isupper()
    assert line.article
    assert line.deal in DEAL_EFFECTS
    assert not line.first.is_none or line.deal == "not_played"


def test_femundo_fines_20_and_for_graver_faults_40_per_cent():
    """R10.2."""
    lines = SANCTIONS["femundo_2025"].infractions.values()
    assert {step.fine for line in lines for step in (line.first, line.repeat) if step} == {0, 20, 40}


def test_an_infraction_that_the_table_does_not_have_is_refused():
    """R10.1."""
    with pytest.raises(RuleViolation) as caught:
        infraction("fdr", "phone")
    assert (caught.value.code, caught.value.field) == ("ruling.infraction_unknown", "code")


# -- FDR -----------------------------------------------------------------------------------------------


def test_a_verbal_warning_and_then_a_fine_for_the_same_kind_again():
    """R10.3."""
    assert costs("fdr", offence("move_time"), offence("move_time")) == [
        (Penalty(warning=True), ()),
        (Penalty(fine="usual"), ("repeat",)),
    ]


@pytest.mark.parametrize(
    "other", [offence("noise"), offence("move_time", player="Lee"), offence("move_time", partida=2)]
)
def test_another_kind_player_or_partida_is_no_repetition(other):
    """R10.3."""
    assert costs("fdr", other, offence("move_time"))[1] == (Penalty(warning=True), ())


def test_warnings_of_the_federation_make_no_cards():
    """R10.3."""
    ledger = [offence("move_time"), offence("noise"), offence("pass_signal")]
    assert costs("fdr", *ledger) == [(Penalty(warning=True), ())] * 3


def test_a_touched_tile_that_does_not_fit_is_fined():
    """R9.1."""
    assert costs("fdr", offence("touched_unplayable")) == [(Penalty(fine="usual"), ())]


@pytest.mark.parametrize(
    ("choice", "fine", "deal"),
    [(None, "usual", "opponents_choose"), ("deal_again", "usual", "broken"), ("play_on", 0, "continues")],
)
def test_after_a_wrong_lead_the_opponents_choose(choice, fine, deal):
    """R9.2: dealt again with a fine, or played on."""
    decision = propose("fdr", [], offence("wrong_lead", choice=choice))
    assert (decision.penalty.fine, decision.deal) == (fine, deal)


def test_a_pass_with_a_playable_tile_breaks_the_deal_and_is_fined():
    """R9.3."""
    decision = propose("fdr", [], offence("pass_with_tile"))
    assert (decision.penalty, decision.deal) == (Penalty(fine="usual"), "broken")


# -- FEMUNDO -------------------------------------------------------------------------------------------


def test_two_warnings_make_a_yellow_card():
    """R10.3: of two kinds, in two partidas."""
    assert costs("femundo_2025", offence("shuffle_order"), offence("pass_gesture", partida=2)) == [
        (Penalty(warning=True), ()),
        (Penalty(warning=True, card="yellow"), ("two_warnings",)),
    ]


def test_the_same_kind_again_is_fined_in_the_whole_tournament():
    """R10.3."""
    assert costs("femundo_2025", offence("phone"), offence("phone", partida=9))[1] == (
        Penalty(fine=20),
        ("repeat",),
    )


def test_two_yellow_cards_make_a_red_one_and_lose_the_partida():
    """R10.3."""
    ledger = [offence("pass_with_tile"), offence("mismatch_chivo", partida=2)]
    assert costs("femundo_2025", *ledger) == [
        (Penalty(fine=40, card="yellow"), ()),
        (Penalty(fine=40, card="red", loses=True), ("two_yellows",)),
    ]


@pytest.mark.parametrize("codes", [("weapons", "lie_to_referee"), ("lie_to_referee", "weapons")])
def test_red_and_yellow_make_a_black_card_and_expel(codes):
    """R10.3: in whichever order."""
    first, second = codes
    assert costs("femundo_2025", offence(first), offence(second, partida=2))[1] == (
        Penalty(card="black", loses=True, expelled=True),
        ("red_and_yellow",),
    )


def test_game_and_disciplinary_faults_are_two_accounts():
    """R10.3."""
    ledger = [offence("pass_with_tile"), offence("lie_to_referee", partida=2)]
    assert [penalty.card for penalty, _ in costs("femundo_2025", *ledger)] == ["yellow", "yellow"]
    ledger = [offence("shuffle_order"), offence("talk_in_hand", partida=2)]
    assert [penalty.card for penalty, _ in costs("femundo_2025", *ledger)] == [None, None]


def test_two_infractions_of_one_player_in_one_partida_lose_it():
    """R10.3: of whatever account."""
    ledger = [offence("touched_unplayable"), offence("phone")]
    assert costs("femundo_2025", *ledger)[1] == (Penalty(warning=True, loses=True), ("two_in_partida",))
    assert not costs("femundo_2025", ledger[0], offence("phone", player="Lee"))[1][0].loses


@pytest.mark.parametrize(
    ("code", "seats"), [("touched_unplayable", (2,)), ("signals_presumed", (2, 4)), ("sheet_wrong", (1, 2, 3, 4))]
)
def test_some_infractions_are_for_the_pair_or_for_all_at_the_table(code, seats):
    """R8.6."""
    assert propose("femundo_2025", [], offence(code)).seats() == seats


# -- The referee's own way -----------------------------------------------------------------------------


def test_a_referee_may_depart_with_a_reason():
    """R10.7."""
    mild = offence("signs", departure=Penalty(warning=True), reason="a child at the table")
    assert costs("fdr", mild) == [(Penalty(warning=True), ("departure",))]


def test_without_a_table_the_referee_decides_freely():
    """R10.1, R10.7."""
    own = offence("loud", departure=Penalty(fine=10), reason="agreed before the start")
    assert costs("none", own, offence("loud")) == [(Penalty(fine=10), ("departure",)), (Penalty(), ())]


def test_a_departure_is_not_escalated_but_counts_for_what_follows():
    """R10.7."""
    card = {"departure": Penalty(card="yellow"), "reason": "heard by two referees"}
    ledger = [offence("talk_in_hand", **card), offence("talk_in_hand", partida=2, **card)]
    assert [penalty.card for penalty, _ in costs("femundo_2025", *ledger)] == ["yellow", "yellow"]
    assert costs("femundo_2025", *ledger, offence("lie_to_referee", partida=3))[2][0].card == "red"


@pytest.mark.parametrize("entries", [{"departure": Penalty()}, {"withdrawn": True, "reason": " "}])
def test_departing_and_withdrawing_need_a_reason(entries):
    """R10.4, R10.7."""
    with pytest.raises(RuleViolation) as caught:
        offence("signs", **entries)
    assert (caught.value.code, caught.value.field) == ("ruling.reason_missing", "reason")


def test_a_ruling_names_a_seat():
    """R10.1."""
    with pytest.raises(RuleViolation) as caught:
        offence("signs", seat=5)
    assert (caught.value.code, caught.value.field) == ("ruling.seat_unknown", "seat")


# -- Striking out --------------------------------------------------------------------------------------


def test_a_withdrawn_ruling_stays_in_the_ledger_struck_out():
    """R10.4: and what followed from it is computed anew."""
    first, second = offence("move_time"), offence("move_time", deal=3)
    assert costs("fdr", first.struck("the clock was wrong"), second) == [
        (Penalty(), ("withdrawn",)),
        (Penalty(warning=True), ()),
    ]
    assert first.struck("the clock was wrong").restored() == first


CODES = [*SANCTIONS["femundo_2025"].infractions]
LEDGERS = st.lists(
    st.builds(
        offence,
        st.sampled_from(CODES),
        player=st.sampled_from(["Kim", "Lee"]),
        partida=st.integers(1, 3),
        seat=st.sampled_from([1, 2]),
    ),
    min_size=1,
    max_size=8,
)


@given(LEDGERS, st.data())
def test_striking_out_and_restoring_in_any_order_gives_the_same_ledger(ledger, data):
    """R10.4."""
    indexes = data.draw(st.lists(st.integers(0, len(ledger) - 1), max_size=12))
    toggled = ledger[:]
    for index in [*indexes, *data.draw(st.permutations(indexes))]:
        entry = toggled[index]
        toggled[index] = entry.restored() if entry.withdrawn else entry.struck("a mistake")
    assert escalate("femundo_2025", toggled) == escalate("femundo_2025", ledger)


@given(LEDGERS, st.data())
def test_re_editing_a_ruling_never_escalates(ledger, data):
    """R10.4: written again as it was, or changed and changed back, it costs what it cost."""
    index = data.draw(st.integers(0, len(ledger) - 1))
    edited = ledger[:]
    for code in [data.draw(st.sampled_from(CODES)), ledger[index].code, ledger[index].code]:
        edited[index] = replace(edited[index], code=code)
        escalate("femundo_2025", edited)
    assert escalate("femundo_2025", edited) == escalate("femundo_2025", ledger)


@given(LEDGERS)
def test_a_red_card_loses_the_partida_and_a_black_one_expels(ledger):
    """R10.3."""
    for decision in escalate("femundo_2025", ledger):
        assert decision.penalty.loses or decision.penalty.card not in ("red", "black")
        assert decision.penalty.expelled or decision.penalty.card != "black"
        assert set(decision.why) <= set(WHYS)


@given(LEDGERS)
def test_the_other_players_infractions_change_nothing(ledger):
    """R10.3."""
    mine = [entry for entry in ledger if entry.player == "Kim"]
    decisions = [decision for decision in escalate("femundo_2025", ledger) if decision.offence.player == "Kim"]
    assert list(escalate("femundo_2025", mine)) == decisions


# -- What it does to the partida -----------------------------------------------------------------------

OPENING = Deal(lead=1, ending="domino", closer=2, pips=(30, 0, 12, 10), ends=(5, 3))


def test_a_fine_reaches_the_score():
    """R10.2: 20 per cent of 200, taken from side B."""
    decisions = escalate("fdr", [offence("signs", deal=1)])
    partida = play(FDR, [OPENING], rulings_for(FDR, decisions, 1))
    assert (partida.totals, partida.fines) == (Score(0, 12), Score(0, 40))


def test_only_rulings_of_the_partida_that_stand_reach_its_score():
    """R10.4."""
    ledger = [offence("signs", partida=2), offence("signs").struck("misseen"), offence("noise")]
    rulings = rulings_for(FDR, escalate("fdr", ledger), 1)
    assert [(ruling.code, ruling.points) for ruling in rulings] == [("noise", 0)]


def test_a_pair_is_fined_once_for_both():
    """R10.5."""
    both = replace(SANCTIONS["femundo_2025"].infractions["signals_presumed"], first=Penalty(fine=40))
    decision = replace(propose("femundo_2025", [], offence("signals_presumed")), infraction=both)
    decision = replace(decision, penalty=both.first)
    assert [(one.seat, one.points) for one in rulings_for(FEMUNDO, [decision], 1)] == [(2, 80), (4, 0)]


def test_a_red_card_loses_the_partida_0_to_the_target():
    """R10.3, R10.6."""
    decisions = escalate("femundo_2025", [offence("weapons", deal=1)])
    partida = play(FEMUNDO, [OPENING], rulings_for(FEMUNDO, decisions, 1))
    assert (partida.winner, partida.by, partida.result.points) == ("a", "ruling", Score(200, 0))


def test_a_wrong_sheet_loses_the_partida_for_all_four():
    """R8.6."""
    decisions = escalate("femundo_2025", [offence("sheet_wrong", deal=1)])
    partida = play(FEMUNDO, [OPENING], rulings_for(FEMUNDO, decisions, 1))
    assert (partida.winner, partida.result.losers) == (None, (1, 2, 3, 4))


def test_a_wrong_lead_that_is_played_on_stands():
    """R9.2: and dealt again it does not."""
    deals = [OPENING, Deal(lead=3, ending="domino", closer=3, pips=(10, 20, 0, 6), ends=(6, 4))]
    played_on = escalate("fdr", [offence("wrong_lead", seat=3, deal=2, choice="play_on")])
    assert play(FDR, deals, rulings_for(FDR, played_on, 1)).totals == Score(36, 52)
    again = escalate("fdr", [offence("wrong_lead", seat=3, deal=2, choice="deal_again")])
    with pytest.raises(RuleViolation) as caught:
        play(FDR, deals, rulings_for(FDR, again, 1))
    assert caught.value.code == "partida.wrong_lead"


def test_a_fine_above_the_bound_is_refused():
    """R10.2."""
    with pytest.raises(RuleViolation) as caught:
        fine_points(FDR, Penalty(fine=101))
    assert (caught.value.code, caught.value.params) == ("ruling.fine_too_large", {"points": 202, "most": 200})


def test_in_an_event_by_deals_fines_are_reckoned_from_the_walkover():
    """R8.2, R10.2."""
    assert fine_points(preset("fdr_deals"), Penalty(fine="usual")) == 40
