"""PINs for all pairs, on a list that is shown once."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory
from tests.pages import messages_of, rows_of
from tournament.entries import pins
from tournament.models import AuditRecord, Entry, Tournament

URL = reverse("entries:pins", args=["cup"])


@pytest.fixture(autouse=True)
def pairs(cup: Tournament) -> list[Entry]:
    """Entry 2 has a PIN already, 1 and 3 have none."""
    return [EntryFactory(tournament=cup, pin=pin) for pin in ("", pins.hashed("4711"), "")]


def given(cup: Tournament, listed: list[list[str]]) -> list[bool]:
    """Whether each line of the list has the PIN that its entry signs with."""
    return [pins.fits(line[-1], cup.entries.get(number=line[0]).pin) for line in listed]


def test_those_without_get_one_that_is_listed_and_holds(secretary: Client, cup: Tournament) -> None:
    listed = rows_of(secretary.post(URL))

    assert [line[:2] for line in listed] == [["1", "Игрок 1-1 / Игрок 1-2"], ["3", "Игрок 3-1 / Игрок 3-2"]]
    assert given(cup, listed) == [True, True]
    assert pins.fits("4711", cup.entries.get(number=2).pin)
    assert AuditRecord.objects.get().data == {"entries": [1, 3]}


def test_all_get_new_ones_where_that_is_asked_for(secretary: Client, cup: Tournament) -> None:
    listed = rows_of(secretary.post(URL, {"anew": "1"}))

    assert given(cup, listed) == [True, True, True]


def test_nobody_keeps_the_list(secretary: Client) -> None:
    answer = secretary.post(URL)

    assert answer.headers["Cache-Control"] == "no-store"
    assert rows_of(secretary.get(URL)) == []


def test_when_all_have_one_that_is_said(secretary: Client) -> None:
    secretary.post(URL)

    page = secretary.post(URL)

    assert messages_of(page) == ["Every pair has its PIN already. To print a list, give all of them new ones."]
    assert page.context["without"] == 0


def test_a_tournament_without_pairs_has_nothing_to_give(secretary: Client, cup: Tournament) -> None:
    cup.entries.all().delete()

    assert (secretary.get(URL).status_code, rows_of(secretary.post(URL))) == (200, [])
