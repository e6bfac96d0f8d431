"""What is proposed: never more tables or time than there is, and each way that can't be with its reason (R3, R13.7)."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from tournament.draw.policy import StagePolicy
from tournament.draw.systems.rounds import feasible
from tournament.proposals.layout import Slot, lay_out, rounds_that_fit
from tournament.proposals.lengths import lengths, minutes_of_round
from tournament.proposals.offers import Obstacle, Offer, answer
from tournament.proposals.wish import Day, Wish

TEN = datetime(2026, 12, 5, 7, 0, tzinfo=UTC)
LUNCH = (TEN + timedelta(hours=3), TEN + timedelta(hours=4))


def day(hours: float = 9, at: int = 0, lunch: bool = True) -> Day:
    opens, rest = TEN + timedelta(days=at), LUNCH if lunch else (None, None)
    rests = tuple(each and each + timedelta(days=at) for each in rest)
    return Day(opens, opens + timedelta(hours=hours), *rests)


def wish(entries: int = 24, halls: tuple[int, ...] = (12,), preset: str = "fdr_deals", **values: object) -> Wish:
    asked = {"event": "pairs", "days": (day(),), "rules": scoring.preset(preset)} | values
    return Wish(entries=entries, halls=halls, **asked)  # type: ignore[arg-type]  # one dict of all kinds


def kinds(asked: Wish) -> list[tuple[str, int, int | None]]:
    """What is offered: the kind, how many rounds, how many deals."""
    return [(offer.kind, offer.rounds, offer.rules.deals) for offer in answer(asked).offers]


# -- lengths -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "made"),
    [
        # R3.4: the Federation plays 30 to 50 minutes. Four deals would take as long as eight, so they aren't proposed.
        ("fdr_deals", [(8, None, 30), (12, None, 40), (16, None, 50)]),
        ("fdr", [(None, 150, 30), (None, 200, 40)]),
        ("femundo_2025", [(None, 100, 20), (None, 150, 30), (None, 200, 40)]),
        ("brazil_150", [(None, 70, 15), (None, 110, 25), (None, 150, 30)]),
    ],
)
def test_lengths_follow_the_preset(preset: str, made: list[tuple[int | None, int | None, int]]) -> None:
    assert [(each.deals, each.target, each.minutes) for each in lengths(scoring.preset(preset))] == made


def test_rules_without_a_time_get_one_for_the_timetable() -> None:
    """Twelve deals take forty minutes (R3.4)."""
    rules = scoring.preset("fdr_deals").replace(minutes=None)

    assert (12, 40) in [(each.deals, each.minutes) for each in lengths(rules)]


@pytest.mark.parametrize(
    ("preset", "minutes"),
    # Forty and one more deal; forty-five and two more deals (R6.2); thirty-five and the deal that is played.
    [("fdr_deals", 40 + 4 + 10), ("spain_200", 45 + 7 + 10), ("venezuela", 35 + 4 + 10)],
)
def test_a_round_takes_its_clock_the_deals_after_it_and_changing_tables(preset: str, minutes: int) -> None:
    assert minutes_of_round(scoring.preset(preset), 10) == minutes


# -- the timetable --------------------------------------------------------------------------------------------------


def test_rounds_follow_each_other_and_none_runs_into_the_break() -> None:
    slots = lay_out([54] * 5, [day()], 10)

    assert [(f"{slot.starts:%H:%M}", slot.minutes, slot.round) for slot in slots or ()] == [
        ("07:00", 54, 0),
        ("07:54", 54, 1),
        ("08:48", 54, 2),
        ("10:00", 60, None),
        ("11:00", 54, 3),
        ("11:54", 54, 4),
    ]


def test_what_does_not_fit_on_a_day_is_played_on_the_next() -> None:
    slots = lay_out([54] * 3, [day(2), day(2, at=1)], 10)

    assert [(slot.starts.day, f"{slot.starts:%H:%M}") for slot in slots or ()] == [
        (5, "07:00"),
        (5, "07:54"),
        (6, "07:00"),
    ]
    assert lay_out([54] * 5, [day(2), day(2, at=1)], 10) is None


def test_behind_the_last_round_nobody_changes_tables() -> None:
    """Two rounds of 44 minutes with 10 between them take 98 minutes."""
    assert lay_out([54, 54], [day(98 / 60, lunch=False)], 10) == [
        Slot(TEN, 54, 0),
        Slot(TEN + timedelta(minutes=54), 44, 1),
    ]
    assert lay_out([54, 54], [day(97 / 60, lunch=False)], 10) is None


def test_rounds_that_fit_are_counted() -> None:
    assert (rounds_that_fit(54, [day()], 10, 99), rounds_that_fit(54, [day()], 10, 3)) == (8, 3)


# -- what is offered ------------------------------------------------------------------------------------------------


def test_a_day_with_24_pairs() -> None:
    found = answer(wish())

    assert kinds(wish()) == [
        ("swiss_knockout", 8, 12),
        ("swiss_knockout", 8, 12),
        ("swiss", 8, 12),
        ("swiss", 11, 8),
        ("swiss", 6, 16),
        ("groups_knockout", 8, 12),
        ("groups_knockout", 7, 12),
        ("knockout", 5, 16),
    ]
    assert found.obstacles == (
        Obstacle("time_short_round_robin", "R3.4", {"rounds": 23, "fitting": 11, "minutes": 44}),
    )


def test_a_small_field_meets_everybody() -> None:
    first = answer(wish(8, (4,))).offers[0]

    assert (first.kind, first.rounds, first.games, first.free) == ("round_robin", 7, (7, 7), 0)


def test_more_rounds_than_are_sure_are_not_proposed() -> None:
    """R13.7: with 9 pairs five rounds are sure."""
    found = answer(wish(9, (4,)))

    assert [offer.rounds for offer in found.offers if offer.kind == "swiss"] == [5]
    assert Obstacle("more_than_sure", "R13.7", {"fitting": 11, "sure": 5, "entries": 9}) in found.obstacles


def test_an_odd_number_leaves_a_pair_free() -> None:
    """R8.4."""
    found = answer(wish(9, (4,)))

    assert Obstacle("free_pair", "R8.4", {"free": 1, "entries": 9}) in found.obstacles
    assert {offer.free for offer in found.offers if offer.kind == "swiss"} == {1}


def test_too_few_tables_leave_only_what_needs_fewer() -> None:
    found = answer(wish(24, (8,)))

    assert {offer.kind for offer in found.offers} == {"groups_knockout", "knockout"}
    assert found.obstacles[0] == Obstacle("tables_short", "R1.1", {"needed": 12, "tables": 8, "most": 17})


def test_too_little_time_is_said_with_the_time_that_is_needed() -> None:
    assert answer(wish(days=(day(0.5, lunch=False),))) == answer(wish(days=()))
    assert answer(wish(days=(day(0.5, lunch=False),))).obstacles == (Obstacle("no_time", "R3.4", {"minutes": 34}),)


def test_one_pair_meets_nobody() -> None:
    assert answer(wish(1)).obstacles == (Obstacle("too_few", "R1.3", {"least": 2, "entries": 1}),)


def test_a_round_in_several_halls_is_pointed_out() -> None:
    """R6.1: one clock for the whole round."""
    found = answer(wish(24, (8, 6)))

    assert Obstacle("several_halls", "R6.1", {"halls": 2, "largest": 8}) in found.obstacles
    assert answer(wish(16, (8, 6))).obstacles[-1].code != "several_halls"


def test_an_individual_event_has_a_way_of_its_own() -> None:
    """R13.4, and R10.5: the offender alone pays."""
    found = answer(wish(18, (4,), event="individual"))

    assert [(offer.kind, offer.rounds, offer.free) for offer in found.offers] == [
        ("individual", 8, 2),
        ("individual", 11, 2),
        ("individual", 6, 2),
    ]
    assert {offer.rules.pays for offer in found.offers} == {"offender"}
    assert [obstacle.code for obstacle in found.obstacles] == ["partners_repeat", "free_players"]
    assert [obstacle.code for obstacle in answer(wish(18, (3,), event="individual")).obstacles] == [
        "tables_short",
        "free_players",
    ]


def test_a_final_is_longer_where_the_preset_has_it_so() -> None:
    """R3.5: Spain's finals go to 300 in 90 minutes."""
    offer = next(each for each in answer(wish(preset="spain_200", days=(day(12),))).offers if len(each.parts) > 1)

    final = offer.parts[-1].rules
    assert final is not None
    assert (final.target, final.minutes) == (300, 90)


# -- laws ----------------------------------------------------------------------------------------------------------

PRESETS = st.sampled_from(sorted(scoring.PRESETS))
WISHES = st.builds(
    wish,
    st.integers(1, 70),
    st.lists(st.integers(1, 25), min_size=1, max_size=3).map(tuple),
    PRESETS,
    event=st.sampled_from(["pairs", "individual"]),
    days=st.lists(st.tuples(st.floats(0.5, 14), st.booleans()), min_size=1, max_size=3).map(
        lambda days: tuple(day(hours, at, lunch) for at, (hours, lunch) in enumerate(days))
    ),
    changeover=st.integers(0, 30),
)


@settings(max_examples=150, deadline=None)
@given(WISHES)
def test_nothing_is_offered_that_cannot_be(asked: Wish) -> None:
    """Never longer than the time there is, never more tables than there are, deals a multiple of four (R3.1)."""
    found = answer(asked)
    for offer in found.offers:
        _within_the_days(offer, asked)
        assert 0 < offer.tables <= asked.tables
        assert (offer.rules.deals or 0) % 4 == 0
        assert 0 <= offer.games[0] <= offer.games[1] <= offer.rounds
        assert [slot.round for slot in offer.slots if slot.round is not None] == list(range(offer.rounds))
        assert all(StagePolicy.from_dict(part.policy).to_dict() is not None for part in offer.parts)
        assert len({offer.key for offer in found.offers}) == len(found.offers)


def _within_the_days(offer: Offer, asked: Wish) -> None:
    played = [slot for slot in offer.slots if slot.round is not None]
    assert all(first.ends <= then.starts for first, then in pairwise(offer.slots))
    for slot in played:
        (on,) = [day for day in asked.days if day.opens <= slot.starts < day.closes]
        assert slot.ends <= on.closes
        assert not on.rest_from or not on.rest_until or slot.ends <= on.rest_from or slot.starts >= on.rest_until


@settings(max_examples=150, deadline=None)
@given(WISHES)
def test_no_swiss_has_more_rounds_than_are_sure(asked: Wish) -> None:
    """R13.7."""
    for offer in answer(asked).offers:
        for part in offer.parts:
            if part.system == "swiss":
                assert feasible(asked.entries, part.rounds).code == "sure"
                assert part.policy["rounds"] == part.rounds


@settings(max_examples=150, deadline=None)
@given(WISHES)
def test_a_knockout_always_has_a_winner(asked: Wish) -> None:
    """R7.1: what the draw of a knockout asks for, its regulations have."""
    for offer in answer(asked).offers:
        for part in offer.parts:
            if part.system == "knockout":
                assert (part.rules or offer.rules).tie == "extra_deals"
                assert (part.rules or offer.rules).deals == offer.rules.deals


@settings(max_examples=150, deadline=None)
@given(WISHES)
def test_where_nothing_is_offered_it_is_said_why(asked: Wish) -> None:
    found = answer(asked)
    assert found.offers or found.obstacles


@settings(max_examples=60, deadline=None)
@given(WISHES, st.integers(1, 4))
def test_more_time_never_takes_an_offer_away(asked: Wish, hours: int) -> None:
    """The ways that could be played can still be played when the hall stays open longer."""
    longer = Wish(**vars(asked) | {"days": [*asked.days, day(hours, at=len(asked.days), lunch=False)]})
    before, after = ({offer.kind for offer in answer(each).offers} for each in (asked, longer))
    assert before <= after
