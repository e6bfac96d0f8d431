"""Individual events through the services: partners and opponents drawn anew each round (R13.4, R8.4, R8.6)."""

from collections import Counter

import pytest

from tests.factories import EntryFactory
from tests.tournament.draw.play import BY, individual_rounds, play, players_stage, stage_of
from tournament.draw import adjusting, individual, queries, services
from tournament.draw.individual_checks import verify_individual
from tournament.draw.systems import Pairing
from tournament.entries import services as entries
from tournament.models import Entry, Partida, Protocol, Round, Stage
from tournament.phrases import Refused
from tournament.standings.queries import table

pytestmark = pytest.mark.django_db


def drawn(stage: Stage, seed: str = "1") -> Round:
    return services.propose_individual(stage=stage, seed=seed, by=BY)


def refusal_of(error: pytest.ExceptionInfo[Refused]) -> str:
    return str(error.value)


# -- one round ---------------------------------------------------------------------------------------------------


def test_four_entries_sit_at_a_table_each_once() -> None:
    round_ = drawn(players_stage(8))

    assert [len(seats) for seats in queries.seating_of(round_)] == [4, 4]
    assert sorted(entry for seats in queries.seating_of(round_) for entry in seats if entry) == list(range(1, 9))
    assert [(partida.table, partida.kind) for partida in round_.partidas.all()] == [(1, "played"), (2, "played")]


@pytest.mark.parametrize(("players", "free"), [(4, 0), (5, 1), (6, 2), (7, 3), (8, 0)])
def test_up_to_three_are_free_each_with_a_row_of_his_own(players: int, free: int) -> None:
    """R8.4"""
    round_ = drawn(players_stage(players))

    byes = round_.partidas.filter(kind=Partida.Kind.BYE.value)
    assert [(bye.table, bye.seats.count()) for bye in byes] == [(None, 1)] * free


def test_the_first_order_is_by_rank_and_the_best_sit_at_table_1() -> None:
    """R13.2, R13.5"""
    stage = players_stage(8)
    for entry in Entry.objects.all():
        Entry.objects.filter(pk=entry.pk).update(seed=9 - entry.number)

    first, second = queries.seating_of(drawn(stage))

    assert (set(first), set(second)) == ({5, 6, 7, 8}, {1, 2, 3, 4})


def test_later_the_standings_give_the_order() -> None:
    stage = players_stage(8)
    individual_rounds(stage, 1)
    best = [row.entry for row in table(stage).rows]

    order = individual.order(stage, 2, seed="1", standings=table(stage))

    places = {row.entry: row.place for row in table(stage).rows}
    assert sorted(order) == sorted(best)
    assert [places[entry] for entry in order] == sorted(places.values())


def test_a_player_with_a_fixed_table_keeps_it() -> None:
    """R13.5"""
    stage = players_stage(8)
    Entry.objects.filter(number=3).update(fixed_table=7)

    seats = Partida.objects.get(round=drawn(stage), table=7).seats.all()

    assert 3 in {seat.entry.number for seat in seats}


def test_the_round_keeps_how_it_was_drawn() -> None:
    stage = players_stage(4)
    individual_rounds(stage, 3)

    kept = drawn(stage, "Москва").draw

    assert {key: kept[key] for key in ("method", "seed", "partners_again", "opponents_again")} == {
        "method": "individual",
        "seed": "Москва",
        "partners_again": 2,
        "opponents_again": 16,
    }
    ((_entries, why),) = kept["explanation"]
    assert Counter(code for code, _params in why) == {"partners_again": 2, "opponents_again": 4}


def test_the_same_seed_draws_the_same_and_another_differently() -> None:
    """R13.8"""
    stage = players_stage(16)
    seatings = []
    for seed in ("a", "a", "b"):
        round_ = drawn(stage, seed)
        seatings.append(queries.seating_of(round_))
        services.take_back(round_=round_, by=BY)

    assert seatings[0] == seatings[1]
    assert seatings[0] != seatings[2]
    assert stage.rounds.count() == 0


def test_a_published_round_is_taken_back_and_drawn_with_another_seed() -> None:
    """R13.6"""
    stage = players_stage(8)
    round_ = drawn(stage)
    services.publish(round_=round_, by=BY, seen=queries.fingerprint(round_))
    assert Protocol.objects.count() == 2

    for _ in range(2):
        services.take_back(round_=round_, by=BY)

    assert drawn(stage, "2").draw["seed"] == "2"


# -- refused in words --------------------------------------------------------------------------------------------


def test_three_players_are_too_few() -> None:
    with pytest.raises(Refused) as error:
        drawn(players_stage(3))
    assert refusal_of(error) == "Four have to sit at a table; 3 can play in round 1."


def test_a_second_round_waits_for_the_first() -> None:
    stage = players_stage(8)
    round_ = drawn(stage)
    with pytest.raises(Refused) as error:
        drawn(stage)
    assert refusal_of(error) == "Round 1 is already drawn. Take it back first if it should be drawn again."

    services.publish(round_=round_, by=BY)
    with pytest.raises(Refused) as error:
        drawn(stage)
    assert refusal_of(error) == "Round 1 isn't finished: tables 1, 2 are not confirmed yet."


def test_pairs_are_not_drawn_as_players_nor_players_as_pairs() -> None:
    with pytest.raises(Refused, match=r"is drawn in another way: Swiss"):
        drawn(stage_of(8, slug="pairs"))
    stage = players_stage(8)
    with pytest.raises(Refused, match=r"is drawn in another way: individual"):
        services.propose_swiss(stage=stage, seed="1", by=BY)
    with pytest.raises(Refused, match=r"is drawn in another way: individual"):
        services.propose_knockout(stage=stage, seed="1", by=BY)


def test_nobody_is_seated_by_hand_or_by_lots_alone() -> None:
    stage = players_stage(8)
    said = (
        f"In «{stage.name}» partners are drawn too, so nobody is seated by hand or by lots alone. "
        "Take the round back and draw it with another seed."
    )
    with pytest.raises(Refused) as lots:
        services.propose_by_lots(stage=stage, seed="1", by=BY)
    with pytest.raises(Refused) as berger:
        services.propose_round_robin(stage=stage, legs=1, seed="1", by=BY)
    with pytest.raises(Refused) as hand:
        services.propose_by_hand(stage=stage, pairings=[Pairing(1, 2)], reason="", by=BY)
    round_ = drawn(stage)
    with pytest.raises(Refused) as change:
        adjusting.change_by_hand(round_=round_, pairings=[Pairing(1, 2)], reason="", by=BY)

    assert [refusal_of(error) for error in (lots, berger, hand, change)] == [said] * 4


def test_a_round_whose_players_have_changed_is_not_published() -> None:
    """R8.5"""
    stage = players_stage(8)
    round_ = drawn(stage)
    entries.withdraw(entry=Entry.objects.get(number=3), from_round=1, reason="болезнь", by=BY)
    EntryFactory(tournament=stage.tournament)

    with pytest.raises(Refused) as error:
        services.publish(round_=round_, by=BY)

    assert refusal_of(error) == (
        "The players have changed since the draw: Player 3 doesn't play this round. "
        "Player 9 has no table and isn't free either. Take the round back and draw it again."
    )
    services.take_back(round_=round_, by=BY)
    assert 3 not in {entry for seats in queries.seating_of(drawn(stage)) for entry in seats}


# -- what counts for the next rounds -----------------------------------------------------------------------------


def test_who_won_by_walkover_was_free_and_had_no_partner() -> None:
    """R8.1, R8.4"""
    stage = players_stage(4)
    round_ = drawn(stage)
    services.publish(round_=round_, by=BY)
    Partida.objects.filter(round=round_).update(kind="walkover", winner="a")
    Protocol.objects.update(state="confirmed")
    (seats,) = queries.seating_of(round_)

    so_far = individual.company(stage, 2)

    assert so_far.free == Counter([seats[0], seats[2]])
    assert (so_far.partners, so_far.opponents) == (Counter(), Counter())


def test_an_annulled_partida_was_played_together() -> None:
    stage = players_stage(4)
    round_ = drawn(stage)
    services.publish(round_=round_, by=BY)
    Partida.objects.filter(round=round_).update(kind="void")

    assert sum(individual.company(stage, 2).partners.values()) == 2


# -- whole events ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "most_free"), [(10, 1), (12, 0)])
def test_a_whole_event_of_five_rounds(players: int, most_free: int) -> None:
    """R13.4: free games go round, nobody has a partner twice, nothing avoidable; results are per seat (R8.6)."""
    stage = players_stage(players)
    rounds = individual_rounds(stage, 5)

    byes = Counter(
        entry
        for round_ in rounds
        for entry in round_.partidas.filter(kind="bye").values_list("seats__entry__number", flat=True)
    )
    assert (sum(byes.values()), max(byes.values(), default=0)) == (5 * (players % 4), most_free)
    assert [round_.draw["partners_again"] for round_ in rounds] == [0] * 5
    findings = verify_individual(individual.drawn_rounds(stage))
    assert {finding.breach.code for finding in findings} <= {"opponents_again"}

    rows = table(stage).rows
    assert {row.standing.played + row.standing.byes for row in rows} == {5}
    credit = stage.regulations.value.bye.winner_difference
    assert sum(row.standing.difference - credit * row.standing.byes for row in rows) == 0
    assert sum(row.standing.wins - row.standing.byes for row in rows) == 2 * sum(
        round_.partidas.filter(kind="played").count() for round_ in rounds
    )


def test_partners_of_one_partida_stand_apart_by_those_of_the_others() -> None:
    stage = players_stage(8)
    individual_rounds(stage, 3)

    assert len({row.place for row in table(stage).rows}) > 2


def test_a_stage_that_is_closed_leads_to_a_final_of_the_best() -> None:
    """R1.1, R13.3"""
    stage = players_stage(8)
    play(drawn(stage))
    play(drawn(stage))
    final = Stage.objects.create(
        tournament=stage.tournament, number=2, name="Финал", system="individual", policy={"best": 4, "ties": "lots"}
    )

    (seats,) = queries.seating_of(drawn(final))

    final.refresh_from_db()
    assert sorted(final.lineup[0]) == sorted(seats)
