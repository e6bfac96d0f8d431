"""The acts of a draw (R13.6): proposed, changed, published, taken back; what is refused, and why."""

import pytest

from tests.factories import EntryFactory, PartidaFactory, RoundFactory, StageFactory
from tournament.audit.services import Author
from tournament.draw import queries, services
from tournament.draw.systems import Pairing
from tournament.models import Entry, Partida, Protocol, Round, Stage
from tournament.phrases import Refused

BY = Author()


def by_lots(stage: Stage, seed: str = "Москва") -> Round:
    return services.propose_by_lots(stage=stage, seed=seed, by=BY)


def by_hand(stage: Stage, *pairings: tuple[int, int | None], reason: str = "") -> Round:
    return services.propose_by_hand(stage=stage, pairings=[Pairing(a, b) for a, b in pairings], reason=reason, by=BY)


def published(round_: Round) -> Round:
    services.publish(round_=round_, by=BY)
    round_.refresh_from_db()
    return round_


def result_at(round_: Round) -> None:
    """Something is written at the first table."""
    protocol = Protocol.objects.get(partida__round=round_, partida__table=1)
    protocol.parts = [[100, 50]]
    protocol.save()


# -- lots ----------------------------------------------------------------------------------------------------


def test_lots_seat_everybody_and_record_the_seed(stage: Stage) -> None:
    round_ = by_lots(stage)

    assert queries.pairings_of(round_) == [(1, 4), (3, 2)]
    assert (round_.number, round_.state, round_.draw) == (1, "proposed", {"method": "lots", "seed": "Москва"})
    record = stage.tournament.journal.get()
    assert (record.action, record.subject, record.data) == ("draw.proposed", "round 1", round_.draw)


def test_the_partners_of_a_pair_face_each_other(stage: Stage) -> None:
    """Side A sits on 1 and 3, side B on 2 and 4 (R1.2)."""
    by_lots(stage)

    seats = Partida.objects.get(table=1).seats.all()
    assert [(seat.number, seat.entry.number, seat.slot) for seat in seats] == [
        (1, 1, 1),
        (2, 4, 1),
        (3, 1, 2),
        (4, 4, 2),
    ]


def test_with_an_odd_number_the_last_is_free_and_has_no_table(stage: Stage) -> None:
    EntryFactory(tournament=stage.tournament)

    round_ = by_lots(stage)

    (bye,) = round_.partidas.filter(kind="bye")
    assert (bye.table, {seat.number for seat in bye.seats.all()}) == (None, {1, 3})
    assert [partida.table for partida in round_.partidas.exclude(kind="bye")] == [1, 2]


def test_who_has_withdrawn_is_not_drawn(stage: Stage) -> None:
    Entry.objects.filter(number__in=(1, 4)).update(withdrawn_from=1)

    assert queries.pairings_of(by_lots(stage)) == [(3, 2)]


def test_one_entry_alone_is_not_drawn(stage: Stage) -> None:
    Entry.objects.filter(number__gt=1).update(withdrawn_from=1)

    with pytest.raises(Refused) as refusal:
        by_lots(stage)
    assert str(refusal.value) == "A draw needs at least two entries; 1 can play in round 1."


def test_lots_are_for_a_first_round_only(stage: Stage) -> None:
    by_lots(stage)

    with pytest.raises(Refused) as refusal:
        by_lots(stage)
    assert (refusal.value.code, Round.objects.count()) == ("draw.not_first", 1)


# -- round robin ---------------------------------------------------------------------------------------------


def test_a_round_robin_is_drawn_as_a_whole(stage: Stage) -> None:
    rounds = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY)

    assert [queries.pairings_of(round_) for round_ in rounds] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]
    assert [round_.draw for round_ in rounds] == [{"method": "berger", "legs": 1, "order": [1, 2, 3, 4]}] * 3


def test_the_seed_gives_the_places_in_the_table(stage: Stage) -> None:
    rounds = services.propose_round_robin(stage=stage, legs=2, seed="Москва", by=BY)

    assert (len(rounds), rounds[0].draw["order"], rounds[0].draw["seed"]) == (6, [1, 4, 3, 2], "Москва")
    assert queries.pairings_of(rounds[0]) == [(1, 2), (4, 3)]
    assert queries.pairings_of(rounds[3]) == [(2, 1), (3, 4)]


def test_a_round_robin_does_not_follow_other_rounds(stage: Stage) -> None:
    by_lots(stage)

    with pytest.raises(Refused) as refusal:
        services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY)
    assert refusal.value.code == "draw.stage_running"


def test_a_second_stage_goes_on_counting_the_rounds(stage: Stage) -> None:
    by_lots(stage)
    final = StageFactory(tournament=stage.tournament)

    assert by_lots(final).number == 2


# -- by hand -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairings", "said"),
    [
        ([(1, 2)], "Pair 3 has no table and isn't free either. Pair 4 has no table and isn't free either."),
        ([(1, 1), (2, 3), (4, None)], "Pair 1 can't meet itself. Pair 1 sits at two tables."),
        ([(1, 2), (3, 4), (9, None)], "Pair 9 doesn't play this round."),
        ([(1, 2), (3, None), (4, None)], "More than one pair is free: 3, 4."),
    ],
)
def test_a_reason_helps_no_draw_that_cannot_be_played(
    stage: Stage, pairings: list[tuple[int, int | None]], said: str
) -> None:
    with pytest.raises(Refused) as refusal:
        by_hand(stage, *pairings, reason="because")
    assert (str(refusal.value), Round.objects.count()) == (f"This draw breaks the rules: {said}", 0)


def test_a_repeated_meeting_needs_a_reason_and_keeps_it(stage: Stage) -> None:
    published(by_lots(stage))

    with pytest.raises(Refused) as refusal:
        by_hand(stage, (1, 4), (2, 3))
    again = by_hand(stage, (1, 4), (2, 3), reason="The hall has two tables")

    assert refusal.value.code == "draw.invalid"
    assert again.draw == {
        "method": "hand",
        "accepted": [["rematch", 1, 4], ["rematch", 2, 3]],
        "reason": "The hall has two tables",
    }


def test_a_second_free_game_needs_a_reason(stage: Stage) -> None:
    """R8.4: a walkover won counts as a free game as a bye does."""
    EntryFactory(tournament=stage.tournament)
    PartidaFactory(
        round=RoundFactory(stage=stage),
        kind="walkover",
        winner="a",
        entries=[Entry.objects.get(number=5), Entry.objects.get(number=1)],
    )

    with pytest.raises(Refused) as refusal:
        by_hand(stage, (1, 2), (3, 4), (5, None))
    assert refusal.value.params == {
        "breaches": "Pair 5 was already free once; give a reason if it must be free again (R8.4)."
    }


# -- publication ---------------------------------------------------------------------------------------------


def test_publication_freezes_the_regulations_and_opens_the_protocols(stage: Stage) -> None:
    EntryFactory(tournament=stage.tournament)

    round_ = published(by_lots(stage))

    assert (round_.state, round_.regulations) == ("published", stage.tournament.regulations)
    assert [(protocol.partida.table, protocol.state) for protocol in Protocol.objects.all()] == [
        (1, "open"),
        (2, "open"),
    ]


def test_a_round_is_published_once(stage: Stage) -> None:
    round_ = published(by_lots(stage))

    with pytest.raises(Refused) as refusal:
        services.publish(round_=round_, by=BY)
    assert (refusal.value.code, Protocol.objects.count()) == ("draw.published", 2)


def test_who_would_meet_a_pair_that_has_withdrawn_meanwhile_is_free(stage: Stage) -> None:
    round_ = by_lots(stage)
    Entry.objects.filter(number=4).update(withdrawn_from=1)

    published(round_)

    assert queries.pairings_of(round_) == [(3, 2), (1, None)]


def test_in_a_round_robin_everybody_free_by_a_withdrawal_stays_free(stage: Stage) -> None:
    """They meet each other in another round of the table."""
    first = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY)[0]
    Entry.objects.filter(number__in=(3, 4)).update(withdrawn_from=1)

    published(first)

    assert queries.pairings_of(first) == [(1, None), (2, None)]


# -- taking back ---------------------------------------------------------------------------------------------


def test_a_published_round_without_results_is_proposed_again(stage: Stage) -> None:
    round_ = published(by_lots(stage))

    services.take_back(round_=round_, by=BY)

    round_.refresh_from_db()
    assert (round_.state, round_.regulations, round_.published_at) == ("proposed", None, None)
    assert (Protocol.objects.count(), queries.pairings_of(round_)) == (0, [(1, 4), (3, 2)])


def test_a_proposed_round_goes(stage: Stage) -> None:
    services.take_back(round_=by_lots(stage), by=BY)

    assert (Round.objects.count(), Partida.objects.count()) == (0, 0)
    assert stage.tournament.journal.last().data == {"state": "proposed", "pairings": [[1, 4], [3, 2]]}


def test_a_proposed_round_robin_goes_as_a_whole(stage: Stage) -> None:
    rounds = services.propose_round_robin(stage=stage, legs=1, seed=None, by=BY)

    services.take_back(round_=rounds[0], by=BY)

    assert Round.objects.count() == 0


def test_a_round_with_results_stays(stage: Stage) -> None:
    round_ = published(by_lots(stage))
    result_at(round_)

    with pytest.raises(Refused) as refusal:
        services.take_back(round_=round_, by=BY)
    assert str(refusal.value) == "Round 1 already has results, so it can't be taken back (R13.6)."


def test_a_closed_round_stays(stage: Stage) -> None:
    round_ = published(by_lots(stage))
    Round.objects.update(state="closed")

    with pytest.raises(Refused):
        services.take_back(round_=round_, by=BY)


def test_the_last_proposal_goes_first(stage: Stage) -> None:
    first = by_lots(stage)
    by_hand(stage, (1, 2), (3, 4))

    with pytest.raises(Refused) as refusal:
        services.take_back(round_=first, by=BY)
    assert str(refusal.value) == "Round 2 is drawn after it: take that one back first."
