"""136 pairs from 16 countries, countries kept apart where possible: the field of a world championship."""

from tests.tournament.draw.systems.events import Event
from tournament.draw.checks import verify
from tournament.draw.systems.field import Policy

PAIRS = {
    "Venezuela": 46,
    "Mexico": 26,
    "USA": 15,
    "Dominican Republic": 13,
    "Puerto Rico": 10,
    "Panama": 6,
    "Spain": 4,
    "Costa Rica": 3,
    "Curacao": 3,
    "Abkhazia": 2,
    "Colombia": 2,
    "Nicaragua": 2,
    "Barbados": 1,
    "Algeria": 1,
    "Russia": 1,
    "Jamaica": 1,
}
COUNTRY = dict(enumerate((country for country, pairs in PAIRS.items() for _ in range(pairs)), start=1))


def test_nine_rounds_of_136_pairs() -> None:
    event = Event(2025, 136, trouble=0.0, countries=COUNTRY)
    given_up = []
    for number in range(1, 10):
        cost = event.round(Policy("adjacent", "where_possible", number, "2025")).cost
        given_up.append((cost["rematch"], cost["across"], cost["apart"]))

    assert verify(event.history) == []
    assert given_up == GIVEN_UP


GIVEN_UP = [(0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 2, 0), (0, 2, 0), (0, 1, 0), (0, 1, 1), (0, 4, 0), (0, 3, 2)]
"""Rematches, pairings across wins groups and compatriots that meet, by round: the least that there can be."""
