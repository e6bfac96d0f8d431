"""What holds for every partida, whatever happens at the table (R3–R7, R10)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PRESETS, Deal, Ruling, TimeCall, play, playout, preset, seat_results

STEPS = 400
"""Far more than any partida takes; a random one that isn't over by then would never end."""


def steps(regulations, chance):
    """A partida played at random with broken deals, fines and a clock: (partida, its deals) after each step."""
    deals, rulings, call = [], [], None
    partida = play(regulations, deals)
    while not partida.over and len(deals) < STEPS:
        lead = chance.choice(partida.next.may_lead)
        deals.append(Deal(lead=lead, ending="broken") if chance.random() < 0.1 else playout(chance, lead))
        if chance.random() < 0.1:
            fine = regulations.percent(chance.choice([0, 20, 40]))
            rulings.append(Ruling(chance.choice((1, 2, 3, 4)), len(deals), fine, loses=chance.random() < 0.05))
        if call is None and chance.random() < 0.05:
            call = TimeCall(len(deals), in_progress=chance.random() < 0.5)
        partida = play(regulations, deals, rulings, call)
        yield partida, deals


REGULATIONS = [preset(name) for name in PRESETS]
REGULATIONS += [
    preset("fdr_deals").replace(deals=4, tie="one_extra_deal"),
    preset("fdr_deals").replace(deals=8, tie="null", fish="difference", counted="opponents"),
    preset("fdr").replace(target=100, best_of=5, lead="winner", fine="award"),
    preset("fdr_deals").replace(deals=4, best_of=3, lead="alternate", pays="offender"),
]


@pytest.mark.parametrize("regulations", REGULATIONS, ids=lambda regulations: str(regulations.to_dict()))
@given(seed=st.integers())
def test_every_random_sequence_of_legal_steps_ends_with_the_winner_that_the_rules_name(regulations, seed):
    """R3, R6, R7."""
    *_, (partida, _) = steps(regulations, random.Random(seed))
    assert partida.over
    if partida.by in ("draw", "null"):
        assert regulations.tie != "extra_deals"
        assert (partida.winner, partida.totals.ahead) == (None, None)
    elif partida.by == "parts":
        assert max(partida.parts) == regulations.parts_to_win
        assert partida.winner == partida.parts.ahead
    elif partida.by == "time" and regulations.best_of > 1:
        assert partida.winner == (partida.parts.ahead or partida.totals.ahead)
    elif partida.by != "ruling":
        assert partida.winner == partida.totals.ahead is not None


@pytest.mark.parametrize("regulations", REGULATIONS, ids=lambda regulations: str(regulations.to_dict()))
@given(seed=st.integers())
def test_net_totals_are_never_negative_and_only_counted_deals_count(regulations, seed):
    """R5.6, R10.2."""
    for partida, deals in steps(regulations, random.Random(seed)):
        assert min(partida.totals) >= 0
        assert all(min(line.totals) >= 0 for line in partida.lines)
        assert len(partida.lines) == len(deals)
        assert partida.gross == (
            sum(line.points.a for line in partida.lines),
            sum(line.points.b for line in partida.lines),
        )


@given(st.sampled_from(REGULATIONS), st.integers())
def test_in_a_played_partida_the_differences_sum_to_0(regulations, seed):
    """R12.1, where the pair pays: what one side has for, the other has against."""
    *_, (partida, _) = steps(regulations.replace(pays="pair"), random.Random(seed))
    results = seat_results(regulations.replace(pays="pair"), "played", partida)
    both_lose = results[1].lost and results[2].lost
    assert results[1].difference + results[2].difference == (-2 * results[1].points_against if both_lose else 0)
    assert results[1] == results[3]


@given(st.sampled_from(REGULATIONS), st.integers())
def test_the_fold_is_the_same_step_by_step_and_at_once(regulations, seed):
    """Nothing is remembered between two calls: a line once written stays as it is."""
    chance = random.Random(seed)
    seen = []
    deals = []
    while not (coming := play(regulations, deals).next).over and len(deals) < 40:
        deals.append(playout(chance, chance.choice(coming.may_lead)))
        seen.append(play(regulations, deals).lines[-1])
    assert play(regulations, deals).lines == tuple(seen)
