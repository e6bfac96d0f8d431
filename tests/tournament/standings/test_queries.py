"""The standings (R12): what counts, after which round, in which order."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

import scoring
from tests.factories import EntryFactory, PartidaFactory, ProtocolFactory, RoundFactory, StageFactory, TournamentFactory
from tournament.models import Deal, Entry, Protocol, Round
from tournament.standings import queries


def rows(round_: Round, after: int | None = None) -> list[tuple[Any, ...]]:
    """Place, entry, wins, difference, decided by."""
    table = queries.table(round_.stage, after)
    return [
        (row.place, row.entry, row.standing.wins, row.standing.difference, row.standing.decided_by)
        for row in table.rows
    ]


def entry(round_: Round, number: int) -> Entry:
    return round_.tournament.entries.get(number=number)


def test_wins_then_difference_then_points(round_: Round) -> None:
    """R12.1."""
    assert rows(round_) == [
        (1, 1, 1, 40, None),
        (2, 4, 1, 20, "difference"),
        (3, 3, 0, -20, "wins"),
        (4, 2, 0, -40, "difference"),
    ]


def test_equal_on_all_share_their_place(round_: Round, play: Callable[..., None]) -> None:
    """R12.4: 1 1 3 3."""
    Protocol.objects.update(parts=[[100, 70]])

    assert [(place, decided) for place, *_, decided in rows(round_)] == [
        (1, None),
        (1, "shared"),
        (3, "wins"),
        (3, "shared"),
    ]


@pytest.mark.parametrize("state", ["open", "entered", "accepted"])
def test_what_is_not_confirmed_does_not_count_and_is_named(round_: Round, state: str) -> None:
    """R11.2."""
    Protocol.objects.filter(partida__table=1).update(state=state)

    table = queries.table(round_.stage)

    assert table.missing == ((1, 1),)
    assert [(row.entry, row.standing.played) for row in table.rows] == [(4, 1), (1, 0), (2, 0), (3, 1)]


def test_a_corrected_protocol_counts(round_: Round) -> None:
    Protocol.objects.filter(partida__table=1).update(state="corrected")

    assert queries.table(round_.stage).missing == ()


def test_a_bye_counts_by_itself(round_: Round) -> None:
    """R8.4: the target, half of it as difference."""
    fifth = EntryFactory(tournament=round_.tournament)
    PartidaFactory(round=round_, kind="bye", entries=(fifth,))

    assert rows(round_)[0] == (1, 5, 1, 50, None)


def test_only_what_is_published_counts(round_: Round) -> None:
    proposed = RoundFactory(stage=round_.stage, state="proposed")
    PartidaFactory(round=proposed, entries=(entry(round_, 2), entry(round_, 3)))

    assert queries.table(round_.stage).after == round_
    with pytest.raises(Round.DoesNotExist):
        queries.table(round_.stage, after=proposed.number)


def test_the_table_after_an_earlier_round_forgets_the_later_ones(round_: Round, play: Callable[..., None]) -> None:
    before = rows(round_)
    second = RoundFactory(stage=round_.stage)
    play(second, entry(round_, 2), entry(round_, 1), 100, 0)

    assert rows(round_, after=1) == before
    assert rows(round_)[0] == (1, 2, 1, 60, None)


def test_a_later_stage_begins_anew(round_: Round) -> None:
    """R1.1."""
    final = RoundFactory(stage=StageFactory(tournament=round_.tournament))

    assert {row[2:4] for row in rows(final)} == {(0, 0)}


def test_before_the_first_round_all_share_the_first_place(round_: Round) -> None:
    fresh = StageFactory(tournament=round_.tournament)

    table = queries.table(fresh)

    assert ([row.place for row in table.rows], table.after, table.missing) == ([1, 1, 1, 1], None, ())


def test_a_withdrawal_leaves_every_other_row_as_it_was(round_: Round) -> None:
    """R12.5."""
    before = rows(round_)
    Entry.objects.filter(number=4).update(withdrawn_from=1)

    table = queries.table(round_.stage)

    assert (rows(round_), [row.entry for row in table.rows if row.withdrawn]) == (before, [4])


def test_plain_data_say_the_same_as_the_rows(round_: Round) -> None:
    said = queries.table(round_.stage).as_dict()

    assert (said["stage"], said["after_round"], said["criteria"]) == (
        "Этап",
        1,
        ["wins", "difference", "points_for"],
    )
    assert said["rows"][0] == {
        "place": 1,
        "entry": 1,
        "players": ["Игрок 1-1", "Игрок 1-2"],
        "club": "",
        "country": "",
        "played": 1,
        "wins": 1,
        "losses": 0,
        "walkovers": 0,
        "byes": 0,
        "points_for": 100,
        "points_against": 60,
        "difference": 40,
        "values": {"wins": 1, "difference": 40, "points_for": 100},
        "decided_by": None,
    }


def test_one_table_and_many_take_as_many_queries(round_: Round, django_assert_num_queries: Any) -> None:
    stage = round_.stage
    with django_assert_num_queries(6):
        queries.table(stage)
    for _ in range(3):
        ProtocolFactory(partida=PartidaFactory(round=RoundFactory(stage=stage)))
    with django_assert_num_queries(6):
        queries.table(stage)


def test_what_is_remembered_of_a_sheet_is_never_out_of_date(db: None) -> None:
    """What deals come to is folded once in a process; other deals are other figures, in whatever way they changed."""
    rules = scoring.preset("fdr_deals").replace(deals=4)
    round_ = RoundFactory(stage=StageFactory(tournament=TournamentFactory(rules=rules)))
    protocol = ProtocolFactory(partida=PartidaFactory(round=round_), state="confirmed")
    for seed in (1, 2, 1):
        deals = scoring.playout_partida(rules, seed)
        protocol.deals.all().delete()
        for number, deal in enumerate(deals, 1):
            Deal.objects.create(protocol=protocol, number=number, data=deal.to_dict(), recorded_at=timezone.now())
        counted = {row.entry: row.standing.points_for for row in queries.table(round_.stage).rows}
        assert (counted[1], counted[2]) == scoring.play(rules, deals, ()).points
