"""Papers of the whole tournament are issued when nothing of it is left to do."""

import pytest
from django.utils import timezone

from tests.factories import RoundFactory, StageFactory, TournamentFactory
from tests.tournament.documents.conftest import Cup
from tests.tournament.documents.over import close_all, swiss_cup
from tournament.documents.contents.finished import require_finished, what_is_open
from tournament.models import Protest, Tournament
from tournament.phrases import Refused


def said(tournament: Tournament) -> list[str]:
    return [str(refusal) for refusal in what_is_open(tournament)]


def test_a_tournament_whose_rounds_are_closed_is_over(db: None) -> None:
    assert said(swiss_cup().tournament) == []


def test_without_a_round_there_is_nothing_to_report(db: None) -> None:
    cup = StageFactory(tournament=TournamentFactory()).tournament

    assert said(cup) == ["No round was played yet. Draw one, publish it, and confirm and close what is played."]
    with pytest.raises(Refused) as refused:
        require_finished(cup)
    assert refused.value.code == "finished.no_rounds"


def test_a_round_that_runs_is_named(cup: Cup) -> None:
    (sentence,) = said(cup.tournament)

    assert sentence.startswith("Rounds that aren't closed yet: 1. The chief referee or the organiser closes them")


def test_a_table_that_is_not_confirmed_is_named_with_its_round(cup: Cup) -> None:
    """R11.2."""
    cup.add_table("entered")

    assert said(cup.tournament)[0] == (
        "Protocols that aren't confirmed yet (round/table): 1/2. A second official confirms them."
    )


def test_a_round_that_is_only_proposed_is_named(cup: Cup) -> None:
    close_all(cup.tournament)
    RoundFactory(stage=cup.round.stage, state="proposed")

    assert said(cup.tournament) == ["Rounds that are only proposed: 2. Publish and play them, or take them back."]


def test_a_protest_that_is_not_decided_is_named_once_a_table(cup: Cup) -> None:
    """R11.5: its round may be closed all the same, but not the tournament."""
    close_all(cup.tournament)
    for number, side in enumerate("ab", 1):
        Protest.objects.create(protocol=cup.protocol, number=number, side=side, text="Не так", lodged_at=timezone.now())

    assert said(cup.tournament) == [
        "Protests that aren't decided yet (round/table): 1/1. The chief referee decides them."
    ]
