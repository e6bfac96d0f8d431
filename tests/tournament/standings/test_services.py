"""A round is closed: everything is confirmed, and the table is kept as it stood."""

import pytest

from tests.factories import RoundFactory
from tournament.audit.services import Author
from tournament.models import Protocol, Round, StandingSnapshot
from tournament.phrases import Refused
from tournament.standings import queries
from tournament.standings.services import close_round

BY = Author()


def test_closing_keeps_the_rows(round_: Round) -> None:
    snapshot = close_round(round_=round_, by=BY)

    round_.refresh_from_db()
    assert (round_.state, round_.closed_at is None, snapshot.number) == ("closed", False, 1)
    assert snapshot.rows == [row.as_dict() for row in queries.table(round_.stage).rows]
    assert round_.tournament.journal.get().subject == "round 1"


def test_what_was_kept_stays_when_a_result_is_corrected_later(round_: Round) -> None:
    kept = close_round(round_=round_, by=BY)
    Protocol.objects.filter(partida__table=1).update(parts=[[0, 100]], state="corrected")

    kept.refresh_from_db()
    assert [row["entry"] for row in kept.rows] == [1, 4, 3, 2]
    assert [row.entry for row in queries.table(round_.stage).rows] == [2, 4, 3, 1]


def test_a_table_that_is_not_confirmed_keeps_the_round_open(round_: Round) -> None:
    Protocol.objects.filter(partida__table=2).update(state="accepted")

    with pytest.raises(Refused) as refusal:
        close_round(round_=round_, by=BY)
    assert str(refusal.value) == "Round 1 isn't finished: tables 2 are not confirmed yet."
    assert StandingSnapshot.objects.count() == 0


@pytest.mark.parametrize("state", ["proposed", "closed"])
def test_only_a_published_round_is_closed(round_: Round, state: str) -> None:
    other = RoundFactory(stage=round_.stage, state=state)

    with pytest.raises(Refused) as refusal:
        close_round(round_=other, by=BY)
    assert str(refusal.value) == f"Round 2 is {state}: only a published round can be closed."
