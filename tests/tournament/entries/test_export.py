"""The list as CSV: what the import reads back to the same."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories import EntryFactory, TournamentFactory
from tournament.entries.lists import read_sheet, text_of
from tournament.entries.queries import Application
from tournament.entries.tables import csv_of
from tournament.models import Tournament

URL = reverse("entries:export", args=["cup"])

# Names as people have them: no sign that divides two names, one space between words.
names = st.from_regex(re.compile(r"[A-Za-zА-яЁёéñ=@.,;\"'’-]{1,12}( [A-Za-zА-яЁёéñ.,;\"'’]{1,12})?"), fullmatch=True)
places = st.one_of(st.just(""), names)
figures = st.one_of(st.none(), st.integers(1, 99_999))
applications = st.lists(
    st.builds(
        Application,
        players=st.tuples(names, names),
        club=places,
        country=places,
        number=st.integers(1, 99_999),
        seed=figures,
    ),
    min_size=1,
    max_size=5,
)


def test_the_list_as_a_spreadsheet_opens_it(secretary: Client, cup: Tournament) -> None:
    EntryFactory(tournament=cup, number=7, players=("=Иванов", "Петров; П."), country="Россия", seed=2)
    response = secretary.get(URL)
    assert response.content.decode("utf-8").splitlines() == [
        "\ufeffNumber;Player 1;Player 2;Club;Country;Seed",
        '7;\'=Иванов;"Петров; П.";;Россия;2',
    ]
    assert response.headers["Content-Disposition"] == 'attachment; filename="cup-entries.csv"'


@pytest.mark.parametrize("language", ["en", "ru", "es"])
def test_what_is_exported_is_imported(language: str) -> None:
    @settings(max_examples=100, deadline=None)
    @given(applications)
    def law(exported: list[Application]) -> None:
        with translation.override(language):
            sheet = read_sheet(text_of(csv_of(exported).encode()))
        assert list(sheet.applications.values()) == exported
        assert (sheet.errors, sheet.notes) == ({}, ())

    law()


def test_only_read(secretary: Client) -> None:
    assert secretary.post(URL).status_code == 405


def test_strangers_learn_nothing(browser_of: Callable[..., Client]) -> None:
    assert browser_of("referee").get(URL).status_code == 200
    assert browser_of(None).get(URL).status_code == 404
    assert browser_of("organiser", TournamentFactory()).get(URL).status_code == 404
