"""What is possible but looks like a slip, and is asked before it is written (R5.4a)."""

import random

import pytest

from scoring import QUESTIONS, Deal, Question, playout, questions


def asked(**entries):
    """The questions about a deal, as (code, field)."""
    return [(question.code, question.field) for question in questions(Deal(lead=1, **entries))]


def domino(*pips, **entries):
    return asked(ending="domino", closer=3, pips=pips, **entries)


def fish(*pips):
    return asked(ending="fish", closer=1, pips=pips)


def test_an_ordinary_deal_raises_no_question():
    assert domino(14, 6, 0, 11, ends=(6, 5)) == []
    assert fish(10, 20, 11, 21) == []
    assert asked(ending="broken") == []


def test_a_hand_without_pips_is_asked_about_unless_its_player_went_out():
    """R5.4: only the double blank has none; more often the closer or the ending is wrong."""
    assert domino(14, 0, 0, 11) == [("deal.only_blank", "pips.2")]
    assert fish(0, 20, 30 - 3, 21) == [("deal.only_blank", "pips.1")]


@pytest.mark.parametrize(("pips", "codes"), [(27, []), (28, ["deal.hand_heavy"]), (69, ["deal.hand_heavy"])])
def test_a_heavy_hand_is_asked_about(pips, codes):
    assert [code for code, _field in domino(pips, 6, 0, 11)] == codes


@pytest.mark.parametrize(("other", "codes"), [(20, ["deal.fish_close"]), (28, ["deal.fish_close"]), (30, [])])
def test_a_fish_whose_sums_are_near_each_other_is_asked_about(other, codes):
    """R5.2, R5.3: level too, since one tile in the wrong hand may have made it so."""
    assert [code for code, _field in fish(10, other - 15, 10, 15)] == codes


def test_by_tiles_the_pips_of_a_hand_need_no_question():
    deal = next(deal for deal in map(playout, range(1000)) if deal.ending == "domino" and max(deal.pips) >= 28)
    assert questions(deal) == ()


def test_a_domino_that_blocks_the_deal_as_well_is_asked_about():
    """R5.2: all seven tiles of the number at both ends are laid."""
    deals = [deal for deal in map(playout, range(300)) if deal.ending == "domino" and deal.ends[0] == deal.ends[1]]
    blocked = [deal for deal in deals if not any(deal.ends[0] in tile for hand in deal.tiles for tile in hand)]
    assert 0 < len(blocked) < len(deals)
    for deal in deals:
        said = [Question("deal.fish_likely", "ending", {"number": deal.ends[0]})] if deal in blocked else []
        assert list(questions(deal)) == said


@pytest.mark.parametrize("code", QUESTIONS)
def test_a_question_is_a_sentence_that_asks(code):
    text = str(Question(code, "pips", dict.fromkeys(("seat", "pips", "number", "difference"), 7)))
    assert text[0].isupper()
    assert text.endswith("?")


def test_an_answer_is_for_these_figures_only():
    keys = {Question("deal.hand_heavy", f"pips.{seat}", {"seat": seat, "pips": pips}).key for seat, pips in HEAVY}
    assert len(keys) == len(HEAVY)


HEAVY = [(1, 28), (1, 29), (2, 28)]


@pytest.mark.slow
def test_most_deals_are_written_without_a_question():
    """A question that every other deal asks is answered unread."""
    dealer = random.Random(3)
    deals = [playout(dealer) for _ in range(2000)]
    by_pips = [Deal(lead=1, ending=deal.ending, closer=deal.closer, pips=deal.pips, ends=deal.ends) for deal in deals]
    for written in (deals, by_pips):
        assert sum(bool(questions(deal)) for deal in written) < len(deals) / 4
