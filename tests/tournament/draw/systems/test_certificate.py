"""A draw is proven the best of all down to `apart`, and a worse one is told from it."""

from hypothesis import given, settings

from tests.tournament.draw.systems.reference import Reference, fields, policies
from tournament.draw.systems import Pairing
from tournament.draw.systems.certificate import PROVEN, certify
from tournament.draw.systems.field import Contender, Field, Policy
from tournament.draw.systems.swiss import draw

COUNTRIES = ["Cuba", "Cuba", "Spain", "Spain"]
FOUR = Field([Contender(at, at, apart=frozenset({name})) for at, name in enumerate(COUNTRIES, start=1)])


@settings(max_examples=60, deadline=None)
@given(fields(), policies)
def test_what_is_proven_is_the_least_of_all_draws(field: Field, policy: Policy) -> None:
    certificate = certify(field, policy, draw(field, policy).pairings)

    assert certificate.has == certificate.least
    assert tuple(certificate.least.values()) == Reference(field, policy).best()[: len(PROVEN)]


def test_a_draw_that_is_not_the_best_has_more_than_is_proven() -> None:
    certificate = certify(FOUR, Policy(apart="where_possible"), [Pairing(1, 2), Pairing(3, 4)])

    assert (certificate.has["apart"], certificate.least["apart"]) == (2, 0)


def test_what_was_locked_is_left_out() -> None:
    locked = Field(FOUR.contenders, locked=[Pairing(1, 2)])

    certificate = certify(locked, Policy(apart="where_possible"), [Pairing(1, 2), Pairing(3, 4)])

    assert (certificate.has["apart"], certificate.least["apart"]) == (1, 1)
