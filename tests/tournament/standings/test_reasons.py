"""Why this place (R12.6): what decided it against whom, and every value with its sum."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import (
    EntryFactory,
    PartidaFactory,
    ProtocolFactory,
    RoundFactory,
    StageFactory,
    TournamentFactory,
)
from tournament.models import Entry, LotsDrawn, Partida, Protocol, Round, Ruling
from tournament.standings.queries import table
from tournament.standings.reasons import Reason, Why, why


def ordered(round_: Round, *criteria: str, **changes: Any) -> None:
    """The round's regulations with another order."""
    assert round_.regulations is not None
    round_.regulations.data |= {"criteria": list(criteria), **changes}
    round_.regulations.save()


def entry(round_: Round, number: int) -> Entry:
    return round_.tournament.entries.get(number=number)


def of(round_: Round, number: int) -> Why:
    found = why(table(type(round_.stage).objects.get(pk=round_.stage_id)), number)
    assert found is not None
    return found


def reason(round_: Round, number: int, code: str) -> Reason:
    return next(each for each in of(round_, number).reasons if each.code == code)


def lines(reason: Reason) -> list[tuple[Any, ...]]:
    """Round, amount, note."""
    return [(each.round, each.amount, each.note) for each in reason.summands]


def later(round_: Round) -> Round:
    """A further round of the same stage, by the same regulations."""
    return RoundFactory(stage=round_.stage, regulations=round_.regulations)


def confirmed(round_: Round, kind: str, *entries: Entry, **fields: Any) -> Partida:
    partida = PartidaFactory(round=round_, kind=kind, entries=entries, **fields)
    if kind != "bye":
        ProtocolFactory(partida=partida, state="confirmed")
    return partida


def test_a_place_is_decided_against_its_neighbours(round_: Round) -> None:
    found = of(round_, 4)

    assert found.above is not None
    assert found.below is not None
    assert [
        (border.neighbour.entry, border.code, border.mine, border.theirs) for border in (found.above, found.below)
    ] == [(1, "difference", "+20", "+40"), (3, "wins", "1", "0")]


def test_the_first_and_the_last_have_one_neighbour(round_: Round) -> None:
    assert (of(round_, 1).above, of(round_, 2).below) == (None, None)


def test_a_shared_place_says_with_whom(round_: Round) -> None:
    """R12.4."""
    Protocol.objects.update(parts=[[100, 70]])

    above, below = of(round_, 3).above, of(round_, 1).below
    assert above is not None
    assert below is not None
    assert (above.neighbour.entry, above.is_shared, below.is_shared) == (1, True, True)


def test_neighbours_are_those_of_the_group(round_: Round) -> None:
    round_.stage.lineup = [[1, 2], [3, 4]]
    round_.stage.save()

    assert (of(round_, 2).below, of(round_, 4).above, of(round_, 2).place) == (None, None, "A2")


def test_a_value_is_the_sum_of_its_rounds(round_: Round, play: Callable[..., None]) -> None:
    play(later(round_), entry(round_, 1), entry(round_, 4), 100, 90)

    found = reason(round_, 1, "difference")

    assert (found.value, [(each.round, each.opponents, each.score, each.amount) for each in found.summands]) == (
        "+50",
        [
            (1, "2 Игрок 2-1 / Игрок 2-2", (100, 60), "+40"),
            (2, "4 Игрок 4-1 / Игрок 4-2", (100, 90), "+10"),
        ],
    )


def test_what_did_not_count_says_why(round_: Round) -> None:
    """R8, R11.2, R12.5: everything that can befall entry 1 in a round."""
    one, two, three = (entry(round_, number) for number in (1, 2, 3))
    ordered(round_, "points_for", "average", "buchholz", "wins")
    confirmed(later(round_), "walkover", one, two, winner="a")
    confirmed(later(round_), "bye", one)
    confirmed(later(round_), "void", one, three)
    confirmed(later(round_), "both_absent", one, two)
    PartidaFactory(round=(last := later(round_)), entries=(one, three))
    ProtocolFactory(partida=last.partidas.get(), state="accepted")
    confirmed(later(round_), "walkover", one, two, winner="b")
    Entry.objects.filter(pk=one.pk).update(withdrawn_from=7)

    credited, void = "nothing was played: credited by the regulations", "annulled: it counts for nobody"
    waiting, gone = "not confirmed yet", "had withdrawn: nothing counts for it"
    unplayed = "not played at the table"
    rest = [(4, "—", void), (5, "—", unplayed), (6, "—", waiting), (7, "—", gone)]
    assert lines(reason(round_, 1, "points_for")) == [
        (1, "100", ""),
        (2, "100", credited),
        (3, "100", credited),
        (4, "—", void),
        (5, "0", credited),
        (6, "—", waiting),
        (7, "—", gone),
    ]
    assert lines(reason(round_, 1, "average")) == [(1, "100", ""), (2, "—", unplayed), (3, "—", unplayed), *rest]
    assert lines(reason(round_, 1, "buchholz")) == [(1, "1", ""), (2, "—", unplayed), (3, "—", unplayed), *rest]
    assert [amount for _round, amount, _note in lines(reason(round_, 1, "wins"))] == ["1", "1", "1", "—", "0", "—", "—"]


def test_a_cap_says_what_was_played_and_what_counts(round_: Round) -> None:
    """R12.2."""
    Protocol.objects.filter(partida__table=1).update(parts=[[120, 60]])
    ordered(round_, "points_for", "difference", "points_against", cap_points=True, cap_difference=True)

    assert {code: lines(reason(round_, 1, code)) for code in ("points_for", "difference", "points_against")} == {
        "points_for": [(1, "100", "120 played: points count up to 100")],
        "difference": [(1, "+40", "+60 played: points count up to 100")],
        "points_against": [(1, "60", "")],
    }


@pytest.mark.parametrize(
    ("fine", "mine", "theirs"),
    [
        ("deduct", {"points_for": "with a fine of 10"}, {"points_against": "with the opponents' fine of 10"}),
        ("award", {"points_for": ""}, {"points_for": "with the opponents' fine of 10"}),
    ],
)
def test_a_fine_is_named_where_it_went(round_: Round, fine: str, mine: dict[str, str], theirs: dict[str, str]) -> None:
    """R10.2: taken from the offender's side, or given to the opponents."""
    ordered(round_, "points_for", "points_against", "fewest_penalties", fine=fine)
    ruling = {"code": "noise", "seat": 3, "departure": {"fine": 10}, "reason": "шум"}
    Ruling.objects.create(partida=Partida.objects.get(table=1), number=1, data=ruling, made_at=timezone.now())

    for number, expected in ((1, mine), (2, theirs)):
        for code, note in expected.items():
            assert [each.note for each in reason(round_, number, code).summands] == [note]
    assert lines(reason(round_, 1, "fewest_penalties")) == [(1, "1", "")]


def test_a_ruling_that_decided_is_named(round_: Round) -> None:
    """R10.3: who lost by it has nothing, the others the most points."""
    ruling = {"code": "noise", "seat": 1, "departure": {"loses": True}, "reason": "сдача"}
    Ruling.objects.create(partida=Partida.objects.get(table=1), number=1, data=ruling, made_at=timezone.now())

    assert lines(reason(round_, 2, "points_for")) == [(1, "100", "decided by a ruling of the referee")]


def test_opponents_bring_their_wins_and_the_weakest_is_left_out(round_: Round, play: Callable[..., None]) -> None:
    """R12.3."""
    ordered(round_, "buchholz_minus_worst", "sonneborn_berger")
    play(later(round_), entry(round_, 1), entry(round_, 4), 80, 100)

    assert lines(reason(round_, 1, "buchholz_minus_worst")) == [(1, "—", "the fewest wins, 0: left out"), (2, "2", "")]
    assert lines(reason(round_, 1, "sonneborn_berger")) == [(1, "0", ""), (2, "—", "not beaten")]


def test_head_to_head_names_who_is_level_and_counts_only_them(round_: Round, play: Callable[..., None]) -> None:
    """R12.3."""
    ordered(round_, "wins", "head_to_head")
    play(later(round_), entry(round_, 2), entry(round_, 4), 100, 20)

    found = reason(round_, 2, "head_to_head")

    assert (found.value, found.note) == (
        "—",
        "Not applied: not all who are level have met at the table. These haven't: 1–4",
    )
    play(later(round_), entry(round_, 4), entry(round_, 1), 0, 100)
    found = reason(round_, 4, "head_to_head")
    assert (found.value, found.note) == ("0", "Level with it on everything before: 2 Игрок 2-1 / Игрок 2-2.")
    assert lines(found) == [
        (1, "—", "not against those it is level with"),
        (2, "0", ""),
        (3, "—", "not against those it is level with"),
    ]


def test_a_criterion_of_the_level_says_that_nobody_is(round_: Round) -> None:
    ordered(round_, "wins", "difference", "head_to_head")

    assert reason(round_, 1, "head_to_head").note == "Not applied: nobody is level with it on everything before."


def test_seed_and_lots_say_where_they_are_from(round_: Round) -> None:
    ordered(round_, "seed", "lots")
    Entry.objects.filter(number=1).update(seed=7)

    assert reason(round_, 1, "lots").note == "Not applied: the lots aren't drawn yet."
    LotsDrawn.objects.create(stage=round_.stage, number=1, seed="6-6", entries=[2, 1])
    assert [(each.value, each.note) for number in (1, 3) for each in of(round_, number).reasons] == [
        ("7", "Its rank at entry."),
        ("2", "Its lot came out at this place."),
        ("8", "It has no rank at entry: it comes after all who have one."),
        ("3", "It has no lot: it comes after all who have one."),
    ]


def test_an_average_says_what_it_divides(round_: Round, play: Callable[..., None]) -> None:
    ordered(round_, "average")
    play(later(round_), entry(round_, 1), entry(round_, 4), 55, 100)

    found = reason(round_, 1, "average")

    assert (found.value, found.note) == ("77.50", "155 points in partidas played, divided by their number: 2.")


def test_who_is_not_in_the_table_has_no_reasons(round_: Round) -> None:
    assert why(table(round_.stage), 99) is None


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_criterion_of_every_entry_can_be_explained(round_: Round, number: int) -> None:
    ordered(round_, *scoring.CRITERIA_CODES)
    EntryFactory(tournament=round_.tournament)

    assert [each.code for each in of(round_, number).reasons] == list(scoring.CRITERIA_CODES)


def test_in_an_individual_event_each_of_two_opponents_brings_his_wins(db: None) -> None:
    """R1.3, R12.3: 1 and 3 beat 2 and 4."""
    cup = TournamentFactory(
        event="individual", rules__preset="fdr", rules__target=100, rules__detail="totals", rules__pays="offender"
    )
    played = RoundFactory(stage=StageFactory(tournament=cup, system="individual"))
    ordered(played, "wins", "buchholz")
    one, two, three, four = (EntryFactory(tournament=cup) for _ in range(4))
    partida = PartidaFactory(round=played, entries=(one, two, three, four))
    ProtocolFactory(partida=partida, parts=[[100, 60]], state="confirmed")

    assert [(each.opponents, each.amount) for each in reason(played, 2, "buchholz").summands] == [
        ("1 Игрок 1", "1"),
        ("3 Игрок 3", "1"),
    ]
    assert [each.opponents for each in reason(played, 1, "wins").summands] == ["2 Игрок 2; 4 Игрок 4"]
