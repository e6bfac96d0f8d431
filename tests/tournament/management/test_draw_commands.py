"""`manage.py verify_draw` and `explain_draw`: a draw checked and explained from what is on record (R13.1)."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.draw.play import BY, play, stage_of, swiss_rounds
from tournament.draw import services
from tournament.draw.systems import Pairing
from tournament.models import Seat

pytestmark = pytest.mark.django_db


def said(command: str, *arguments: object) -> list[str]:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def test_a_swiss_that_keeps_the_rules() -> None:
    stage = stage_of(6)
    swiss_rounds(stage, 3)

    assert said("verify_draw", "cup") == [f"{stage.name} (Swiss), 3 rounds:", "  no rule is broken"]


def test_a_rematch_that_was_seated_by_hand_could_have_been_avoided() -> None:
    stage = stage_of(4)
    again = [Pairing(1, 2), Pairing(3, 4)]
    for reason in ("", "Так решили участники"):
        play(services.propose_by_hand(stage=stage, pairings=again, reason=reason, by=BY))

    with pytest.raises(CommandError) as refused:
        said("verify_draw", "cup")

    assert str(refused.value) == "2 breaches could have been avoided."


def test_a_rematch_that_had_to_be_is_no_fault() -> None:
    stage = stage_of(2)
    swiss_rounds(stage, 2)

    (_head, line, proof) = said("verify_draw", "cup")

    assert line.endswith("No draw could avoid it.")
    assert proof == "  round 2: the proof on record, counted again: 1 pairings had to break a rule"


def test_a_proof_that_was_tampered_with_proves_nothing() -> None:
    _first, second = swiss_rounds(stage_of(2), 2)
    second.draw["proof"]["parts"] = [[1, 2]]
    second.save()

    assert said("verify_draw", "cup")[-1] == "  round 2: the proof on record proves nothing"


def test_each_table_of_a_round_says_why() -> None:
    _first, second = swiss_rounds(stage_of(4), 2)
    players = [
        seat.player.name for seat in Seat.objects.filter(round=second, partida__table=1).select_related("player")
    ]

    lines = said("explain_draw", "cup", second.number)

    assert lines[0] == f"1: {players[0]} / {players[2]} — {players[1]} / {players[3]}"
    assert lines[1] == "    Wins of both: 1. Of the 2 pairs with so many they are number 1 and 2."


@pytest.mark.parametrize("arguments", [("verify_draw", "none"), ("explain_draw", "none", 1)])
def test_what_is_not_there_is_said(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="There is no"):
        said(*arguments)
