"""136 pairs from 16 countries, countries kept apart where possible: the field of a world championship."""

from pathlib import Path

from tests.tournament.draw.systems.events import Event
from tournament.draw.checks import verify
from tournament.draw.systems.certificate import certify
from tournament.draw.systems.field import Policy
from tournament.draw.systems.swiss import draw
from tournament.management.benches import event
from tournament.management.benches.countries import read

FILE = Path(__file__).with_name("pairs_by_country.csv")


def test_the_file_has_136_pairs_from_16_countries() -> None:
    country = read(FILE)

    assert (len(country), len(set(country.values()))) == (136, 16)
    assert [country[number] for number in (1, 46, 47, 136)] == ["Venezuela", "Venezuela", "Mexico", "Jamaica"]


def test_nine_rounds_break_no_rule() -> None:
    played = Event(2025, 136, trouble=0.0, countries=read(FILE))
    given_up = []
    for number in range(1, 10):
        cost = played.round(Policy("adjacent", "where_possible", number, "2025")).cost
        given_up.append((cost["rematch"], cost["across"], cost["apart"]))

    assert verify(played.history) == []
    assert given_up == GIVEN_UP


GIVEN_UP = [(0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 2, 0), (0, 2, 0), (0, 1, 0), (0, 1, 1), (0, 4, 0), (0, 3, 2)]
"""Rematches, pairings across wins groups and compatriots that meet, by round."""


def test_each_of_nine_rounds_gives_up_the_least_that_there_can_be() -> None:
    """The table of docs/draws.md: what `manage.py bench draw --countries-file` prints."""
    played = event.Event(read(FILE), "2010")
    given_up = []
    for number in range(1, 10):
        policy, field = Policy("adjacent", "where_possible", number, "2010"), played.field()
        proposal = draw(field, policy)
        certificate = certify(field, policy, proposal.pairings)
        assert certificate.has == certificate.least
        given_up.append(tuple(certificate.least[name] for name in ("rematch", "second_free", "across", "apart")))
        played.play(proposal, number)

    assert given_up == PROVEN


PROVEN = [
    (0, 0, 0, 0),
    (0, 0, 0, 0),
    (0, 0, 0, 4),
    (0, 0, 2, 0),
    (0, 0, 1, 1),
    (0, 0, 0, 2),
    (0, 0, 1, 1),
    (0, 0, 4, 1),
    (0, 0, 3, 1),
]
"""Rematches, second free games, pairings across wins groups and compatriots that meet, by round."""
