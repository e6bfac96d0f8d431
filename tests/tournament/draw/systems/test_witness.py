"""A breach that can't be avoided comes with a proof that the checks can follow without the systems' code."""

from collections.abc import Collection

from hypothesis import given, settings

from tests.tournament.draw.systems.reference import fields
from tournament.draw.checks import proves
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import Proposal, draw
from tournament.draw.systems.witness import Witness


def proven(field: Field, witness: Witness) -> int:
    """How many breaches the checks find proven, of the rules that the witness speaks of."""
    met: dict[int, set[int]] = {}
    for a, b in field.met:
        met.setdefault(a, set()).add(b)
        met.setdefault(b, set()).add(a)
    free = {each.number for each in field.contenders if each.free}
    return proves(
        witness.removed,
        witness.parts,
        [each.number for each in field.contenders],
        met if "rematch" in witness.rules else {},
        free if "second_free" in witness.rules else (),
        {frozenset(pair) for pair in field.forbidden} if "forbidden" in witness.rules else (),
    )


def breaking(proposal: Proposal, rules: Collection[str]) -> int:
    """How many pairings of a draw break one of the rules."""
    broken = {
        frozenset(value for name, value in breach.params.items() if name != "times")
        for breach in proposal.breaches
        if breach.code in rules
    }
    return len(broken)


@settings(max_examples=200, deadline=None)
@given(fields())
def test_exactly_as_many_pairings_break_a_rule_as_are_proven_to_have_to(field: Field) -> None:
    proposal = draw(field, Policy())

    if proposal.witness is None:
        assert proposal.breaches == ()
    else:
        least = proven(field, proposal.witness)
        assert least == proposal.witness.least
        # Several forbidden pairs may have to meet to spare one rematch: these the witness doesn't count.
        if proposal.cost["forbidden"] == 0:
            assert least == breaking(proposal, proposal.witness.rules)


def test_six_who_met_as_two_halves_are_two_odd_parts() -> None:
    met = [(a, b) for a in (1, 2, 3) for b in (4, 5, 6)]
    proposal = draw(Field([Contender(number, number) for number in range(1, 7)], met), Policy())

    assert proposal.witness == Witness(("rematch",), (), ((1, 2, 3), (4, 5, 6)))
    assert proposal.witness.least == 1


def test_a_proof_with_a_gap_proves_nothing() -> None:
    everybody, met = [1, 2, 3, 4], {1: {2, 3}, 2: {1}, 3: {1}}

    assert proves([4], [[1], [2], [3]], everybody, met, ()) == 0, "2 and 3 may meet"
    assert proves([], [[1], [1]], everybody, met, ()) == 0, "one entry in two parts"
    assert proves([], [[1, 2]], everybody, met, ()) == 0, "an even part"
    assert proves([9], [[9]], everybody, met, ()) == 0, "a part that is removed"
    assert proves([4], [[1], [2], [3]], everybody, {**met, 2: {1, 3}, 3: {1, 2}}, ()) == 1
