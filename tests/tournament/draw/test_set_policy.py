"""How a stage is drawn is decided once, as a value that is checked (R13.1, R13.2)."""

from typing import Any

import pytest

from tests.tournament.draw.play import BY, stage_of, swiss_rounds
from tournament.draw import services
from tournament.draw.policy import Forbidden, StagePolicy
from tournament.phrases import Refused

WHOLE = {
    "first": "lots",
    "within": "fold",
    "apart": 3,
    "by": "country",
    "forbidden": [{"entries": [3, 8], "reason": "family"}],
    "rounds": 9,
    "third_place": True,
    "consolation": True,
    "best": 2,
    "best_next": 1,
    "ties": "lots",
}


def test_a_policy_is_kept_without_what_is_as_by_default() -> None:
    assert StagePolicy.from_dict({}).to_dict() == {}
    assert StagePolicy.from_dict({"first": "seed", "apart": "never", "best_next": 0}).to_dict() == {}


def test_a_whole_policy_comes_back_as_it_was() -> None:
    policy = StagePolicy.from_dict(WHOLE)

    assert (policy.to_dict(), policy.forbidden) == (WHOLE, (Forbidden((3, 8), "family"),))


@pytest.mark.parametrize(
    ("data", "field", "said"),
    [
        ({"within": "random"}, "within", "«random» isn't one of: adjacent, fold."),
        ({"double": 1}, "double", "«1» isn't one of: true, false."),
        ({"apart": "always"}, "apart", "always isn't a whole number from 1 to 99."),
        ({"apart": 0}, "apart", "0 isn't a whole number from 1 to 99."),
        ({"apart": True}, "apart", "True isn't a whole number from 1 to 99."),
        ({"rounds": 100}, "rounds", "100 isn't a whole number from 1 to 99."),
        (
            {"best_next": 2},
            "best_next",
            "Say first how many of each group come through; then how many of the next ones.",
        ),
        (
            {"double": True, "third_place": True},
            "double",
            "Double elimination has neither a partida for third place nor a consolation.",
        ),
        ({"speed": 3}, "speed", "«speed» isn't known in the way of drawing."),
        (
            {"forbidden": [{"entries": [1], "reason": "x"}]},
            "forbidden[0]",
            "A pair that must not meet is named by two entry numbers.",
        ),
        (
            {"forbidden": [{"entries": [1, 1], "reason": "x"}]},
            "forbidden[0]",
            "Pair 1 can't meet itself anyway. Name two different pairs.",
        ),
        (
            {"forbidden": [{"entries": [1, 2], "reason": "x"}, {"entries": [2, 1], "reason": "y"}]},
            "forbidden[1]",
            "Pairs 2 and 1 are already kept from meeting.",
        ),
        (
            {"forbidden": [{"entries": [1, 2], "reason": " "}]},
            "forbidden[0]",
            "Say why pairs 1 and 2 must not meet.",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_field(data: dict[str, Any], field: str, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        StagePolicy.from_dict(data)
    assert (refusal.value.field, str(refusal.value)) == (field, said)


@pytest.mark.django_db
def test_the_policy_is_kept_with_its_stage_and_the_journal_has_both() -> None:
    stage = stage_of(2, within="fold")

    services.set_policy(stage=stage, policy=StagePolicy(rounds=5), by=BY)

    stage.refresh_from_db()
    assert stage.policy == {"rounds": 5}
    assert stage.tournament.journal.get().data == {"before": {"within": "fold"}, "after": {"rounds": 5}}


@pytest.mark.django_db
def test_the_same_policy_again_leaves_no_record() -> None:
    stage = stage_of(2, within="fold")

    services.set_policy(stage=stage, policy=StagePolicy(within="fold"), by=BY)

    assert stage.tournament.journal.count() == 0


@pytest.mark.django_db
def test_only_pairs_of_the_tournament_can_be_kept_from_meeting() -> None:
    stage = stage_of(2)

    with pytest.raises(Refused) as refusal:
        services.set_policy(stage=stage, policy=StagePolicy(forbidden=(Forbidden((1, 9), "family"),)), by=BY)

    assert (refusal.value.field, str(refusal.value)) == (
        "forbidden[0]",
        "Entry 9 doesn't play in this tournament.",
    )


@pytest.mark.django_db
def test_between_rounds_the_way_changes_but_not_who_plays() -> None:
    stage = stage_of(4)
    swiss_rounds(stage, 1)

    services.set_policy(stage=stage, policy=StagePolicy(within="fold"), by=BY)
    with pytest.raises(Refused) as refusal:
        services.set_policy(stage=stage, policy=StagePolicy(best=2), by=BY)

    stage.refresh_from_db()
    assert (refusal.value.code, stage.policy) == ("policy.running", {"within": "fold"})
